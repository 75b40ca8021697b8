import { BlockList, isIP } from 'node:net';
import { isPrivateAddress } from '@docwright/bundle';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Returns the host name of a URL in the form for DNS and sockets, without brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Whether an operator who wrote this host name meant their own machine. */
export function isLoopbackName(hostname: string): boolean {
  const host = bareHost(hostname);
  return host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && contains(loopback, host));
}

export interface AddressRules {
  /** Whether a connection to `target` may use `address`, to which the target's name resolved. */
  allows(target: { readonly hostname: string; readonly port: string }, address: string): boolean;
}

/**
 * Creates the rules for every outgoing connection:
 *
 * 1. Public addresses are allowed.
 * 2. Loopback is allowed for a loopback host that an operator entered in the settings or passed to a command
 *    (`trustedHosts`), so that `http://127.0.0.1:…` works on one machine. Redirects and API responses aren't trusted in
 *    this way.
 * 3. Any other private or reserved address must be in `allowedPrivateHosts`: a name, `name:port`, an address, or a CIDR
 *    block.
 */
export function createAddressRules(
  trustedHosts: readonly string[],
  allowedPrivateHosts: readonly string[],
): AddressRules {
  const names = new Set<string>();
  const blocks = new BlockList();
  for (const entry of allowedPrivateHosts) {
    const [network = '', prefix] = entry.split('/');
    const family = isIP(bareHost(network));
    if (family === 0) names.add(entry.toLowerCase());
    else
      blocks.addSubnet(
        bareHost(network),
        prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix),
        family === 6 ? 'ipv6' : 'ipv4',
      );
  }
  return {
    allows: ({ hostname, port }, address) => {
      if (isIP(address) === 0) return false;
      if (!isPrivateAddress(address)) return true; // 1
      const host = `${hostname}:${port}`;
      if (contains(loopback, address) && isLoopbackName(hostname) && trustedHosts.includes(host)) return true; // 2
      return names.has(hostname) || names.has(host) || contains(blocks, address); // 3
    },
  };
}
