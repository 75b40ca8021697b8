/**
 * Requests as browsers and proxies send them for a page or an asset: one GET, whole in one piece, nothing unusual. Everything
 * else (undefined) is for node:http, which knows all of HTTP/1.1; what is taken here must be beyond doubt.
 */
import type { RequestHead } from '../answer/exchange.ts';

const MAX_BYTES = 8192;

// Visible ASCII, one line for a header, no folding, no empty value, and an end that is the end. Linear: lines can't overlap.
const simple = /^GET \/[!-~]* HTTP\/1\.1\r\n(?:[A-Za-z][A-Za-z\d-]*: ?[!-~][ -~]*\r\n)+\r\n$/;

/** Headers that an answer depends on. Twice the same is not simple. */
const read = new Set(
  'host accept accept-encoding if-none-match user-agent x-forwarded-host x-forwarded-proto'.split(' '),
);

/** Headers that change what a request is, or who may see its answer. */
const special = new Set(
  'content-length transfer-encoding expect upgrade range if-range te trailer http2-settings proxy-connection keep-alive authorization'.split(
    ' ',
  ),
);

export function readSimpleRequest(chunk: Buffer): RequestHead | undefined {
  // 71 is G.
  if (chunk.length > MAX_BYTES || chunk[0] !== 71) return undefined;
  const text = chunk.toString('latin1');
  if (!simple.test(text)) return undefined;
  const lineEnd = text.indexOf('\r\n');
  const headers: Record<string, string> = {};
  for (let at = lineEnd + 2; at < text.length - 2;) {
    const end = text.indexOf('\r\n', at);
    const colon = text.indexOf(':', at);
    const name = text.slice(at, colon).toLowerCase();
    if (special.has(name)) return undefined;
    if (read.has(name)) {
      if (name in headers) return undefined;
      headers[name] = text.slice(colon + 1, end).trim();
    } else if (
      name === 'connection' &&
      text
        .slice(colon + 1, end)
        .trim()
        .toLowerCase() !== 'keep-alive'
    )
      return undefined;
    at = end + 2;
  }
  if (headers.host === undefined) return undefined;
  return { method: 'GET', url: text.slice(4, lineEnd - 9), headers };
}
