/** What an answer says about a file, worked out once for a file of a version: its variants, their ETags and headers. */
import type { ManifestFile } from '@docwright/bundle';
import { HostError } from '../errors.ts';
import type { Slice, Version } from '../versions/open-version.ts';
import { contentSecurityPolicy, INERT_POLICY } from './content-security-policy.ts';
import type { PolicyContext } from './content-security-policy.ts';
import type { Encoding } from './negotiate.ts';
import { securityHeaders } from './plain-answers.ts';

export interface Variant {
  readonly encoding: Encoding;
  readonly etag: string;
  readonly slice: Slice;
  /** Name, value, name, value, …: what `writeHead` takes without copying. Complete for a 200. */
  readonly headers: readonly string[];
  /** For a 304: what a cache must know again. */
  readonly shortHeaders: readonly string[];
}

export interface PreparedFile {
  readonly identity: Variant;
  readonly gzip: Variant | undefined;
  readonly br: Variant | undefined;
}

export interface PrepareContext extends PolicyContext {
  readonly policyMode: 'enforce' | 'report-only' | 'off';
  readonly policies: PolicyTexts;
}

/** The biggest page that is read for its scripts. */
const LARGEST_INSPECTED_BYTES = 16 * 1024 * 1024;

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * A name that the builder made from the content (or from the version of a library): other content would have another name.
 * Only in the builder's own folder: elsewhere `20240115` is a date and no digest.
 */
export function isHashedName(path: string): boolean {
  const own = path.startsWith('_docwright/') ? 0 : path.indexOf('/_docwright/');
  return own >= 0 && /[/._-][0-9a-f]{8,64}\.[a-z\d]+$|\/\d+\.\d+\.\d+\//.test(path.slice(own));
}

/** Bigger bodies are streamed from the disk instead of being held. */
export const LARGEST_HELD_BYTES = 1024 * 1024;

/** Most pages of a site have the same policy: one text for all of them. */
export class PolicyTexts {
  readonly #texts = new Map<string, string>();

  intern(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

function policyHeaders(file: ManifestFile, content: Buffer | undefined, context: PrepareContext): string[] {
  if (file.contentType === 'image/svg+xml') return ['Content-Security-Policy', INERT_POLICY];
  if (!file.contentType.startsWith('text/html') || context.policyMode === 'off') return [];
  const name = context.policyMode === 'enforce' ? 'Content-Security-Policy' : 'Content-Security-Policy-Report-Only';
  // A page that is too big to be looked at gets the policy of a page without inline scripts.
  return [name, context.policies.intern(contentSecurityPolicy(content?.toString() ?? '', context))];
}

/** Throws HostError `version-damaged` for a file that is no longer what the manifest says. */
export async function prepareFile(
  version: Version,
  file: ManifestFile,
  context: PrepareContext,
): Promise<PreparedFile> {
  const content = file.size <= LARGEST_INSPECTED_BYTES ? await version.readIntact(file) : undefined;
  if (content === undefined && !(await version.isIntact(file))) {
    throw new HostError('version-damaged', `${file.path} of version ${version.id} was changed on disk`);
  }
  const policy = policyHeaders(file, content, context);
  const vary = file.path.endsWith('.html') ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
  const cache = isHashedName(file.path) ? IMMUTABLE : REVALIDATE;
  const variant = (encoding: Encoding, slice: Slice): Variant => {
    // Strong: each variant has bytes of its own.
    const etag = `"${file.sha256.slice(0, 32)}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const form = encoding === 'identity' ? ['Accept-Ranges', 'bytes'] : ['Content-Encoding', encoding];
    const content = ['Content-Type', file.contentType, 'Content-Length', String(slice.size), ...form, 'Vary', vary];
    const shortHeaders = ['ETag', etag, 'Cache-Control', cache, 'Vary', vary];
    const headers = ['ETag', etag, 'Cache-Control', cache, ...content, ...securityHeaders, ...policy];
    return { encoding, etag, slice, headers, shortHeaders };
  };
  const gzip = version.gzip(file);
  const br = version.brotli(file);
  return {
    identity: variant('identity', version.content(file)),
    gzip: gzip === undefined || gzip.size >= file.size ? undefined : variant('gzip', gzip),
    br: br === undefined ? undefined : variant('br', br),
  };
}
