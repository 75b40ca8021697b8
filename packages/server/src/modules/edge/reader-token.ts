import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long somebody who signed in at a preview may read on; what let them in may end earlier. */
export const readerSeconds = 7 * 24 * 3_600;

/** What let a reader in: a session of the dashboard, or a password of the previews. */
export interface ReaderPass {
  readonly kind: 'member' | 'password';
  /** Id of the session or of the password: while it is good, so is the pass. */
  readonly of: string;
}

const letters = { member: 'm', password: 'p' } as const;

const sign = (secret: string, environmentId: string, signed: string): string =>
  createHmac('sha256', secret).update(`reader\n${environmentId}\n${signed}`).digest('base64url');

/** What a site's own cookie holds: good at one environment, `{kind}.{id}.{seconds since 1970, base 36}.{signature}`. */
export function makeReaderToken(
  secrets: readonly [string, ...string[]],
  environmentId: string,
  { kind, of, nowMs }: ReaderPass & { readonly nowMs: number },
): string {
  const signed = `${letters[kind]}.${of}.${(Math.floor(nowMs / 1000) + readerSeconds).toString(36)}`;
  return `${signed}.${sign(secrets[0], environmentId, signed)}`;
}

/** Undefined for one that is forged, of another environment, or past its time. */
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
