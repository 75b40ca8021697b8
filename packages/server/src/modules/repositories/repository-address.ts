import { invalidRepository } from './errors.ts';

/** Where a project's repository is: on the embedded code host, or on GitHub or a GitHub Enterprise Server. */
export type RepositoryAddress =
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'github'; readonly host: string; readonly owner: string; readonly name: string };

export interface AddressRules {
  /** Address of this service, whose `/git/…` is the embedded code host. */
  readonly baseUrl: string;
  /** Host names that speak GitHub's API. */
  readonly githubHosts: readonly string[];
}

const localName = /^[a-z0-9][a-z0-9._-]{0,79}$/;
const githubOwner = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const githubName = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * Parses what a person typed. Owner and name go by an allow-list: they become part of paths and commands.
 * @throws ApiError `invalid_repository`
 */
export function parseRepositoryAddress(text: string, rules: AddressRules): RepositoryAddress {
  const address = findRepositoryAddress(text.trim(), rules);
  if (address !== undefined) return address;
  const hosts = rules.githubHosts.map((host) => `https://${host}/owner/name`);
  throw invalidRepository(text, [...hosts, `${rules.baseUrl}/git/name.git`].join(', '));
}

function findRepositoryAddress(text: string, rules: AddressRules): RepositoryAddress | undefined {
  const localPrefix = `${rules.baseUrl}/git/`;
  if (text.startsWith(localPrefix) || text.startsWith('local:')) {
    const name = text.slice(text.startsWith('local:') ? 'local:'.length : localPrefix.length).replace(/\.git$/, '');
    return localName.test(name) ? { kind: 'local', name } : undefined;
  }
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  if (url.search !== '' || url.hash !== '' || !rules.githubHosts.includes(url.host)) return undefined;
  const [owner = '', name = '', ...rest] = url.pathname
    .slice(1)
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/');
  const isName = githubName.test(name) && name !== '.' && name !== '..';
  return rest.length === 0 && githubOwner.test(owner) && isName
    ? { kind: 'github', host: url.host, owner, name }
    : undefined;
}

/** The form that is stored: it stays true when the service moves to another address. */
export function toStoredAddress(address: RepositoryAddress): string {
  return address.kind === 'local'
    ? `local:${address.name}`
    : `https://${address.host}/${address.owner}/${address.name}`;
}

/** The full URL that clients see. */
export function toRepositoryUrl(stored: string, rules: AddressRules): string {
  return stored.startsWith('local:') ? `${rules.baseUrl}/git/${stored.slice('local:'.length)}.git` : stored;
}
