import type { ConnectedHostKind } from '@docwright/contract';
import type { CodeHost } from '../../../platform/code-host/index.ts';
import { invalidRepository } from './errors.ts';

/**
 * A project's repository address. `path` is `owner/name` (Bitbucket: workspace/name). On GitLab, groups can be nested.
 */
export type RepositoryAddress =
  | {
      readonly kind: 'local';
      /** `docs`, or `@acme/docs` with the organization's slug. */
      readonly name: string;
    }
  | { readonly kind: ConnectedHostKind; readonly webUrl: string; readonly path: string };

/** A repository on an external code host. */
export type RemoteAddress = Exclude<RepositoryAddress, { kind: 'local' }>;

/** A code host that this installation can use. */
export interface RemoteHost {
  readonly kind: ConnectedHostKind;
  /** `https://github.com`, without a trailing slash. */
  readonly webUrl: string;
}

export interface AddressRules {
  /** This service's address, whose `/git/…` is the embedded code host. */
  readonly baseUrl: string;
  readonly hosts: readonly RemoteHost[];
  /** `undefined` if organizations can't connect code hosts. */
  readonly ownHosts?: OwnCodeHosts | undefined;
}

/** Code hosts that organizations connected themselves, each with its own credential. */
export interface OwnCodeHosts {
  list(organizationId: string): Promise<readonly RemoteHost[]>;
  covers(organizationId: string, address: RemoteAddress): Promise<boolean>;
  /** Returns `undefined` if no code host covers the repository. @throws CodeHostError */
  connect(organizationId: string, address: RemoteAddress): Promise<CodeHost | undefined>;
}

/**
 * Adds the organization's own code hosts to the rules; they take precedence. If two code hosts cover a repository, the
 * one with the longer address is used.
 */
export async function rulesOf(rules: AddressRules, organizationId: string): Promise<AddressRules> {
  const own = (await rules.ownHosts?.list(organizationId)) ?? [];
  if (own.length === 0) return rules;
  const isOwn = (host: RemoteHost): boolean => own.some(({ webUrl }) => webUrl === host.webUrl);
  const hosts = [...own, ...rules.hosts.filter((host) => !isOwn(host))];
  const distinct = hosts.filter(({ webUrl }, index) => hosts.findIndex((host) => host.webUrl === webUrl) === index);
  return { ...rules, hosts: distinct.toSorted((a, b) => b.webUrl.length - a.webUrl.length) };
}

const localPrefix = 'local:';
const localName = /^(?:@[a-z0-9-]{2,39}\/)?[a-z0-9][a-z0-9._-]{0,79}$/;
/** An owner, group, or repository. Each becomes part of paths and addresses, so it must match an allow-list. */
const segment = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,100}$/;
const maxGroups = 20;

/** Parses a user's input. @throws {ApiError} invalid_repository */
export function parseRepositoryAddress(text: string, rules: AddressRules): RepositoryAddress {
  const address = findLocal(text.trim(), rules) ?? findRemote(text.trim(), rules);
  if (address !== undefined) return address;
  const accepted = rules.hosts.map(({ webUrl }) => `${webUrl}/owner/name`);
  throw invalidRepository(text, [...accepted, `${rules.baseUrl}/git/name.git`].join(', '));
}

function findLocal(text: string, rules: AddressRules): RepositoryAddress | undefined {
  const prefix = [localPrefix, `${rules.baseUrl}/git/`].find((start) => text.startsWith(start));
  if (prefix === undefined) return undefined;
  const name = text.slice(prefix.length).replace(/\.git$/, '');
  return localName.test(name) ? { kind: 'local', name } : undefined;
}

function findRemote(text: string, { hosts }: AddressRules): RepositoryAddress | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  // If the URL parser normalized anything (dot segments, backslashes), the input wasn't a valid address.
  const host = hosts.find(({ webUrl }) => text.startsWith(`${webUrl}/`));
  if (host === undefined) return undefined;
  const path = text
    .slice(host.webUrl.length + 1)
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  const segments = path.split('/');
  const isPath = segments.length >= 2 && segments.every((part) => segment.test(part));
  const isDeepEnough = host.kind === 'gitlab' ? segments.length <= maxGroups : segments.length === 2;
  return isPath && isDeepEnough ? { kind: host.kind, webUrl: host.webUrl, path } : undefined;
}

/** The stored form, which stays valid when the service moves to another address. */
export function toStoredAddress(address: RepositoryAddress): string {
  return address.kind === 'local' ? toLocalAddress(address.name) : `${address.webUrl}/${address.path}`;
}

export const toLocalAddress = (name: string): string => `${localPrefix}${name}`;

export const isLocalAddress = (stored: string): boolean => stored.startsWith(localPrefix);

const localPullRequest = /\/pulls\/(?:@[^/]+\/)?[^/]+\/\d+\/[^/]+$/;

/**
 * The current address of a stored link to a pull request. On the embedded host, links use this service's address, which
 * may have changed since the link was created.
 * @param repositoryUrl the URL of the pull request's repository, as clients receive it
 */
export function toPresentLink(link: string, stored: string, repositoryUrl: string): string {
  if (!stored.startsWith(localPrefix)) return link;
  const path = localPullRequest.exec(link)?.[0];
  return path === undefined ? link : repositoryUrl.slice(0, repositoryUrl.lastIndexOf('/git/')) + path;
}

/** The full URL that clients receive. */
export function toRepositoryUrl(stored: string, rules: AddressRules): string {
  return stored.startsWith(localPrefix) ? `${rules.baseUrl}/git/${stored.slice(localPrefix.length)}.git` : stored;
}
