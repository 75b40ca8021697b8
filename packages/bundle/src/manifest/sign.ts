import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function requireEd25519(key: KeyObject, text: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new TypeError(`a bundle key must be an Ed25519 key, not ${key.asymmetricKeyType} (${text.slice(0, 27)}…)`);
}

/** Parses an Ed25519 public key (RFC 8032): PEM, or the 32 raw bytes in Base64. @throws TypeError for anything else */
export function parsePublicKey(text: string): KeyObject {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----')) return requireEd25519(createPublicKey(trimmed), trimmed);
  const raw = Buffer.from(trimmed, 'base64');
  if (raw.length !== 32) throw new TypeError(`a public key must be PEM or 32 bytes in Base64, not ${raw.length} bytes`);
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' });
}

/** Parses an Ed25519 private key: PEM (PKCS #8), or the 32 bytes of the seed in Base64. */
export function parsePrivateKey(text: string): KeyObject {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----')) return requireEd25519(createPrivateKey(trimmed), '-----BEGIN');
  const raw = Buffer.from(trimmed, 'base64');
  if (raw.length !== 32)
    throw new TypeError(`a private key must be PEM or 32 bytes in Base64, not ${raw.length} bytes`);
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, raw]), format: 'der', type: 'pkcs8' });
}

/** Returns the content of `manifest.json.sig`: the 64-byte signature in base64, and a newline. */
export function signManifest(manifest: Uint8Array, privateKey: KeyObject): Buffer {
  return Buffer.from(`${sign(null, manifest, privateKey).toString('base64')}\n`);
}

export function isSignedBy(manifest: Uint8Array, signature: Uint8Array, publicKey: KeyObject): boolean {
  const raw = Buffer.from(Buffer.from(signature).toString('latin1').trim(), 'base64');
  return raw.length === 64 && verify(null, manifest, publicKey, raw);
}

/**
 * Returns the fingerprint of a private or public key, computed from its public half: SHA-256 of the
 * SubjectPublicKeyInfo (RFC 5280) in DER, lowercase hex.
 */
export function keyFingerprint(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
