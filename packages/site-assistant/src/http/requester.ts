import type { IncomingMessage } from 'node:http';
import { ServiceError } from './service-error.ts';

/**
 * Accepts requests from pages of the site and from programs. Browsers set both headers themselves; a program that sets
 * neither can't misuse a reader's permissions.
 * @throws ServiceError
 */
export function requireOwnPage({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw foreign(headers.origin);
  requireOwnOrigin({ headers });
}

/**
 * Required by the Model Context Protocol: a page on another host must not access a server through a reader's browser.
 */
export function requireOwnOrigin({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const { origin, host, ':authority': authority } = headers;
  if (origin === undefined) return;
  const own = typeof authority === 'string' ? authority : host;
  if (!URL.canParse(origin) || new URL(origin).host !== own) throw foreign(origin);
}

function foreign(origin: string | undefined): ServiceError {
  return new ServiceError(
    'origin-not-allowed',
    `only pages of this site may send this request, not those of ${(origin ?? 'other sites').slice(0, 200)}`,
  );
}

/** DNT and GPC: readers who send one of them aren't tracked. */
export const mayCount = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['dnt'] !== '1' && headers['sec-gpc'] !== '1';
