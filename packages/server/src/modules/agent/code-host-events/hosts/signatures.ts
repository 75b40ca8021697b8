import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether two values are equal. The time doesn't depend on where they differ. */
export function isSameSecret(received: string | undefined, expected: string): boolean {
  if (received === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(received), digest(expected));
}

/** Whether a signature is the HMAC-SHA-256 of the raw body in hex, which GitHub and Bitbucket write after `sha256=`. */
export function isHexSigned(received: string | undefined, secret: string, body: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return isSameSecret(received?.replace(/^sha256=/, '').toLowerCase(), expected);
}

/** Maximum difference between clocks that Standard Webhooks allows. */
const toleranceSeconds = 300;

/**
 * Whether a signature is valid under Standard Webhooks, as used by GitLab's signing tokens; the secret is `whsec_…`.
 */
export function isStandardSigned(
  received: { readonly id: string | undefined; readonly timestamp: string | undefined; readonly signature: string },
  signed: { readonly secret: string; readonly body: Buffer; readonly nowMs: number },
): boolean {
  const { id = '', timestamp = '', signature } = received;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(signed.nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const key = Buffer.from(signed.secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(signed.body).digest('base64');
  return signature.split(' ').some((one) => isSameSecret(one, `v1,${expected}`));
}
