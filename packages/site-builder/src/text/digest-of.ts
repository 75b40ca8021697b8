import { hash } from 'node:crypto';

/** Returns the SHA-256 digest of a string or of bytes, as lowercase hex. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
