/**
 * Prevents one client from using up a port's connections. The API, the edge and the deployment server use it.
 *
 * 1. Each port has a limit on its connections. Each client address has a limit across all ports that share an
 *    `AddressLimit`.
 * 2. A connection without traffic in either direction for `stalledMs` is closed.
 * 3. A connection whose client doesn't read a byte of a response for `stalledMs` is also closed, even if the client
 *    sends data.
 */
import { BlockList, isIPv6, type Server as NetServer, type Socket } from 'node:net';
import { networkOfAddress } from '../shares/network-of-address.ts';
import { StalledReaders } from './stalled-readers.ts';

export interface ConnectionBounds {
  /** Maximum number of concurrent connections of a port; further connections are closed immediately. */
  readonly total: number;
  /** Maximum number of connections from one address; 0 means no limit. */
  readonly perAddress: number;
}

interface BoundOptions {
  readonly maxConnections: number;
  readonly addresses: AddressLimit;
  readonly stalledMs: number;
}

type TimeoutServer = NetServer & { setTimeout(ms: number): unknown };

export function boundConnections(server: TimeoutServer, { maxConnections, addresses, stalledMs }: BoundOptions): void {
  server.maxConnections = maxConnections; // 1
  addresses.watch(server);
  server.setTimeout(stalledMs); // 2
  new StalledReaders(stalledMs, () => performance.now()).watch(server); // 3
}

/** Counts connections by client address. A /64 network of IPv6 counts as one address. */
export class AddressLimit {
  readonly #perAddress: number;
  readonly #exempt: BlockList;
  readonly #open = new Map<string, number>();

  /**
   * @param perAddress 0 means no limit
   * @param trustedProxies addresses, networks, `loopback`, `linklocal`, `uniquelocal`. Their connections and those of
   * this machine aren't counted.
   */
  constructor(perAddress: number, trustedProxies: readonly string[]) {
    this.#perAddress = perAddress;
    this.#exempt = toBlockList(trustedProxies);
  }

  /** Closes connections beyond the limit before the server reads anything from them. */
  watch(server: NetServer): void {
    if (this.#perAddress === 0) return;
    server.prependListener('connection', (socket: Socket) => {
      // A client that has already disconnected has no address.
      if (socket.remoteAddress !== undefined) this.#count(socket, socket.remoteAddress);
    });
  }

  #count(socket: Socket, address: string): void {
    // A link-local address has a zone, which `BlockList` doesn't accept.
    const [plain = ''] = address.split('%', 1);
    if (this.#exempt.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return;
    const network = networkOfAddress(address);
    const count = this.#open.get(network) ?? 0;
    if (count >= this.#perAddress) return void socket.destroy();
    this.#open.set(network, count + 1);
    socket.once('close', () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left === 0) this.#open.delete(network);
      else this.#open.set(network, left);
    });
  }
}

/** Whether a setting's entry is an address, a network or one of the names that `AddressLimit` accepts. */
export function isProxyEntry(entry: string): boolean {
  try {
    toBlockList([entry]);
    return true;
  } catch {
    return false;
  }
}

/** Lists this machine, where a proxy may run, and the named proxies. */
function toBlockList(trustedProxies: readonly string[]): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  const known: Readonly<Record<string, readonly string[]>> = {
    loopback: [],
    linklocal: ['169.254.0.0/16', 'fe80::/10'],
    uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  };
  for (const named of trustedProxies.flatMap((entry) => known[entry] ?? [entry])) {
    const [address = '', length] = named.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}
