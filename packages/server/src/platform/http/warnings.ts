import type { FastifyReply } from 'fastify';

/** Maximum length of a warning, which contains names that the caller chose. */
const maxTextLength = 200;

/**
 * Warns the client that the service may have interpreted the request differently than intended: `Warning: 299 - "…"`,
 * one value per warning (RFC 7234, 5.5.7; 299 means "miscellaneous, persistent"). Clients can ignore the header.
 */
export function addWarnings(reply: FastifyReply, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const before = reply.getHeader('warning');
  const values = texts.map((text) => `299 - ${quote(text)}`);
  void reply.header('warning', [...(before === undefined ? [] : [String(before)]), ...values].join(', '));
}

/** Returns a quoted string for a header (RFC 9110, 5.6.4), in printable ASCII. */
const quote = (text: string): string =>
  `"${text
    .slice(0, maxTextLength)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/["\\]/g, '\\$&')}"`;
