import type { IncomingMessage } from 'node:http';
import { readAbsolute } from './split-target.ts';

/**
 * Returns the requested host (RFC 9112, 3.2): from an address in absolute form, otherwise from the Host header. Returns
 * `undefined` without a host, and for several hosts, because a proxy may have used a different one.
 */
export function requestedHost({
  url = '',
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>): string | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return undefined;
  const absolute = url.startsWith('/') ? undefined : readAbsolute(url);
  const authority = headers[':authority'];
  return absolute?.authority ?? headers.host ?? (typeof authority === 'string' ? authority : undefined);
}
