import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

const toKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `docwright sealed\n${purpose}`, 32));

/** Encrypts JSON for one purpose, so that only a gate with one of the secrets can read it (AES-256-GCM). */
export function sealValue(secrets: readonly [string, ...string[]], purpose: string, value: object): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', toKey(secrets[0], purpose), nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts JSON. Returns `undefined` if the text wasn't sealed with these secrets. */
export function openSealed(secrets: readonly string[], purpose: string, text: string): unknown {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  for (const secret of secrets) {
    const decipher = createDecipheriv('aes-256-gcm', toKey(secret, purpose), nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(tag);
    const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    try {
      return JSON.parse(Buffer.concat([opened, decipher.final()]).toString());
    } catch {
      // The text was sealed with another secret, or altered.
    }
  }
  return undefined;
}
