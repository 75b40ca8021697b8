import { createPrivateKey } from 'node:crypto';
import type { ConnectedHostKind, CreateCodeHostBody, UpdateCodeHostBody } from '@docwright/contract';
import type { HostCredential } from './credential.ts';
import { invalidCodeHost } from './errors.ts';

/** A user's input in the form in which it is used and stored. */
export interface ParsedCodeHost {
  readonly kind: ConnectedHostKind;
  readonly name: string;
  readonly webUrl: string;
  readonly apiUrl: string | null;
  /** Lower case; `''` for the whole host. */
  readonly account: string;
  readonly credential: HostCredential;
}

interface KindRules {
  readonly name: string;
  /** The address of the public host; `undefined` if all hosts of the kind are self-hosted. */
  readonly publicUrl: string | undefined;
  /** Whether the API can have an address that can't be derived from the web address. */
  readonly hasApiUrl: boolean;
  /** The host's term for an account that a credential requires; `undefined` if none is required. */
  readonly requiredAccount: string | undefined;
  /** Whether accounts can be nested, such as `group/subgroup`. */
  readonly hasNestedAccounts: boolean;
}

const plainAccounts = { requiredAccount: undefined, hasNestedAccounts: false } as const;

const kindRules: Readonly<Record<ConnectedHostKind, KindRules>> = {
  github: { name: 'GitHub', publicUrl: 'https://github.com', hasApiUrl: true, ...plainAccounts },
  gitlab: {
    name: 'GitLab',
    publicUrl: 'https://gitlab.com',
    hasApiUrl: false,
    requiredAccount: undefined,
    hasNestedAccounts: true,
  },
  gitea: { name: 'Gitea or Forgejo', publicUrl: undefined, hasApiUrl: false, ...plainAccounts },
  bitbucket: {
    name: 'Bitbucket',
    publicUrl: 'https://bitbucket.org',
    hasApiUrl: true,
    requiredAccount: 'workspace',
    hasNestedAccounts: false,
  },
};
const withApiUrl = Object.values(kindRules).flatMap(({ name, hasApiUrl }) => (hasApiUrl ? [name] : []));
const segment = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/;

/** @throws {ApiError} invalid_code_host */
export function parseCodeHost(body: CreateCodeHostBody): ParsedCodeHost {
  const { kind } = body;
  const { name: kindName, publicUrl, hasApiUrl } = kindRules[kind];
  const address = body.webUrl ?? publicUrl;
  if (address === undefined) throw invalidCodeHost('webUrl', `the address of a ${kindName} server is required.`);
  const webUrl = parseAddress('webUrl', address);
  const apiUrl = body.apiUrl === undefined ? null : parseAddress('apiUrl', body.apiUrl);
  if (apiUrl !== null && !hasApiUrl)
    throw invalidCodeHost('apiUrl', `only ${withApiUrl.join(' and ')} can have a separate API address.`);
  const account = parseAccount(kind, body.account ?? '');
  const name = body.name?.trim() ?? `${new URL(webUrl).host}${account === '' ? '' : `/${account}`}`.slice(0, 80);
  return { kind, name, webUrl, apiUrl, account, credential: requireCredential(kind, body) };
}

/**
 * Parses an address such as `https://git.example.com` or `https://example.com/git`, and removes a trailing slash.
 */
export function parseAddress(field: string, text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalidCodeHost(field, 'the address must start with https:// and contain a host name.');
  if (url.username !== '' || url.password !== '')
    throw invalidCodeHost(
      field,
      'the address contains a user name or a password. Use the fields of the credential instead.',
    );
  if (url.search !== '' || url.hash !== '') throw invalidCodeHost(field, 'the address must not contain "?" or "#".');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const segments = path.split('/').slice(1);
  if (segments.length > 10 || !segments.every((part) => segment.test(part)))
    throw invalidCodeHost(field, 'the path of the address may contain only letters, digits, ".", "-" and "_".');
  return url.origin + path;
}

export function parseAccount(kind: ConnectedHostKind, text: string): string {
  const { name, requiredAccount, hasNestedAccounts } = kindRules[kind];
  const account = text
    .trim()
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '')
    .toLowerCase();
  if (account === '') {
    if (requiredAccount === undefined) return '';
    throw invalidCodeHost('account', `the ${name} ${requiredAccount} is required.`);
  }
  const segments = account.split('/');
  if (!segments.every((part) => segment.test(part)) || (segments.length > 1 && !hasNestedAccounts))
    throw invalidCodeHost(
      'account',
      'it must be the name of an owner, organization, group or workspace, such as "acme".',
    );
  return account;
}

type CredentialFields = Pick<UpdateCodeHostBody, 'token' | 'user' | 'appId' | 'privateKey'>;

function requireCredential(kind: ConnectedHostKind, fields: CredentialFields): HostCredential {
  const credential = parseCredential(kind, fields);
  if (credential !== undefined) return credential;
  throw invalidCodeHost('token', kind === 'github' ? 'a token or an app is required.' : 'a token is required.');
}

/** Returns `undefined` if no credential was passed. @throws {ApiError} invalid_code_host */
export function parseCredential(kind: ConnectedHostKind, fields: CredentialFields): HostCredential | undefined {
  const { token, user, appId, privateKey } = fields;
  if (appId !== undefined || privateKey !== undefined) {
    if (kind !== 'github') throw invalidCodeHost('appId', 'only GitHub has apps.');
    if (token !== undefined) throw invalidCodeHost('token', 'specify either a token or an app, not both.');
    if (appId === undefined) throw invalidCodeHost('appId', "the private key of the app requires the app's ID.");
    return { kind: 'app', appId, privateKey: parsePrivateKey(privateKey) };
  }
  if (user !== undefined && kind !== 'bitbucket')
    throw invalidCodeHost('user', 'only Bitbucket API tokens have a user.');
  if (token === undefined) {
    if (user === undefined) return undefined;
    throw invalidCodeHost('token', 'the user requires a token.');
  }
  return { kind: 'token', token: parseToken('token', token), ...(user && { user: parseToken('user', user) }) };
}

/** Checks a token, because it becomes part of a header. */
function parseToken(field: string, text: string): string {
  const trimmed = text.trim();
  if (/^[\x21-\x7E]+$/.test(trimmed)) return trimmed;
  throw invalidCodeHost(
    field,
    `"${field}" contains a space, a line break or a character that is not valid in a ${field}.`,
  );
}

export function parsePrivateKey(text: string | undefined): string {
  if (text === undefined) throw invalidCodeHost('privateKey', "the app's ID requires its private key.");
  let type: string | undefined;
  try {
    type = createPrivateKey(text).asymmetricKeyType;
  } catch {
    // The error's message can quote the input.
    throw invalidCodeHost('privateKey', "the private key can't be read. Use the whole PEM file from GitHub.");
  }
  if (type === 'rsa') return text;
  throw invalidCodeHost('privateKey', 'the private key is not an RSA key, which GitHub Apps require.');
}
