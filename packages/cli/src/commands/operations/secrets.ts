import type { Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { toSettingsRequest, withSettingOptions, type SettingOptions } from '../setting-options.ts';

export function addSecretsCommands(program: Command, bind: Bind): void {
  const secrets = program.command('secrets').description('Credentials that the service stores encrypted.');
  withSettingOptions(secrets.command('reseal'))
    .description('Encrypt all secrets with the current master key, so that old keys can be removed.')
    .addHelpText(
      'after',
      '\nTo change the key: set DOCWRIGHT_MASTER_KEY to the new one and DOCWRIGHT_MASTER_KEY_OLD to the old one in every process, run this command, then remove DOCWRIGHT_MASTER_KEY_OLD.',
    )
    .action(bind<SettingOptions>(reseal));
}

/** Keyed by the prefix of an ID. */
const remedies: Readonly<Record<string, string>> = {
  proj: 'the model credentials of the project ID: set its models again',
  whe: 'the secret of the webhook endpoint ID: rotate it',
  chh: 'the secret of the code host hook ID: delete the hook and create another',
};

function toRemedy(id: string): string {
  const [prefix = ''] = id.split('_');
  return `No key decrypts ${(remedies[prefix] ?? 'the secret of ID: set it again').replace('ID', id)}.`;
}

async function reseal(call: Invocation<SettingOptions>): Promise<CommandResult> {
  const { createLogger, loadSettings, resealSecrets } = await import('@docwright/server');
  const log = createLogger({ level: 'warn', destination: call.context.stderr });
  const done = await resealSecrets(loadSettings(toSettingsRequest(call)), log);
  const text = [`${done.resealed} encrypted with master key ${done.keyId}.`, ...done.unreadable.map(toRemedy)].join(
    '\n',
  );
  return { json: done, text, exit: done.unreadable.length === 0 ? 'ok' : 'failed' };
}
