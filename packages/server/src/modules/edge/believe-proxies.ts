import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

type Head = Pick<IncomingMessage, 'headers' | 'socket'>;

/** What proxies in front say of a request besides who sends it and to which host. */
export interface ProxiedRequest {
  /** Whether the reader came without TLS. */
  readonly isPlain: boolean;
  /** Whether a proxy passed it on, believed or not. */
  readonly isForwarded: boolean;
}

/**
 * Makes of a request what its reader sent to the proxies in front: afterwards `Host` is the name that the reader asked for, and
 * `readerAddress` gives whose request it is.
 *
 * `X-Forwarded-For`, `-Host` and `-Proto` count where the connection is one of a trusted proxy, and the list of addresses up to the
 * first that is none: everybody else could write there whom they like.
 *
 * @param trustedProxies addresses, networks, `loopback`
 */
export function createBelieveProxies(trustedProxies: readonly string[]): (request: IncomingMessage) => ProxiedRequest {
  const isTrusted = trustedProxies.length === 0 ? () => false : proxyAddr.compile([...trustedProxies]);
  return (request) => {
    const { headers, socket } = request;
    const peer = socket.remoteAddress ?? '';
    const said = { host: lastOf(headers['x-forwarded-host']), proto: lastOf(headers['x-forwarded-proto']) };
    const isForwarded = said.host !== undefined || said.proto !== undefined || 'x-forwarded-for' in headers;
    if (!isTrusted(peer, 0)) {
      headers['x-forwarded-for'] = peer;
      return { isPlain: false, isForwarded };
    }
    const address = proxyAddr(request, isTrusted);
    headers['x-forwarded-for'] = isIP(address) === 0 ? peer : address;
    if (said.host !== undefined) headers.host = said.host;
    return { isPlain: said.proto?.toLowerCase() === 'http', isForwarded };
  };
}

/** Of a request that `createBelieveProxies` has seen. */
export const readerAddress = ({ headers }: Head): string => String(headers['x-forwarded-for'] ?? '');

/** What the nearest proxy wrote: what stands before it may be anybody's. */
const lastOf = (value: string | string[] | undefined): string | undefined =>
  value === undefined ? undefined : String(value).split(',').at(-1)?.trim();
