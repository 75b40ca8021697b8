import { createHash } from 'node:crypto';
import { decodeText } from '@docwright/doc-agent';

/** A file's bytes; null if it doesn't exist. */
export type Bytes = Uint8Array | null;

export interface EncodedContent {
  readonly content: string;
  readonly encoding: 'utf-8' | 'base64';
}

/**
 * Identifies a file's content: the same content always has the same version. A repeated request therefore succeeds, and
 * a change that was undone isn't a conflict.
 */
export function versionOf(bytes: Bytes): string | null {
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

export const isSameContent = (a: Bytes, b: Bytes): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0;

/** Bytes that aren't UTF-8 text are encoded as Base64, because converting them to text and back would change them. */
export function encodeContent(bytes: Uint8Array): EncodedContent {
  const text = decodeText(bytes);
  return text === undefined
    ? { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
    : { content: text, encoding: 'utf-8' };
}

/** Returns Git's ID for a blob. */
export function blobIdOf(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
