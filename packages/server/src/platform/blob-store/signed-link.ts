/**
 * Links to objects that the service itself serves (the file-system driver). They work without headers, because the link
 * is the credential: it can't be changed, expires, and is bound to one host and the exact bytes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface LinkTarget {
  /** Host with port, as in the service's public base URL. A link to one installation is invalid on another. */
  readonly host: string;
  /** Path of the object's URL, as sent in the request: `/v1/blobs/bundles/…`. */
  readonly path: string;
  /** Digest of the object's bytes: the link becomes invalid when they change. */
  readonly sha256: string;
}

export interface SignedLink {
  readonly expiresAt: Date;
  readonly fileName: string;
}

/** The first secret signs. The others are still accepted, so that a secret can be replaced while links are in use. */
export type LinkSecrets = readonly [string, ...string[]];

/** The query string of a link to `target`: `expires=…&name=…&signature=…`. */
export function signLink(secrets: LinkSecrets, target: LinkTarget, link: SignedLink): URLSearchParams {
  const expires = Math.floor(link.expiresAt.getTime() / 1000);
  const signature = createMac(secrets[0], target, expires, link.fileName);
  return new URLSearchParams({ expires: String(expires), name: link.fileName, signature });
}

/**
 * Verifies a link's query at `now`. Returns the query's fields, or `undefined` if the link isn't valid. A caller can't
 * distinguish forged, altered, expired and malformed links. `HEAD` is checked like `GET`; links allow no other methods.
 */
export function verifySignedLink(
  secrets: LinkSecrets,
  target: LinkTarget,
  request: { readonly method: string; readonly query: URLSearchParams },
  now: Date,
): SignedLink | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const [expires, name, signature] = ['expires', 'name', 'signature'].map((field) => readOnly(request.query, field));
  if (expires === undefined || name === undefined || signature === undefined) return undefined;
  if (!/^[1-9]\d{0,11}$/.test(expires) || !/^[\w-]{43}$/.test(signature)) return undefined;
  // Compared as text, because several texts decode to the same bytes. All secrets are compared, so that the duration
  // doesn't reveal which secret matched.
  const received = Buffer.from(signature);
  const matches = secrets.map((secret) =>
    timingSafeEqual(Buffer.from(createMac(secret, target, Number(expires), name)), received),
  );
  const expiresAt = new Date(Number(expires) * 1000);
  if (!matches.includes(true) || expiresAt.getTime() <= now.getTime()) return undefined;
  return { expiresAt, fileName: name };
}

/**
 * A `Content-Disposition` that makes a browser save the file instead of showing it (RFC 6266; RFC 8187 for non-ASCII
 * characters).
 */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function createMac(secret: string, target: LinkTarget, expires: number, fileName: string): string {
  // Signed as JSON, so that the boundaries between fields are unambiguous.
  const message = JSON.stringify([
    'docwright-link-1',
    'GET',
    target.host,
    target.path,
    expires,
    target.sha256,
    fileName,
  ]);
  return createHmac('sha256', secret).update(message).digest('base64url');
}

/** The value of a field, which must occur exactly once. */
function readOnly(query: URLSearchParams, field: string): string | undefined {
  const values = query.getAll(field);
  return values.length === 1 ? values[0] : undefined;
}
