import { hash } from 'node:crypto';

/** SHA-256 as lower-case hex of a text or of bytes. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
