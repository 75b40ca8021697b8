import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a sign-in at a preview lasts, unless its session or password ends earlier. */
export const readerSeconds = 7 * 24 * 3_600;

/** How a reader signed in: with a session of the dashboard, or with a password of the previews. */
export interface ReaderPass {
  readonly kind: 'member' | 'password';
  /** ID of the session or of the password: the pass is valid as long as it is. */
  readonly of: string;
}

const letters = { member: 'm', password: 'p' } as const;

const sign = (secret: string, environmentId: string, signed: string): string =>
  createHmac('sha256', secret).update(`reader\n${environmentId}\n${signed}`).digest('base64url');

/** Value of a site's cookie, valid for one environment: `{kind}.{id}.{seconds since 1970, base 36}.{signature}`. */
export function makeReaderToken(
  secrets: readonly [string, ...string[]],
  environmentId: string,
  { kind, of, nowMs }: ReaderPass & { readonly nowMs: number },
): string {
  const signed = `${letters[kind]}.${of}.${(Math.floor(nowMs / 1000) + readerSeconds).toString(36)}`;
  return `${signed}.${sign(secrets[0], environmentId, signed)}`;
}

/** Returns `undefined` if the token is forged, for another environment, or expired. */
export function readReaderToken(
  secrets: readonly string[],
  environmentId: string,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): ReaderPass | undefined {
  const [, signed = '', letter, of = '', expires = '', signature = ''] =
    /^(([mp])\.([\w-]{1,100})\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? [];
  if (signed === '' || Number.parseInt(expires, 36) * 1000 <= nowMs) return undefined;
  const received = Buffer.from(signature);
  if (!secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, environmentId, signed)), received)))
    return undefined;
  return { kind: letter === 'm' ? 'member' : 'password', of };
}
