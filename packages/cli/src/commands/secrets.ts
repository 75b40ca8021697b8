import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from './setting-options.ts';

export function addSecretsCommands(program: Command, bind: Bind): void {
  const secrets = program.command('secrets').description('Credentials that the service keeps encrypted.');
  withSettingOptions(secrets.command('reseal'))
    .description('Encrypt all secrets with the current master key, so that old keys can be removed.')
    .addHelpText(
      'after',
      '\nTo change the key: set DOCWRIGHT_MASTER_KEY to the new one and DOCWRIGHT_MASTER_KEY_OLD to the old one in every process, run this command, then remove DOCWRIGHT_MASTER_KEY_OLD.',
    )
    .action(bind<SettingOptions>(reseal));
}

async function reseal(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { createLogger, loadSettings, resealSecrets } = await import('@docwright/server');
  const log = createLogger({ level: 'warn', destination: call.context.stderr });
  const done = await resealSecrets(loadSettings(toSettingsRequest(call)), log);
  const text = [
    `${String(done.resealed)} encrypted with master key ${done.keyId}.`,
    ...done.unreadable.map((id) => `None of the keys opens the credentials of ${id}: set its models again.`),
  ].join('\n');
  return { json: done, text, exit: done.unreadable.length === 0 ? 'ok' : 'failed' };
}
