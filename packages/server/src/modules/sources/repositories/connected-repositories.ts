/**
 * Decides which repositories on other code hosts an organization may use. The installation has one credential for each
 * host, which can access every organization's repositories, so the operator lists the repositories of each
 * organization.
 *
 * 1. Repositories that aren't on the list are refused before the code host is queried, so that a response doesn't
 *    reveal what exists.
 * 2. Patterns and names are compared in lower case, as on code hosts. The address itself must match an allow-list of
 *    ASCII characters.
 * 3. A name that the code host redirects is treated as the redirect's target.
 */
import type { AddressRules, RemoteAddress, RepositoryAddress } from './repository-address.ts';
import { parseRepositoryAddress } from './repository-address.ts';

const everything = '*';
const below = '/*';

/** Whether one of the patterns covers `https://host/owner/name`. */
export function isCovered(patterns: readonly string[], webAddress: string): boolean {
  const address = webAddress.toLowerCase();
  return patterns.some((pattern) => {
    if (pattern === everything || pattern === address) return true;
    return pattern.endsWith(below) && address.startsWith(pattern.slice(0, -1));
  });
}

/** Whether an organization may use a repository: through its own code host, or because it is on the list. */
export async function mayUse(
  deps: {
    readonly rules: AddressRules;
    readonly findConnected: (organizationId: string) => Promise<readonly string[]>;
  },
  organizationId: string,
  address: RemoteAddress,
): Promise<boolean> {
  if ((await deps.rules.ownHosts?.covers(organizationId, address)) === true) return true;
  return isCovered(await deps.findConnected(organizationId), toWebAddress(address));
}

export const toWebAddress = ({ webUrl, path }: Pick<RemoteAddress, 'webUrl' | 'path'>): string => `${webUrl}/${path}`;

/**
 * Returns the stored form of an operator's input, or `undefined` if the input isn't an address on one of the
 * installation's code hosts.
 */
export function parsePattern(text: string, rules: AddressRules): string | undefined {
  const trimmed = text.trim();
  if (trimmed === everything) return everything;
  const address = trimmed.endsWith(below) ? parseOwner(trimmed, rules) : parseRepository(trimmed, rules);
  return address?.toLowerCase();
}

/** Parses `https://host/*` or `https://host/owner/*`. On GitLab, groups can be nested. */
function parseOwner(text: string, rules: AddressRules): string | undefined {
  const owner = text.slice(0, -below.length);
  if (rules.hosts.some(({ webUrl }) => webUrl.toLowerCase() === owner.toLowerCase())) return text;
  // An owner is valid if a repository below it would be accepted.
  const inside = parseRemote(`${owner}/any`, rules);
  return inside === undefined || owner.endsWith('/')
    ? undefined
    : `${toWebAddress(inside).slice(0, -'/any'.length)}${below}`;
}

function parseRepository(text: string, rules: AddressRules): string | undefined {
  const address = parseRemote(text, rules);
  return address === undefined ? undefined : toWebAddress(address);
}

function parseRemote(text: string, rules: AddressRules): RemoteAddress | undefined {
  let address: RepositoryAddress;
  try {
    address = parseRepositoryAddress(text, rules);
  } catch {
    return undefined;
  }
  return address.kind === 'local' ? undefined : address;
}
