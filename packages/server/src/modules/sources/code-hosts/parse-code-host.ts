import { createPrivateKey } from 'node:crypto';
import type { ConnectedHostKind, CreateCodeHostBody, UpdateCodeHostBody } from '@docwright/contract';
import type { HostCredential } from './credential.ts';
import { invalidCodeHost } from './errors.ts';

/** A person's input, as it is used and stored. */
export interface ParsedCodeHost {
  readonly kind: ConnectedHostKind;
  readonly name: string;
  readonly webUrl: string;
  readonly apiUrl: string | null;
  /** Lower case; '' means all of the host. */
  readonly account: string;
  readonly credential: HostCredential;
}

const usualUrls: Readonly<Partial<Record<ConnectedHostKind, string>>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
};
const segment = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/;

/** @throws {ApiError} invalid_code_host */
export function parseCodeHost(body: CreateCodeHostBody): ParsedCodeHost {
  const { kind } = body;
  const address = body.webUrl ?? usualUrls[kind];
  if (address === undefined) throw invalidCodeHost('webUrl', 'the address of a Gitea or Forgejo is needed.');
  const webUrl = parseAddress('webUrl', address);
  const apiUrl = body.apiUrl === undefined ? null : parseAddress('apiUrl', body.apiUrl);
  if (apiUrl !== null && kind !== 'github' && kind !== 'bitbucket')
    throw invalidCodeHost('apiUrl', 'only GitHub and Bitbucket have their API at another address.');
  const account = parseAccount(kind, body.account ?? '');
  const name = body.name?.trim() ?? `${new URL(webUrl).host}${account === '' ? '' : `/${account}`}`.slice(0, 80);
  return { kind, name, webUrl, apiUrl, account, credential: requireCredential(kind, body) };
}

/** `https://git.example.com`, with a path if the host is below one; without a trailing slash. */
export function parseAddress(field: string, text: string): string {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalidCodeHost(field, 'the address must begin with https:// and name a host.');
  if (url.username !== '' || url.password !== '')
    throw invalidCodeHost(field, 'the address holds a user name or a password: the credential has fields of its own.');
  if (url.search !== '' || url.hash !== '')
    throw invalidCodeHost(field, 'the address must end with its path: no "?" and no "#".');
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const segments = path.split('/').slice(1);
  if (segments.length > 10 || !segments.every((part) => segment.test(part)))
    throw invalidCodeHost(field, 'the path of the address holds something other than letters, digits, ".", "-", "_".');
  return url.origin + path;
}

export function parseAccount(kind: ConnectedHostKind, text: string): string {
  const account = text
    .trim()
    .replaceAll(/^\/+|(?<!\/)\/+$/g, '')
    .toLowerCase();
  if (account === '') {
    if (kind !== 'bitbucket') return '';
    throw invalidCodeHost('account', 'Bitbucket’s workspace is needed.');
  }
  const segments = account.split('/');
  if (!segments.every((part) => segment.test(part)) || (segments.length > 1 && kind !== 'gitlab'))
    throw invalidCodeHost('account', 'it is the name of an owner, organization, group or workspace: "acme".');
  return account;
}

type CredentialFields = Pick<UpdateCodeHostBody, 'token' | 'user' | 'appId' | 'privateKey'>;

function requireCredential(kind: ConnectedHostKind, fields: CredentialFields): HostCredential {
  const credential = parseCredential(kind, fields);
  if (credential !== undefined) return credential;
  throw invalidCodeHost('token', kind === 'github' ? 'a token or an App is needed.' : 'a token is needed.');
}

/** Returns `undefined` if none was passed. @throws {ApiError} invalid_code_host */
export function parseCredential(kind: ConnectedHostKind, fields: CredentialFields): HostCredential | undefined {
  const { token, user, appId, privateKey } = fields;
  if (appId !== undefined || privateKey !== undefined) {
    if (kind !== 'github') throw invalidCodeHost('appId', 'only GitHub has Apps.');
    if (token !== undefined) throw invalidCodeHost('token', 'give a token or an App, not both.');
    if (appId === undefined) throw invalidCodeHost('appId', 'the id of the App is needed beside its private key.');
    return { kind: 'app', appId, privateKey: parsePrivateKey(privateKey) };
  }
  if (user !== undefined && kind !== 'bitbucket')
    throw invalidCodeHost('user', 'only Bitbucket’s API tokens have a user beside them.');
  if (token === undefined) {
    if (user === undefined) return undefined;
    throw invalidCodeHost('token', 'a token is needed beside the user.');
  }
  return { kind: 'token', token: parseToken('token', token), ...(user && { user: parseToken('user', user) }) };
}

/** It becomes part of a header. */
function parseToken(field: string, text: string): string {
  const trimmed = text.trim();
  if (/^[\x21-\x7E]+$/.test(trimmed)) return trimmed;
  throw invalidCodeHost(field, `"${field}" holds a space, a line break or a character that no ${field} has.`);
}

export function parsePrivateKey(text: string | undefined): string {
  if (text === undefined) throw invalidCodeHost('privateKey', 'the private key of the App is needed beside its id.');
  let type: string | undefined;
  try {
    type = createPrivateKey(text).asymmetricKeyType;
  } catch {
    // Its message may quote the input.
    throw invalidCodeHost('privateKey', 'the private key can’t be read: it is the whole PEM file that GitHub gave.');
  }
  if (type === 'rsa') return text;
  throw invalidCodeHost('privateKey', 'the private key is no RSA key, which those of GitHub Apps are.');
}
