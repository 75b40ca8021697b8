import type { PublicKey } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatFields, formatTable } from '../output/table.ts';
import { collect, parseDuration } from '../parse-option.ts';
import { projectOption, requireProject, type ProjectOption } from './require-project.ts';

interface CreateOptions extends ProjectOption {
  readonly name: string;
  readonly origin: string[];
}
interface RollOptions extends ProjectOption {
  readonly overlap?: number;
}

export function addPublicKeyCommands(program: Command, bind: Bind): void {
  const keys = program.command('public-keys').description('Public keys: pages elsewhere search a live site with them.');
  keys
    .command('create')
    .description('Make a key.')
    .addOption(projectOption())
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption(
      '--origin <origin>',
      'whose pages may use it: https://www.example.com; may be given several times',
      collect,
    )
    .action(bind<CreateOptions>(createKey));
  keys
    .command('list')
    .description('List keys, revoked ones too.')
    .addOption(projectOption())
    .action(bind<ProjectOption>(listKeys));
  keys
    .command('roll')
    .argument('<id>', 'public key')
    .description('Make a new key for the same origins; the old one ends after the overlap.')
    .addOption(projectOption())
    .addOption(new Option('--overlap <time>', 'for instance 24h, at most 7d; default: none').argParser(parseDuration))
    .action(bind<RollOptions>(rollKey));
  keys
    .command('revoke')
    .argument('<id>', 'public key')
    .description('End a key at once.')
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
    ['Id', key.id],
    ['Name', key.name],
    ['Origins', key.allowedOrigins.join(' ')],
    ['Ends', key.revokedAt ?? key.expiresAt ?? 'never'],
  ]),
});
