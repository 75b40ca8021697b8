import type { PublicKey } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { collect, parseDuration } from '../../parse-option.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';

interface CreateOptions extends ProjectOption {
  readonly name: string;
  readonly origin: string[];
}
interface RollOptions extends ProjectOption {
  readonly overlap?: number;
}

export function addPublicKeyCommands(program: Command, bind: Bind): void {
  const keys = program
    .command('public-keys')
    .description('Public keys, which let pages on other origins search a live site.');
  keys
    .command('create')
    .description('Create a key.')
    .addOption(projectOption())
    .requiredOption('--name <name>', 'what the key is for')
    .requiredOption('--origin <origin>', 'origin that may use it, such as https://www.example.com; repeatable', collect)
    .action(bind<CreateOptions>(createKey));
  keys
    .command('list')
    .description('List keys, including revoked ones.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(listKeys));
  keys
    .command('roll')
    .argument('<id>', 'public key')
    .description('Replace a key with a new one for the same origins. The old key expires after the overlap.')
    .addOption(projectOption())
    .addOption(new Option('--overlap <time>', 'such as 24h; at most 7d; default: none').argParser(parseDuration))
    .action(bind<RollOptions>(rollKey));
  keys
    .command('revoke')
    .argument('<id>', 'public key')
    .description('Revoke a key immediately.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(revokeKey));
}

async function createKey(call: Invocation<CreateOptions>): Promise<CommandResult> {
  const client = call.client();
  const { name, origin: allowedOrigins } = call.options;
  return show(await client.createPublicKey({ projectId: await requireProject(call, client), name, allowedOrigins }));
}

async function listKeys(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const { publicKeys } = await client.listPublicKeys({ projectId: await requireProject(call, client) });
  const rows = publicKeys.map(({ id, name, key, allowedOrigins, revokedAt, expiresAt }) => [
    id,
    name,
    key,
    allowedOrigins.join(' '),
    revokedAt ?? expiresAt ?? 'never',
  ]);
  const head = ['id', 'name', 'key', 'origins', 'ends'];
  return { json: { publicKeys }, text: rows.length === 0 ? 'No public keys.' : formatTable(head, rows) };
}

async function rollKey(call: Invocation<RollOptions>): Promise<CommandResult> {
  const client = call.client();
  const { overlap } = call.options;
  const overlapSeconds = overlap === undefined ? undefined : Math.ceil(overlap / 1000);
  const projectId = await requireProject(call, client);
  return show(await client.rollPublicKey({ projectId, id: call.argument(0), overlapSeconds }));
}

async function revokeKey(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const client = call.client();
  const projectId = await requireProject(call, client);
  return show(await client.revokePublicKey({ projectId, id: call.argument(0) }));
}

const show = (key: PublicKey): CommandResult => ({
  json: key,
  text: formatFields([
    ['Key', key.key],
    ['ID', key.id],
    ['Name', key.name],
    ['Origins', key.allowedOrigins.join(' ')],
    ['Ends', key.revokedAt ?? key.expiresAt ?? 'never'],
  ]),
});
