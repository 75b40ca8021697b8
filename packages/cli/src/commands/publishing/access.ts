import type { SiteAccess, TestSignIn } from '@docwright/sdk';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../../cli-error.ts';
import type { Bind, CommandResult, Invocation } from '../../invocation.ts';
import { formatFields, formatTable } from '../../output/table.ts';
import { readOptionFile } from '../../read-option-file.ts';
import { confirmDeletion, withYes, type DeletionOptions } from '../confirm-deletion.ts';
import { projectOption, requireProject, type ProjectOption } from '../require-project.ts';
import { testSignIn, type TestOptions } from './test-sign-in.ts';
import { toAccessRequest, type AccessOptions } from './to-access-request.ts';
import { countOf } from '../../count-of.ts';

type RemoveOptions = ProjectOption & DeletionOptions;
interface PasswordOptions extends ProjectOption {
  readonly passwordFile?: string;
}
interface KeyOptions extends ProjectOption {
  readonly keyId?: string;
  readonly algorithm?: 'EdDSA' | 'ES256';
  readonly publicKeyFile?: string;
}

const modes = ['public', 'password', 'members', 'oauth', 'jwt', 'proxy'] as const;

export function addAccessCommands(program: Command, bind: Bind): void {
  const access = program.command('access').description('Who can read a live site.');
  const withProject = (command: Command): Command => command.addOption(projectOption());
  withProject(access.command('show'))
    .description('Show who can read the live site, with passwords, keys and sessions.')
    .action(bind<ProjectOption>(async (call) => show(await call.client().getSiteAccess(await target(call)))));
  addSetCommand(access, bind);
  const withLabel = (name: string): Command =>
    withProject(access.command(name).argument('<label>', 'who will use the password'));
  withLabel('set-password')
    .description(
      'Set a password for readers, generated or from a file. It replaces the password with the same label, and signs out its readers.',
    )
    .option('--password-file <file>', 'file with your own password; default: a generated one, which is shown only once')
    .action(bind<PasswordOptions>(setPassword));
  withYes(withLabel('delete-password'))
    .description('Delete a reader password. Readers who used it are signed out.')
    .action(bind<RemoveOptions>(deletePassword));
  withProject(access.command('add-key'))
    .description('Create a key for readers’ tokens. A generated private key is shown only once.')
    .option('--key-id <id>', 'key ID (kid); default: a generated one')
    .addOption(new Option('--algorithm <name>', 'algorithm of a generated key').choices(['EdDSA', 'ES256']))
    .option('--public-key-file <file>', 'your own public key in PEM; default: a key pair is generated')
    .action(bind<KeyOptions>(addKey));
  withYes(withProject(access.command('delete-key').argument('<key-id>', 'ID of the key')))
    .description('Delete a key for readers’ tokens. Readers who signed in with its tokens are signed out.')
    .action(bind<RemoveOptions>(deleteKey));
  withProject(access.command('sign-out'))
    .description('Sign out all readers. They can sign in again.')
    .action(bind<ProjectOption>(signOut));
  withProject(access.command('revoke-tokens'))
    .description('Revoke all reader tokens and the permissions of readers’ applications. Readers stay signed in.')
    .action(bind<ProjectOption>(revokeTokens));
  withProject(
    access
      .command('test')
      .addArgument(new Argument('[mode]', 'default: the current mode').choices(['oauth', 'jwt', 'proxy'])),
  )
    .description(
      'Test the sign-in with the stored settings: open the printed address within 10 minutes. Fails if the sign-in fails.',
    )
    .option('--print', 'print the address without opening it')
    .action(bind<TestOptions>(async (call) => showTest(await testSignIn(call))));
}

