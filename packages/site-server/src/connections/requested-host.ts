import type { IncomingMessage } from 'node:http';
import { readAbsolute } from './split-target.ts';

/**
 * Whom a request asks (RFC 9112, 3.2): the host of an address in absolute form, else the header Host. Undefined where there is none, or
 * more than one: a proxy in front may have read another than we would.
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
