import type { ApiKey, NewApiKey } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { collect, parseDuration } from '../../parse-option.ts';
import { toSettingsRequest, type SettingOptions } from '../setting-options.ts';

interface CreateOptions extends SettingOptions {
  readonly name: string;
  readonly scope?: NewApiKey['scopes'];
  readonly project?: string[];
  readonly expiresIn?: number;
  readonly local?: boolean;
  readonly organization?: string;
}
interface RollOptions {
  readonly overlap?: number;
}

export function addKeyCommands(program: Command, bind: Bind): void {
  const keys = program.command('keys').description('API keys.');
  keys
    .command('create')
    .description('Create a key. It is shown only once.')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scope <scope>', 'what the key may do; repeatable; default: everything your key may do', collect)
    .option('--project <id>', 'only this project; repeatable; default: all', collect)
    .addOption(new Option('--expires-in <time>', 'such as 90d; default: never').argParser(parseDuration))
    .option(
      '--local',
      'create it directly in the database, without an existing key; for the first key, or if all are lost',
    )
    .option('--organization <id>', 'with --local: ID or slug; default: the operator’s organization')
    .action(bind<CreateOptions>(createKey));
  keys.command('list').description('List keys, including revoked ones.').action(bind(listKeys));
  keys
    .command('roll')
    .argument('<id>', 'API key')
    .description('Replace a key with a new one with the same permissions. The old key expires after the overlap.')
    .addOption(new Option('--overlap <time>', 'such as 24h; at most 7d; default: none').argParser(parseDuration))
    .action(bind<RollOptions>(rollKey));
  keys.command('revoke').argument('<id>', 'API key').description('Revoke a key immediately.').action(bind(revokeKey));
}

async function createKey(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const { name, scope, project, expiresIn, local } = call.options;
  const expiresAt =
    expiresIn === undefined ? undefined : new Date(call.context.now().getTime() + expiresIn).toISOString();
  if (local === true) return createLocalKey(call);
  if (call.options.organization !== undefined) {
    throw new CliError(
      'usage',
      'usage',
      '--organization needs --local; a key can create keys only for its organization',
    );
  }
  return showNewKey(await call.client().createApiKey({ name, scopes: scope, projectIds: project, expiresAt }));
}

/** Creates a key for an operator with database access, without a running service or an existing key. */
async function createLocalKey(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const { name, scope, project, expiresIn, organization } = call.options;
  if (project !== undefined || expiresIn !== undefined) {
    throw new CliError('usage', 'usage', '--local creates a key for all projects, without an expiry date');
  }
  const server = await import('@docwright/server');
  const settings = server.loadSettings(toSettingsRequest(call));
  const log = server.createLogger({ level: 'warn', destination: call.context.stderr });
  const made = await server.createFirstKey(settings, log, { name, scopes: scope ?? ['admin'], organization });
  return {
    json: made,
    text: `${formatFields([
      ['Key', made.key],
      ['ID', made.keyId],
    ])}\n\n${keepIt}`,
  };
}

const keepIt = 'Save the key. It is not shown again.';

async function rollKey(call: Invocation<RollOptions>): Promise<CommandResult> {
  const { overlap } = call.options;
  const overlapSeconds = overlap === undefined ? undefined : Math.ceil(overlap / 1000);
  return showNewKey(await call.client().rollApiKey({ id: call.argument(0), overlapSeconds }));
}

function showNewKey(key: NewApiKey): CommandResult {
  const text = formatFields([
    ['Key', key.key],
    ['ID', key.id],
    ['Name', key.name],
    ['Scopes', key.scopes.join(', ')],
    ['Expires', key.expiresAt ?? 'never'],
  ]);
  return { json: key, text: `${text}\n\n${keepIt}` };
}

async function listKeys(call: Invocation<unknown>): Promise<CommandResult> {
  const { apiKeys } = await call.client().listApiKeys();
  const rows = apiKeys.map((key) => [
    key.id,
    key.name,
    `${key.prefix}…${key.lastFour}`,
    stateOf(key, call.context.now()),
    key.scopes.join(','),
    key.lastUsedAt ?? 'never',
  ]);
  return { json: { apiKeys }, text: formatTable(['id', 'name', 'key', 'state', 'scopes', 'last used'], rows) };
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'valid';
  return Date.parse(expiresAt) > now.getTime() ? `valid until ${expiresAt}` : 'expired';
}

async function revokeKey(call: Invocation<unknown>): Promise<CommandResult> {
  const key = await call.client().revokeApiKey({ id: call.argument(0) });
  return { json: key, text: `Revoked ${key.id} (${key.name}).` };
}
