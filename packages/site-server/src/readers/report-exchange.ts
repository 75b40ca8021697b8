import type { IncomingHttpHeaders } from 'node:http';
import type { HttpExchange } from '../answer/exchange.ts';
import { securityHeaders } from '../answer/plain-answers.ts';

/**
 * Whether a request is from a page of the site. Browsers send the origin of the page, so a request without one isn't.
 */
export function isOwnOrigin(
  { origin, host = '', 'sec-fetch-site': from }: IncomingHttpHeaders,
  siteHost: string,
): boolean {
  const sender = URL.parse(origin ?? '');
  if (sender === null || sender.hostname.toLowerCase() !== siteHost) return false;
  if (from !== undefined && from !== 'same-origin') return false;
  // A proxy may omit the port.
  const port = /:(\d+)$/.exec(host)?.[1];
  return port === undefined || sender.port === '' || port === sender.port;
}

export const wantsNoCount = (headers: IncomingHttpHeaders): boolean =>
  headers['dnt'] === '1' || headers['sec-gpc'] === '1';

/** Returns the body, or `undefined` if it exceeds the maximum size of a report. */
export async function readBody({ request }: HttpExchange, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const accept = (exchange: HttpExchange): void =>
  exchange.send(204, ['Cache-Control', 'no-store', ...securityHeaders], undefined);

/** Refuses a request. The rest of its body is not read, so the connection ends with the response. */
export function refuse(exchange: HttpExchange, status: number, text: string, headers: readonly string[] = []): void {
  const body = Buffer.from(`${text}.\n`);
  const content = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)];
  exchange.response.shouldKeepAlive = false;
  exchange.send(status, [...content, 'Cache-Control', 'no-store', ...headers, ...securityHeaders], body);
}
