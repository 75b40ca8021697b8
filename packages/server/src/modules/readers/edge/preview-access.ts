import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lifetime of a link to a preview, and of its cookie. */
export const previewLinkSeconds = 7 * 24 * 3_600;

/** Maximum size of a link's groups as JSON, in bytes, because its cookie must fit into a browser's 4,096 bytes. */
export const maxGroupsBytes = 2_000;

/** @param groups `''` without groups */
const sign = (secret: string, environmentId: string, expires: string, groups: string): string =>
  createHmac('sha256', secret)
    .update(`preview\n${environmentId}\n${expires}${groups === '' ? '' : `\n${groups}`}`)
    .digest('base64url');

/**
 * Creates a signed permission to read one preview until the permission expires:
 * `{seconds since 1970, base 36}-{signature}`, or `{seconds}.{groups}-{signature}` to read it as a reader in these
 * groups.
 */
export function makePreviewToken(
  secrets: readonly [string, ...string[]],
  environmentId: string,
  { nowMs, groups = [] }: { readonly nowMs: number; readonly groups?: readonly string[] },
): string {
  const expires = (Math.floor(nowMs / 1000) + previewLinkSeconds).toString(36);
  const named = groups.length === 0 ? '' : Buffer.from(JSON.stringify(groups)).toString('base64url');
  const signature = sign(secrets[0], environmentId, expires, named);
  return `${expires}${named === '' ? '' : `.${named}`}-${signature}`;
}

/** Returns the groups with which the token's holder reads the preview; `undefined` if the token doesn't open it. */
export function readPreviewToken(
  secrets: readonly string[],
  environmentId: string,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): readonly string[] | undefined {
  const [, expires = '', named = '', signature = ''] =
    /^([0-9a-z]{1,9})(?:\.([\w-]{1,3000}))?-([\w-]{43})$/.exec(token) ?? [];
  if (expires === '' || Number.parseInt(expires, 36) * 1000 <= nowMs) return undefined;
  const received = Buffer.from(signature);
  const isGood = secrets.some((secret) =>
    timingSafeEqual(Buffer.from(sign(secret, environmentId, expires, named)), received),
  );
  if (!isGood) return undefined;
  // The signature is valid, so the token's format is known.
  return named === '' ? [] : (JSON.parse(Buffer.from(named, 'base64url').toString()) as string[]);
}

/** Name of the parameter in a signed link, and of the cookie that replaces it. */
export const previewParameter = 'docwright_preview';
