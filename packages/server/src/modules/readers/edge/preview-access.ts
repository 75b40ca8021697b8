import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a link to a preview is valid, and how long its cookie is. */
export const previewLinkSeconds = 7 * 24 * 3_600;

const sign = (secret: string, environmentId: string, expires: string): string =>
  createHmac('sha256', secret).update(`preview\n${environmentId}\n${expires}`).digest('base64url');

/** A signed permission to read one preview until it expires: `{seconds since 1970, base 36}-{signature}`. */
export function makePreviewToken(
  secrets: readonly [string, ...string[]],
  environmentId: string,
  nowMs: number,
): string {
  const expires = (Math.floor(nowMs / 1000) + previewLinkSeconds).toString(36);
  return `${expires}-${sign(secrets[0], environmentId, expires)}`;
}

export function isPreviewToken(
  secrets: readonly string[],
  environmentId: string,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): boolean {
  const [, expires = '', signature = ''] = /^([0-9a-z]{1,9})-([\w-]{43})$/.exec(token) ?? [];
  if (expires === '' || Number.parseInt(expires, 36) * 1000 <= nowMs) return false;
  const received = Buffer.from(signature);
  return secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, environmentId, expires)), received));
}

/** Name of the parameter in a signed link, and of the cookie that replaces it. */
export const previewParameter = 'docwright_preview';
