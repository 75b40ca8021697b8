import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JwtAccess, JwtKey } from '../site-access.ts';
import { readUrl, type UrlRules } from './read-url.ts';

export interface JwtDraft {
  readonly loginUrl: string;
}

export type JwtSettings = Pick<JwtAccess, 'loginUrl'>;

/** Reads the settings of a login. @throws {AccessSettingsError} */
export function readJwtSettings({ loginUrl }: JwtDraft, rules: UrlRules): JwtSettings {
  return { loginUrl: readUrl('/jwt/loginUrl', loginUrl, rules) };
}

export type PublicKeyFault = 'private' | 'unreadable' | 'unsupported';

/** Reads a public key: Ed25519 for EdDSA or P-256 for ES256. Otherwise, returns the fault and what was found. */
export function readPublicKey(
  pem: string,
): Pick<JwtKey, 'algorithm' | 'publicKey'> | { readonly fault: PublicKeyFault; readonly found: string } {
  // Node.js would derive the public key from a private key, which must not be sent here.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) return { fault: 'private', found: 'a private key' };
  if (!pem.includes('-----BEGIN PUBLIC KEY-----')) return { fault: 'unreadable', found: 'text without a public key' };
  let key: KeyObject;
  try {
    key = createPublicKey({ key: pem.trim(), format: 'pem', type: 'spki' });
  } catch {
    return { fault: 'unreadable', found: 'a damaged public key' };
  }
  const publicKey = key.export({ format: 'pem', type: 'spki' }).toString();
  if (key.asymmetricKeyType === 'ed25519') return { algorithm: 'EdDSA', publicKey };
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === 'ec' && curve === 'prime256v1') return { algorithm: 'ES256', publicKey };
  const type = key.asymmetricKeyType ?? 'unknown';
  return {
    fault: 'unsupported',
    found: curve === undefined ? `a key of type ${type}` : `an EC key on the curve ${curve}`,
  };
}
