import type { ConnectedHostKind } from '@docwright/contract';
import { isLocalAddress, parseRepositoryAddress, rulesOf, type AddressRules } from './repository-address.ts';

/** A repository that readers can see with a browser. */
export interface WebRepository {
  readonly kind: ConnectedHostKind;
  /** `https://github.com/acme/docs`, without credentials. */
  readonly url: string;
}

/**
 * The public address of an organization's repository. `undefined` for a repository on the embedded code host, where
 * readers can't sign in, and on a code host that is no longer connected.
 * @param stored the project's `repository`
 */
export type FindWebRepository = (organizationId: string, stored: string) => Promise<WebRepository | undefined>;

export function createFindWebRepository(rules: AddressRules): FindWebRepository {
  return async (organizationId, stored) => {
    if (isLocalAddress(stored)) return undefined;
    const { hosts } = await rulesOf(rules, organizationId);
    if (!hosts.some(({ webUrl }) => stored.startsWith(`${webUrl}/`))) return undefined;
    const address = parseRepositoryAddress(stored, { ...rules, hosts });
    return address.kind === 'local' ? undefined : { kind: address.kind, url: `${address.webUrl}/${address.path}` };
  };
}