function addSetCommand(access: Command, bind: Bind): void {
  access
    .command('set')
    .addArgument(new Argument('[mode]', 'who can read the site; default: unchanged').choices(modes))
    .description('Set who can read the live site. Omitted settings are unchanged.')
    .addOption(projectOption())
    .addOption(
      new Option(
        '--sign-in <when>',
        'required for all pages that aren’t public, or optional: everyone can read what isn’t restricted (oauth, jwt)',
      ).choices(['required', 'optional']),
    )
    .addOption(new Option('--session-days <days>', 'how long a sign-in lasts, up to 30 days').argParser(parseDays))
    .option('--file <file>', 'YAML or JSON with `oauth`, `jwt` or `proxy`, in the API’s format')
    .option('--issuer <url>', 'issuer of an OpenID Connect server')
    .option('--groups-claim <name>', 'claim of the ID token that lists groups')
    .option('--authorization-url <url>', 'OAuth 2 without discovery: where readers sign in')
    .option('--token-url <url>', 'OAuth 2 without discovery: where a code is exchanged for an access token')
    .option('--api-url <url>', 'OAuth 2 without discovery: address that returns the user object')
    .option('--client-id <id>', 'ID that the server issued for the site')
    .option('--client-secret-file <file>', 'file with the client secret')
    .option('--scopes <list>', 'requested scopes, separated by spaces')
    .option('--logout-url <url>', 'where readers go after signing out')
    .option('--login-url <url>', 'your login page, for the mode jwt')
    .option('--proxy-addresses <list>', 'IP addresses and networks of the proxy, separated by commas')
    .option('--proxy-secret-file <file>', 'file with the secret that the proxy sends')
    .option('--proxy-certificate <subject>', 'instead of a secret: subject of the proxy’s client certificate')
    .addHelpText('after', '\nSecrets that you don’t pass are unchanged.')
    .action(bind<AccessOptions>(set));
}

const target = async (call: Invocation<ProjectOption>) => ({ projectId: await requireProject(call, call.client()) });

async function set(call: Invocation<AccessOptions>): Promise<CommandResult> {
  const client = call.client();
  const { projectId } = await target(call);
  const before = await client.getSiteAccess({ projectId });
  const body = await toAccessRequest(call, before);
  // Options change parts of a section, so the rest must not have changed since it was read.
  const saved = await client.setSiteAccess({ projectId, ...body }, { ifMatch: String(before.updatedAt) });
  const shown = show(saved);
  const isNewlyProtected = isOpen(before) && !isOpen(saved);
  const advice = '\n\nIf a CDN is in front of the site, purge it: it may still serve pages of the public site.';
  return isNewlyProtected ? { ...shown, text: shown.text + advice } : shown;
}

const isOpen = ({ mode, signIn }: SiteAccess): boolean => mode === 'public' || signIn === 'optional';

async function setPassword(call: Invocation<PasswordOptions>): Promise<CommandResult> {
  const { passwordFile } = call.options;
  const file = { option: '--password-file', code: 'unreadable_password' };
  const password =
    passwordFile === undefined
      ? undefined
      : (await readOptionFile(call.context.cwd, { ...file, file: passwordFile })).replace(/\r?\n$/, '');
  const made = await call.client().setReaderPassword({ ...(await target(call)), label: call.argument(0), password });
  if (made.password === null) return { json: made, text: `Set the password "${made.label}".` };
  const fields = formatFields([
    ['Label', made.label],
    ['Password', made.password],
  ]);
  return { json: made, text: `${fields}\n\nSave the password. It is not shown again.` };
}

async function deletePassword(call: Invocation<RemoveOptions>): Promise<CommandResult> {
  const label = call.argument(0);
  const named = await target(call);
  await confirmDeletion(call, `the password "${label}"`, 'Readers who used it are signed out.');
  await call.client().deleteReaderPassword({ ...named, label });
  return { json: { label }, text: `Deleted the password "${label}".` };
}

