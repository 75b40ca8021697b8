import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

export interface ConnectionBounds {
  /** At the same time; further ones are closed at once. */
  readonly total: number;
  /** Of one address, unless it is one of a proxy or of this machine. 0: as many as there may be in all. */
  readonly perAddress: number;
}

/** A connection on which nothing moves for so long is ended: longer than a long poll or a heartbeat of a stream. */
const stalledMs = 180_000;

export function boundConnections(
  server: Server,
  { total, perAddress }: ConnectionBounds,
  trustedProxies: readonly string[],
): void {
  server.maxConnections = total;
  server.setTimeout(stalledMs);
  if (perAddress === 0) return;
  const exempt = toBlockList(trustedProxies);
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || exempt.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}

/** This machine itself, where a proxy may stand, and what else was named: addresses, networks, or `loopback`. */
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
