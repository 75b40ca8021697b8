import type { FastifyReply } from 'fastify';

/** Maximum length of one warning; the names in it are the caller's. */
const maxTextLength = 200;

/**
 * Warns the client that something was interpreted differently than it may have meant: `Warning: 299 - "…"`, one value
 * for each text (RFC 7234, 5.5.7; 299 is "miscellaneous, persistent"). Clients that ignore it lose nothing.
 */
export function addWarnings(reply: FastifyReply, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const before = reply.getHeader('warning');
  const values = texts.map((text) => `299 - ${quote(text)}`);
  void reply.header('warning', [...(before === undefined ? [] : [String(before)]), ...values].join(', '));
}

/** A quoted string of a header (RFC 9110, 5.6.4), in printable ASCII. */
const quote = (text: string): string =>
  `"${text
    .slice(0, maxTextLength)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/["\\]/g, '\\$&')}"`;