async function addKey(call: Invocation<KeyOptions>): Promise<CommandResult> {
  const { keyId: id, algorithm, publicKeyFile: file } = call.options;
  const publicKey =
    file === undefined
      ? undefined
      : await readOptionFile(call.context.cwd, { option: '--public-key-file', file, code: 'unreadable_key' });
  const made = await call.client().createReaderKey({ ...(await target(call)), id, algorithm, publicKey });
  const fields = formatFields([
    ['Key ID', made.id],
    ['Algorithm', made.algorithm],
  ]);
  const saved =
    made.privateKey === null ? '' : `\n\n${made.privateKey.trim()}\n\nSave the private key. It is not shown again.`;
  return { json: made, text: `${fields}${saved}` };
}

async function deleteKey(call: Invocation<RemoveOptions>): Promise<CommandResult> {
  const keyId = call.argument(0);
  const named = await target(call);
  await confirmDeletion(
    call,
    `the key "${keyId}"`,
    'Its tokens are refused, and readers who used them are signed out.',
  );
  await call.client().deleteReaderKey({ ...named, keyId });
  return { json: { keyId }, text: `Deleted the key "${keyId}".` };
}

async function signOut(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const done = await call.client().signOutReaders(await target(call));
  return { json: done, text: `Ended ${countOf(done.sessions, 'session')}.` };
}

async function revokeTokens(call: Invocation<ProjectOption>): Promise<CommandResult> {
  const done = await call.client().revokeReaderTokens(await target(call));
  return { json: done, text: `Revoked ${countOf(done.readerTokens, 'token')}.` };
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || days === 0 || days > 30)
    throw new InvalidArgumentError('Use a number of days up to 30, such as 7 or 0.5.');
  return Math.max(300, Math.round(days * 86_400));
}

function show(access: SiteAccess): CommandResult {
  const { mode, oauth, jwt, proxy, passwords, keys } = access;
  const fields = formatFields([
    ['Mode', mode],
    ['Sign-in', mode === 'oauth' || mode === 'jwt' ? access.signIn : undefined],
    ['Session', describeSeconds(access.sessionSeconds)],
    ['Issuer', oauth?.issuer],
    ['Authorization', oauth?.authorizationUrl],
    ['Token', oauth?.tokenUrl],
    ['User API', oauth?.apiUrl],
    ['Client', oauth?.clientId],
    ['Client secret', oauth === null ? undefined : toAnswer(oauth.hasClientSecret)],
    ['Redirect URL', access.redirectUrl],
    ['Login page', jwt?.loginUrl],
    ['Proxy', proxy?.addresses.join(', ')],
    ['Proxy secret', proxy === null ? undefined : toAnswer(proxy.hasSecret)],
    ['Proxy certificate', proxy?.certificateSubject ?? undefined],
    ['Passwords', passwords.map(({ label }) => label).join(', ')],
    ['Sessions', access.sessions],
    ['Reader tokens', access.readerTokens],
    ['Signed out', access.signedOutAt],
  ]);
  const lost = access.secretsReadable ? '' : '\n\nThe secrets can’t be decrypted with this master key. Set them again.';
  const rows = keys.map(({ id, algorithm, createdAt }) => [id, algorithm, createdAt]);
  const table = rows.length === 0 ? '' : `\n\n${formatTable(['key', 'algorithm', 'created'], rows)}`;
  return { json: access, text: `${fields}${lost}${table}` };
}

const toAnswer = (isSet: boolean): string => (isSet ? 'set' : 'not set');

function describeSeconds(seconds: number): string {
  const [count, unit] = seconds % 86_400 === 0 ? [seconds / 86_400, 'day'] : [Math.round(seconds / 60), 'minute'];
  return countOf(count, unit);
}

function showTest(test: TestSignIn): CommandResult {
  const steps = test.steps.map(({ name, ok, detail }) => `${ok ? '✓' : '✗'} ${name}: ${detail}`);
  const user = test.user === null ? [] : ['', JSON.stringify(test.user, null, 2)];
  const isOk = test.status === 'succeeded';
  if (test.status === 'expired') throw new CliError('failed', 'test_expired', 'nobody completed the sign-in in time');
  return { json: test, text: [...steps, ...user].join('\n'), exit: isOk ? 'ok' : 'failed' };
}
