import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

type Head = Pick<IncomingMessage, 'headers' | 'socket'>;

/** Facts that proxies report, in addition to the client's address and the host. */
export interface ProxiedRequest {
  /** Whether the reader's request was without TLS. */
  readonly isPlain: boolean;
  /** Whether any proxy, trusted or not, forwarded the request. */
  readonly isForwarded: boolean;
}

/**
 * Restores the request as its reader sent it to the first proxy: afterwards, `Host` is the name that the reader
 * requested, and `readerAddress` returns the reader's address.
 *
 * `X-Forwarded-For`, `-Host` and `-Proto` count only if the connection is from a trusted proxy, and the list of
 * addresses only up to the first untrusted one, because others could write any address.
 *
 * @param trustedProxies addresses, networks, `loopback`
 */
export function createTrustProxies(trustedProxies: readonly string[]): (request: IncomingMessage) => ProxiedRequest {
  const isTrusted = trustedProxies.length === 0 ? () => false : proxyAddr.compile([...trustedProxies]);
  return (request) => {
    const { headers, socket } = request;
    const peer = socket.remoteAddress ?? '';
    const forwarded = { host: lastOf(headers['x-forwarded-host']), proto: lastOf(headers['x-forwarded-proto']) };
    const isForwarded = forwarded.host !== undefined || forwarded.proto !== undefined || 'x-forwarded-for' in headers;
    if (!isTrusted(peer, 0)) {
      headers['x-forwarded-for'] = peer;
      return { isPlain: false, isForwarded };
    }
    const address = proxyAddr(request, isTrusted);
    headers['x-forwarded-for'] = isIP(address) === 0 ? peer : address;
    if (forwarded.host !== undefined) headers.host = forwarded.host;
    return { isPlain: forwarded.proto?.toLowerCase() === 'http', isForwarded };
  };
}

/** Returns the client's address, for a request that `createTrustProxies` has processed. */
export const readerAddress = ({ headers }: Head): string => String(headers['x-forwarded-for'] ?? '');

/** Returns the value that the nearest proxy added; anyone could have sent the values before it. */
const lastOf = (value: string | string[] | undefined): string | undefined =>
  value === undefined ? undefined : String(value).split(',').at(-1)?.trim();
