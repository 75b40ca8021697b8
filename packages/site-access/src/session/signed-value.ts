import { createHmac, timingSafeEqual } from 'node:crypto';

const sign = (secret: string, purpose: string, payload: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest('base64url');

/** Signs JSON for one purpose. */
export function signValue(secrets: readonly [string, ...string[]], purpose: string, value: object): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${sign(secrets[0], purpose, payload)}`;
}

/** Reads signed JSON. Returns `undefined` if the text wasn't signed with these secrets. */
export function readSigned(secrets: readonly string[], purpose: string, text: string): unknown {
  const [, payload = '', signature = ''] = /^([\w-]{1,4000})\.([\w-]{43})$/.exec(text) ?? [];
  if (payload === '') return undefined;
  const received = Buffer.from(signature);
  if (!secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, purpose, payload)), received)))
    return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}
