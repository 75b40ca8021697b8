import type { ConnectedCodeHost } from '@docwright/sdk';
import { Option, type Command } from 'commander';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { readPrompt } from '../agent/read-prompt.ts';

type HostKind = ConnectedCodeHost['kind'];

/** The products that each kind supports. */
const productsOfKind: Readonly<Record<HostKind, readonly string[]>> = {
  github: ['GitHub'],
  gitlab: ['GitLab'],
  gitea: ['Gitea', 'Forgejo'],
  bitbucket: ['Bitbucket'],
};

interface CredentialOptions {
  readonly name?: string;
  readonly tokenFile?: string;
  readonly user?: string;
  readonly appId?: string;
  readonly privateKeyFile?: string;
}
interface ConnectOptions extends CredentialOptions {
  readonly url?: string;
  readonly apiUrl?: string;
  readonly account?: string;
}
interface DeleteOptions {
  readonly force?: boolean;
}
interface SearchOptions {
  readonly search?: string;
}

function listProducts(): string {
  const names = Object.values(productsOfKind).flat();
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

export function addCodeHostCommands(program: Command, bind: Bind): void {
  const hosts = program
    .command('code-hosts')
    .description(`Connect ${listProducts()} with the organization’s own credentials.`);
  const withId = (name: string, description: string) =>
    hosts.command(name).argument('<id>', 'code host').description(description);
  withCredential(hosts.command('connect').argument('<kind>', Object.keys(productsOfKind).join(', ')))
    .description('Test a credential and store it. Missing permissions are listed.')
    .option('--url <url>', 'address of the code host; default: the public one of its kind')
    .option('--api-url <url>', 'address of its API, if not the default')
    .option('--account <name>', 'only this owner, group or workspace; default: all')
    .action(bind<ConnectOptions>(connect));
  hosts.command('list').description('List code hosts. Those from the settings come last.').action(bind(list));
  withId('get', 'Show a code host and the projects that depend on it.').action(
    bind(async (call) => show(await call.client().getCodeHost({ id: call.argument(0) }))),
  );
  withCredential(withId('update', 'Change the name or credential. Omitted values are unchanged.')).action(
    bind<CredentialOptions>(async (call) => {
      const credential = await readCredential(call);
      return show(await call.client().updateCodeHost({ id: call.argument(0), ...credential }));
    }),
  );
  withId('test', 'Check the credential’s permissions on the code host.').action(
    bind(async (call) => show(await call.client().testCodeHost({ id: call.argument(0) }))),
  );
  withId('repositories', 'List repositories that the credential can access.')
    .option('--search <text>', 'part of owner/name')
    .action(bind<SearchOptions>(listRepositories));
  withId('disconnect', 'Delete a credential.')
    .option('--force', 'even if projects depend on it; their jobs will fail')
    .action(bind<DeleteOptions>(disconnect));
}

const withCredential = (command: Command): Command =>
  command
    .option('--name <name>', 'display name')
    .addOption(new Option('--token-file <file>', 'file with the access token; "-" reads it from stdin'))
    .option('--user <email>', 'Bitbucket: email address of the API token’s owner')
    .option('--app-id <id>', 'GitHub: ID of an App, instead of a token')
    .option('--private-key-file <file>', 'GitHub: private key of the App, a PEM file');

/** Reads the credential. Secrets are never arguments, because other users of the machine can read arguments. */
async function readCredential({ context, options }: Invocation<CredentialOptions>) {
  const { name, user, appId, tokenFile, privateKeyFile } = options;
  const read = async (option: string, file: string | undefined): Promise<string | undefined> => {
    if (file === undefined) return undefined;
    if (file === '-') return readPrompt(context, '-');
    return readOptionFile(context.cwd, { option, file, code: 'unreadable_key' });
  };
  return {
    name,
    user,
    appId,
    token: (await read('--token-file', tokenFile))?.trim(),
    privateKey: await read('--private-key-file', privateKeyFile),
  };
}

async function connect(call: Invocation<ConnectOptions>): Promise<CommandResult> {
  const { url: webUrl, apiUrl, account } = call.options;
  const kind = call.argument(0) as HostKind;
  const credential = await readCredential(call);
  return show(await call.client().createCodeHost({ kind, webUrl, apiUrl, account, ...credential }));
}

async function list(call: Invocation<unknown>): Promise<CommandResult> {
  const { codeHosts } = await call.client().listCodeHosts();
  const rows = codeHosts.map((host) => [
    host.id ?? 'from settings',
    host.name,
    host.kind,
    host.account ?? 'all owners',
    describeState(host),
    String(host.projects.length),
  ]);
  const text = formatTable(['id', 'name', 'kind', 'for', 'state', 'projects'], rows);
  return { json: { codeHosts }, text };
}

async function listRepositories(call: Invocation<SearchOptions>): Promise<CommandResult> {
  const found = await call.client().listHostedRepositories({ id: call.argument(0), search: call.options.search });
  const rows = found.repositories.map(({ url, defaultBranch, private: isPrivate, canPush }) => [
    url,
    defaultBranch ?? '',
    isPrivate ? 'private' : 'public',
    canPush === false ? 'read only' : '',
  ]);
  const table = rows.length === 0 ? 'No repositories.' : formatTable(['address', 'branch', 'seen by', ''], rows);
  return {
    json: found,
    text: found.isWhole ? table : `${table}\n\nMore repositories exist. Narrow the list with --search.`,
  };
}

async function disconnect(call: Invocation<DeleteOptions>): Promise<CommandResult> {
  const id = call.argument(0);
  await call.client().deleteCodeHost({ id, force: call.options.force });
  return { json: { id, deleted: true }, text: `Disconnected ${id}.` };
}

function describeState({ credential, check }: ConnectedCodeHost): string {
  if (credential === null) return 'no credential';
  if (check === null) return credential;
  return `${credential}, ${{ ready: 'works', incomplete: 'lacks permissions', failed: 'fails' }[check.status]}`;
}

function show(host: ConnectedCodeHost): CommandResult {
  const text = formatFields([
    ['Code host', host.id ?? 'from settings'],
    ['Name', host.name],
    ['Kind', host.kind],
    ['Address', host.webUrl],
    ['For', host.account ?? 'all owners'],
    ['State', describeState(host)],
    ['Test', host.check?.message ?? 'not tested'],
    ...(host.installUrl === null ? [] : [['Install the App', host.installUrl] as [string, string]]),
    ['Projects', host.projects.map(({ name }) => name).join(', ')],
  ]);
  return { json: host, text };
}
