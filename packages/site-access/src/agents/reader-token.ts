/**
 * A reader's token: `docr_`, its ID and a signature. Forged tokens are refused without a lookup, and the stored data
 * isn't enough to create a valid token.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const shape = /^docr_([\w-]{22})([\w-]{32})$/;
const signatureBytes = 24;

export const newTokenId = (): string => randomBytes(16).toString('base64url');

const sign = (secret: string, siteId: string, id: string): string =>
  createHmac('sha256', secret)
    .update(`docwright reader token\n${siteId}\n${id}`)
    .digest()
    .subarray(0, signatureBytes)
    .toString('base64url');

export const toTokenText = (secrets: readonly [string, ...string[]], siteId: string, id: string): string =>
  `docr_${id}${sign(secrets[0], siteId, id)}`;

/** Returns the ID if the text is a token of this site, otherwise `undefined`. */
export function readTokenId(secrets: readonly string[], siteId: string, text: string): string | undefined {
  const [, id = '', signature = ''] = shape.exec(text) ?? [];
  if (id === '') return undefined;
  const received = Buffer.from(signature);
  return secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, siteId, id)), received)) ? id : undefined;
}

/** The token in an `Authorization` header, valid or not; `undefined` if the header contains no reader token. */
export const findTokenText = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : /^bearer +(docr_\S*)$/i.exec(authorization.trim())?.[1];
