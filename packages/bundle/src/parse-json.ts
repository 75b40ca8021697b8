/**
 * Parses all JSON from outside: request bodies, webhooks, uploads, responses of other services.
 *
 * `JSON.parse` accepts any depth, but most code that walks the result is recursive, including `JSON.stringify`: a body
 * of 9 KB is enough to exhaust the stack. The depth is counted before anything is parsed, in one pass without
 * recursion.
 */
import { isUtf8 } from 'node:buffer';

/** Maximum number of nested arrays and objects. The deepest body that the API describes has 5 levels. */
export const defaultJsonDepth = 64;

export class JsonTooDeep extends Error {
  override readonly name = 'JsonTooDeep';
  readonly maxDepth: number;

  constructor(maxDepth: number) {
    super(`It has more than ${maxDepth} levels.`);
    this.maxDepth = maxDepth;
  }
}

/**
 * @throws {JsonTooDeep} nested deeper than `maxDepth`
 * @throws {SyntaxError} not JSON, or bytes that aren't UTF-8: decoding would replace them, and different text would be
 * stored
 */
export function parseJson(json: string | Uint8Array, maxDepth = defaultJsonDepth): unknown {
  const text = typeof json === 'string' ? json : decode(json);
  requireJsonDepth(text, maxDepth);
  return JSON.parse(text);
}

function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new SyntaxError('the bytes of the JSON are not UTF-8');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/**
 * Checks only the depth, for callers with their own parser. Text that isn't JSON may be accepted.
 * @throws {JsonTooDeep} nested deeper than `maxDepth`
 */
export function requireJsonDepth(text: string, maxDepth = defaultJsonDepth): void {
  if (text.length <= maxDepth) return;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxDepth) throw new JsonTooDeep(maxDepth);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      default:
        break;
    }
  }
}

/** Returns the index of the closing quote, or the end of the text if the quote is missing. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}
