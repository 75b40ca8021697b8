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
 * Rejects requests from pages on other hosts, as the Model Context Protocol requires: such pages must not access a
 * server through a reader's browser.
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

/** Whether a reader may be counted: readers who send DNT or GPC aren't tracked. */
export const mayCount = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['dnt'] !== '1' && headers['sec-gpc'] !== '1';
