import { once } from 'node:events';
import type { SettingsRequest } from '@docwright/server';
import type { Command } from 'commander';
import { requireOwnDataFolder } from '../connection/find-data-folder.ts';
import type { CommandResult, Invocation } from '../invocation.ts';

/** The settings that are often passed manually. All settings can be set in the environment or a file. */
export interface SettingOptions {
  readonly port?: string;
  readonly host?: string;
  readonly databaseUrl?: string;
  readonly logLevel?: string;
  readonly config?: string;
}

export function withSettingOptions(command: Command): Command {
  return command
    .option('--port <number>', 'TCP port of the API (DOCWRIGHT_PORT); 0 for any free port')
    .option('--host <address>', 'address to listen on (DOCWRIGHT_HOST)')
    .option('--database-url <url>', 'PostgreSQL to use instead of the embedded one (DATABASE_URL)')
    .option('--log-level <level>', 'log level (DOCWRIGHT_LOG_LEVEL)')
    .option('--config <file>', 'settings file, YAML or JSON (DOCWRIGHT_CONFIG)');
}

/** Resolves flags, environment and file as the server does. */
export function toSettingsRequest({ options, context }: Invocation<SettingOptions>): SettingsRequest {
  const { port, host, baseUrl, databaseUrl, logLevel, config } = options;
  const named = { port, host, baseUrl, databaseUrl, logLevel, dataDir: requireOwnDataFolder(context, options.dataDir) };
  return {
    flags: Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
    environment: context.env,
    ...(config === undefined ? {} : { file: config }),
  };
}

/** Waits for Ctrl-C, SIGTERM or SIGHUP, and then for running work to finish. */
export async function untilStopped(
  { context }: Invocation<unknown>,
  stop: () => Promise<void>,
): Promise<CommandResult> {
  if (!context.signal.aborted) await once(context.signal, 'abort');
  await stop();
  return { json: undefined, text: '' };
}
