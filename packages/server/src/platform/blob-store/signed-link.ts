/**
 * Links to objects that the service itself serves (the file-system driver). They work without any header, so they are
 * the credential: they can't be changed, they expire, and they are bound to one host and the exact bytes.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface LinkTarget {
  /** Host with port, as in the service's public base URL: a link of one deployment is invalid at another. */
  readonly host: string;
  /** Path of the object's URL, as it is in the request line: `/v1/blobs/bundles/…`. */
  readonly path: string;
  /** Digest of the object's bytes: a link becomes invalid when they change. */
  readonly sha256: string;
}

export interface SignedLink {
  readonly expiresAt: Date;
  readonly fileName: string;
}

/** The first signs; the others are still accepted, so that a secret can be replaced while links are in use. */
export type LinkSecrets = readonly [string, ...string[]];

/** The query of a link to `target`: `expires=…&name=…&signature=…`. */
export function signLink(secrets: LinkSecrets, target: LinkTarget, link: SignedLink): URLSearchParams {
  const expires = Math.floor(link.expiresAt.getTime() / 1000);
  const signature = createMac(secrets[0], target, expires, link.fileName);
  return new URLSearchParams({ expires: String(expires), name: link.fileName, signature });
}

/**
 * What a link's query allows at `now`, or `undefined`: a caller can't distinguish forged, altered, expired, and
 * malformed links. `HEAD` is checked like `GET`; no other method has links.
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
  // As text, because several texts decode to the same bytes. All secrets are compared, so that the duration doesn't
  // reveal which one was close.
  const received = Buffer.from(signature);
  const matches = secrets.map((secret) =>
    timingSafeEqual(Buffer.from(createMac(secret, target, Number(expires), name)), received),
  );
  const expiresAt = new Date(Number(expires) * 1000);
  if (!matches.includes(true) || expiresAt.getTime() <= now.getTime()) return undefined;
  return { expiresAt, fileName: name };
}

/** `Content-Disposition` that makes a browser save, never show (RFC 6266; RFC 8187 for non-ASCII characters). */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function createMac(secret: string, target: LinkTarget, expires: number, fileName: string): string {
  // As JSON, so that no field can run over into its neighbor.
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

/** The value of a field that occurs exactly once. */
function readOnly(query: URLSearchParams, field: string): string | undefined {
  const values = query.getAll(field);
  return values.length === 1 ? values[0] : undefined;
}
