import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '@docwright/bundle';
import { Agent, buildConnector } from 'undici';
import { addressRefused, isAllowedHost } from './check-url.ts';
import type { UrlRules } from './check-url.ts';

/** Resolves names; tests pass their own. */
export type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

export const systemResolve: Resolve = (hostname, callback) => lookup(hostname, { all: true }, callback);

const connectTimeoutMs = 10_000;

/**
 * Checks each connection's address when the connection is opened, so that a name can't resolve to a different address
 * than at an earlier check.
 */
export function createAgent(rules: UrlRules, resolve: Resolve, maxConnections: number): Agent {
  const checked = buildConnector({ timeout: connectTimeoutMs, lookup: publicLookup(resolve) });
  const free = buildConnector({ timeout: connectTimeoutMs, lookup: anyLookup(resolve) });
  return new Agent({
    connect: (options, callback) => {
      if (isAllowedHost(options, rules)) return free(options, callback);
      checked(options, (error, socket) => {
        const address = socket?.remoteAddress;
        // A literal address isn't looked up, so the connected address is checked.
        if (socket && (address === undefined || isPrivateAddress(address))) {
          socket.destroy();
          callback(addressRefused(options.hostname, address ?? 'nowhere'), null);
        } else if (socket) callback(null, socket);
        else callback(error ?? new Error('no connection'), null);
      });
    },
    // Each request has its own time limit, and a local model may need longer than undici's 5 minutes to read a prompt.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Maximum size of the headers in bytes; the same as Node's own limit.
    maxHeaderSize: 16_384,
    keepAliveTimeout: 5_000,
    connections: maxConnections,
  });
}

function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => !isPrivateAddress(address));
      if (allowed.length === 0) return callback(addressRefused(hostname, addresses[0]?.address ?? 'no address'), '', 0);
      answer(allowed, options.all === true, callback);
    });
  };
}

function anyLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) callback(error, '', 0);
      else answer(addresses, options.all === true, callback);
    });
  };
}

function answer(addresses: readonly LookupAddress[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (all) callback(null, [...addresses]);
  else callback(null, first?.address ?? '', first?.family ?? 4);
}
