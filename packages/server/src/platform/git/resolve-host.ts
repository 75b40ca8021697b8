import { lookup } from 'node:dns/promises';
import { isPrivateAddress } from '@docwright/bundle';
import { GitError } from './errors.ts';
import { quote } from './names.ts';

/** The allowed addresses of a remote's host. Errors: invalid-remote (if no address is allowed), unreachable. */
export type ResolveHost = (url: URL) => Promise<readonly string[]>;

/**
 * git itself would resolve the name and connect to any address. The name is therefore resolved here first, private
 * addresses are refused unless the operator allowed the host, and the result is pinned.
 */
export function createResolveHost(allowedPrivateHosts: readonly string[]): ResolveHost {
  return async (url) => {
    const port = url.port === '' ? defaultPort(url) : url.port;
    const isAllowed =
      allowedPrivateHosts.includes(url.hostname) || allowedPrivateHosts.includes(`${url.hostname}:${port}`);
    const addresses = await lookUp(url.hostname.replace(/^\[|\]$/g, ''));
    const usable = isAllowed ? addresses : addresses.filter((address) => !isPrivateAddress(address));
    if (usable.length > 0) return usable;
    throw new GitError(
      'invalid-remote',
      `${quote(url.hostname)} is not a public address; the operator can allow this host.`,
    );
  };
}

export function defaultPort(url: URL): string {
  return url.protocol === 'http:' ? '80' : '443';
}

async function lookUp(hostname: string): Promise<readonly string[]> {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch (cause) {
    throw new GitError('unreachable', `The host name ${quote(hostname)} can't be resolved.`, { cause });
  }
}
