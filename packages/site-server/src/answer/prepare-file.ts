/** A file's variants with their ETags and headers, computed once for each file of a version. */
import type { FileFacts, SiteFile, SiteSource } from '../site-source.ts';
import { noSources } from '@docwright/bundle';
import { contentSecurityPolicy, INERT_POLICY } from './content-security-policy.ts';
import type { PolicyContext } from './content-security-policy.ts';
import type { Encoding } from './negotiate.ts';
import { securityHeaders } from './plain-answers.ts';

export interface Variant {
  readonly encoding: Encoding;
  readonly etag: string;
  readonly size: number;
  /** Key in the cache of bodies. */
  readonly key: string;
  /**
   * A flat list, name, value, name, value, …, which `writeHead` accepts without copying. Complete for a 200 response.
   */
  readonly headers: readonly string[];
  /** Headers of a 304 response: those that a cache must receive again. */
  readonly shortHeaders: readonly string[];
}

export interface PreparedFile {
  readonly file: SiteFile;
  /** Whether range requests receive a partial response. */
  readonly isSeekable: boolean;
  readonly identity: Variant;
  readonly gzip: Variant | undefined;
  readonly br: Variant | undefined;
}

export type PolicyMode = 'enforce' | 'report-only' | 'off';

export interface PrepareContext extends PolicyContext {
  readonly policyMode: PolicyMode;
  readonly policies: PolicyTexts;
  /** Names and values of headers that point agents to the list of pages. Empty if the site has none. */
  readonly agentHeaders: readonly string[];
  /** Name and value of the header with the version's commit. Empty if the commit is unknown. */
  readonly buildHeaders: readonly string[];
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'public, max-age=0, must-revalidate';

/**
 * Whether the builder derived the name from the content (or from the version of a library), so that different content
 * has a different name. Applies only to the builder's own folder: elsewhere, `20240115` is a date and not a digest.
 */
export function isHashedName(path: string): boolean {
  const own = path.startsWith('_docwright/') ? 0 : path.indexOf('/_docwright/');
  return own >= 0 && /[/._-][0-9a-f]{8,64}\.[a-z\d]+$|\/\d+\.\d+\.\d+\//.test(path.slice(own));
}

/** Larger bodies are streamed instead of cached. */
export const LARGEST_HELD_BYTES = 1024 * 1024;

/** Shares policy texts, because most pages of a site have the same policy. */
export class PolicyTexts {
  readonly #texts = new Map<string, string>();

  intern(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

function policyHeaders(file: SiteFile, { sources }: FileFacts, context: PrepareContext): string[] {
  if (file.contentType === 'image/svg+xml') return ['Content-Security-Policy', INERT_POLICY];
  if (!file.contentType.startsWith('text/html') || context.policyMode === 'off') return [];
  const name = context.policyMode === 'enforce' ? 'Content-Security-Policy' : 'Content-Security-Policy-Report-Only';
  return [name, context.policies.intern(contentSecurityPolicy(sources ?? noSources, context))];
}

/**
 * Returns the headers that point agents from one page to the others: `Link` (RFC 8288) and `X-Llms-Txt`, which agents
 * and documentation checkers look for.
 */
export function agentHeadersOf({ basePath, look }: Pick<SiteSource, 'basePath' | 'look'>): readonly string[] {
  const files = [
    ['llms.txt', 'llms-txt'],
    ['llms-full.txt', 'llms-full-txt'],
  ] as const;
  const links = files
    .filter(([path]) => look(path) !== undefined)
    .map(([path, relation]) => `<${basePath}/${path}>; rel="${relation}"`);
  if (look('llms.txt') === undefined) return [];
  return ['Link', links.join(', '), 'X-Llms-Txt', `${basePath}/llms.txt`];
}

/**
 * Returns the header with a page's commit. A bundle can declare any text as its commit, so an invalid commit is left
 * out.
 */
export function buildHeadersOf({ build }: Pick<SiteSource, 'build'>): readonly string[] {
  return build !== undefined && /^[0-9a-f]{6,64}$/.test(build.commit) ? ['Docwright-Commit', build.commit] : [];
}

const isPage = (contentType: string): boolean => /^text\/(?:html|markdown)\b/.test(contentType);

/**
 * Whether range requests receive a partial response. If a bundle is unpacked on request, a compressed file must be
 * decompressed from its beginning, and one byte must not cost as much as the whole file. A range request therefore
 * receives the whole file (RFC 9110, 14.2). Every source follows this rule, so that a site responds identically
 * wherever it is served.
 */
const canSendParts = ({ gzip }: FileFacts): boolean => gzip === undefined;

const cacheHeaders = (etag: string, cache: string): string[] => ['ETag', etag, 'Cache-Control', cache];

/** Returns the headers of a 404 page: it must not be cached, because a page may be added at the address later. */
export function toUncachedHeaders({ headers }: Variant): readonly string[] {
  const uncached = ['Cache-Control', 'no-cache'];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name !== 'ETag' && name !== 'Cache-Control') uncached.push(name, value);
  }
  return uncached;
}

export function prepareFile(file: SiteFile, facts: FileFacts, context: PrepareContext): PreparedFile {
  const policy = policyHeaders(file, facts, context);
  const vary = file.path.endsWith('.html') ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
  const agents = isPage(file.contentType) ? context.agentHeaders : [];
  // A 304 response also has this header, so that an unchanged page of a new version shows the new commit.
  const build = isPage(file.contentType) ? context.buildHeaders : [];
  const isSeekable = canSendParts(facts);
  const cache = isHashedName(file.path) ? IMMUTABLE : REVALIDATE;
  const { size: wholeBytes, sha256 } = facts.content ?? file;
  const variant = (encoding: Encoding, size: number): Variant => {
    // A strong ETag, because each variant has different bytes.
    const etag = `"${sha256.slice(0, 32)}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const ranges = ['Accept-Ranges', isSeekable ? 'bytes' : 'none'];
    const form = encoding === 'identity' ? ranges : ['Content-Encoding', encoding];
    const content = ['Content-Type', file.contentType, 'Content-Length', String(size), ...form, 'Vary', vary];
    const shortHeaders = [...cacheHeaders(etag, cache), 'Vary', vary, ...build];
    const ofPage = [...policy, ...agents, ...build];
    const headers = [...cacheHeaders(etag, cache), ...content, ...securityHeaders, ...ofPage];
    // Two archives may have compressed the same content differently.
    return { encoding, etag, size, key: `${etag}${size}`, headers, shortHeaders };
  };
  const { gzip, br } = facts;
  return {
    file,
    isSeekable,
    identity: variant('identity', wholeBytes),
    gzip: gzip === undefined || gzip >= wholeBytes ? undefined : variant('gzip', gzip),
    br: br === undefined ? undefined : variant('br', br),
  };
}
