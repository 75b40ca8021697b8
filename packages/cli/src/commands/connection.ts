import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Client } from '@docwright/sdk';
import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { findLinkedProject } from '../connection/linked-project.ts';
import { findUserFolder } from '../connection/find-user-folder.ts';
import { resolveChosenAddress, resolveConnection } from '../connection/resolve-connection.ts';
import { forgetConnection, saveConnection } from '../connection/saved-connection.ts';
import type { Bind, CommandResult, Invocation } from '../invocation.ts';
import { formatFields } from '../output/table.ts';

type Readiness = Awaited<ReturnType<Client['getReadiness']>>;
type Me = Awaited<ReturnType<Client['getMe']>>;

export function addConnectionCommands(program: Command, bind: Bind): void {
  program
    .command('login')
    .description('Save a service and an API key for all commands of this user.')
    .argument('[url]', 'address of the service')
    .addHelpText(
      'after',
      '\nYou are prompted for the key, or it is read from stdin. It is checked, then saved where only you can read it.' +
        '\nWithout [url], the saved address is used. Inside a data folder, other commands use the service that "docwright up" started there.',
    )
    .action(bind(login));
  program
    .command('logout')
    .description('Delete the saved connection. The key stays valid until you run docwright keys revoke.')
    .action(bind(logout));
  program
    .command('status')
    .description('Show the service and the key that commands use, and whether the service is ready.')
    .action(bind(showStatus));
}

async function login(call: Invocation<unknown>): Promise<CommandResult> {
  const folder = requireUserFolder(call);
  const named = call.argument(0);
  const { context, options } = call;
  const address = named === '' ? options : { ...options, baseUrl: named };
  const baseUrl = resolveChosenAddress(context, address);
  const given = options.apiKey ?? context.env['DOCWRIGHT_API_KEY'];
  const apiKey = given ?? (await readKey(call));
  const me = await call.client({ baseUrl, apiKey, isTyped: given === undefined }).getMe({ signal: context.signal });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  saveConnection(folder, { baseUrl, apiKey });
  return { json: { baseUrl, ...describe(me) }, text: formatFields([['Service', baseUrl], ...toFields(me)]) };
}

function logout(call: Invocation<unknown>): CommandResult {
  const forgotten = forgetConnection(requireUserFolder(call));
  return { json: { forgotten }, text: forgotten ? 'Deleted the saved key from this machine.' : 'No key was saved.' };
}

async function showStatus(call: Invocation<unknown>): Promise<CommandResult> {
  const { baseUrl } = resolveConnection(call.context, call.options);
  const { signal } = call.context;
  const client = call.client();
  const { version } = await client.getHealth({ signal });
  const readiness = await readReadiness(baseUrl, signal);
  const me = await client.getMe({ signal });
  const link = findLinkedProject(call.context.cwd);
  const failing = Object.entries(readiness.checks).filter(([, state]) => state !== 'ok');
  const state = readiness.status === 'ready' ? 'ready' : 'not ready';
  return {
    json: { baseUrl, version, ...readiness, ...describe(me), linkedProject: link?.projectId ?? null },
    text: [
      formatFields([
        ['Service', baseUrl],
        ['Version', version],
        ['State', [state, ...failing.map(([name, found]) => `${name}: ${found}`)].join(', ')],
        ...toFields(me),
        ['Linked to', link === undefined ? undefined : `${link.projectId} (${link.path})`],
      ]),
      ...readiness.warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n'),
    exit: readiness.status === 'ready' ? 'ok' : 'unreachable',
  };
}

/** The time limit for all checks. The service itself allows a few seconds for each. */
const readinessTimeoutMs = 60_000;

/** Requests the state directly, because the client would treat a service's 503 response as an error and retry. */
async function readReadiness(baseUrl: string, signal: AbortSignal): Promise<Readiness> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(readinessTimeoutMs)]);
  const answer = await fetch(`${baseUrl.replace(/\/$/, '')}/readyz`, { signal: deadline });
  return (await answer.json().catch((cause: unknown) => {
    const message = `${answer.url} answered ${answer.status}, but not with the service's response; check the proxy in front of it`;
    throw new CliError('unreachable', 'no_readiness', message, { cause });
  })) as Readiness;
}

const describe = ({ organization, apiKey, scopes, projectIds }: Me) => ({
  organization: { id: organization.id, name: organization.name, plan: organization.plan },
  apiKey,
  scopes,
  projectIds,
});

const toFields = ({ organization, apiKey, scopes, projectIds }: Me) =>
  [
    ['Organization', `${organization.name} (${organization.plan})`],
    ['Key', apiKey?.name],
    ['Scopes', scopes.join(', ')],
    ['Projects', projectIds === null ? 'all' : projectIds.join(', ')],
  ] as const;

function requireUserFolder({ context }: Invocation<unknown>): string {
  const folder = findUserFolder(context);
  if (folder !== undefined) return folder;
  throw new CliError('usage', 'no_home', "the key can't be saved because HOME is not set; set HOME");
}

/** Reads a line from stdin. On a terminal, prompts for it without echo. */
async function readKey({ context, options }: Invocation<unknown>): Promise<string> {
  const { stdin, stderr, isTerminal, signal } = context;
  const isAsked = isTerminal.stdin && (options as { readonly json?: boolean }).json !== true;
  if (isAsked) stderr.write('API key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: isAsked });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const key = (await Promise.race([lines.question('', { signal }), ended])).trim();
    if (key !== '') return key;
  } finally {
    lines.close();
    if (isAsked) stderr.write('\n');
  }
  throw new CliError('usage', 'no_key', 'no API key; enter one, pipe it in, or set DOCWRIGHT_API_KEY');
}
