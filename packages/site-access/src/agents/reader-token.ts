/**
 * The text of a reader's token: `docr_`, its ID and a signature. Made-up tokens are refused without a lookup, and nothing
 * that is stored is enough to make one.
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

/** The ID of a token of this site, or `undefined`. */
export function readTokenId(secrets: readonly string[], siteId: string, text: string): string | undefined {
  const [, id = '', signature = ''] = shape.exec(text) ?? [];
  if (id === '') return undefined;
  const received = Buffer.from(signature);
  return secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, siteId, id)), received)) ? id : undefined;
}

/** The token of an `Authorization` header, whether it is valid or not; `undefined` if it has no such token. */
export const findTokenText = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : /^bearer +(docr_\S*)$/i.exec(authorization.trim())?.[1];
