import { createHash } from 'node:crypto';
import type { JwtKey } from '../site-access.ts';

/** Identifies a key by its content, so that replacing it with a different key under the same ID ends its sessions. */
export function keyDigest(key: JwtKey): string {
  const known = digests.get(key);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(`${key.id}\n${key.publicKey}`).digest('base64url').slice(0, 16);
  digests.set(key, digest);
  return digest;
}

const digests = new WeakMap<JwtKey, string>();
