/**
 * The Content-Security-Policy (CSP Level 3) of one page, made from what the page holds: hashes of its inline scripts, and the
 * origins that its own markup names. A script that came in any other way does not run.
 */
import { createHash } from 'node:crypto';
import type { ResolvedFeatures } from '@docwright/bundle';
import { readTags } from './read-tags.ts';

export interface PolicyContext {
  readonly features: ResolvedFeatures;
  readonly isAirGapped: boolean;
  readonly allowedSources: readonly string[];
}

const wanted: ReadonlySet<string> = new Set('script link iframe embed object img source video audio track'.split(' '));
const scriptTypes = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:java|ecma)script)$/i;

function originOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return undefined;
  return new URL(absolute).origin;
}

/** What a page loads, as far as a policy asks. Origins, but for `scripts`. */
export interface PageSources {
  /** Hashes of inline scripts, as they stand in a policy. */
  readonly scripts: readonly string[];
  readonly remoteScripts: readonly string[];
  readonly styles: readonly string[];
  readonly frames: readonly string[];
  readonly media: readonly string[];
}

/** For a page that is too big to be looked at. */
export const noSources: PageSources = { scripts: [], remoteScripts: [], styles: [], frames: [], media: [] };

export function readPageSources(html: string): PageSources {
  const sources = {
    scripts: new Set<string>(),
    remoteScripts: new Set<string>(),
    styles: new Set<string>(),
    frames: new Set<string>(),
    media: new Set<string>(),
  };
  const add = (set: Set<string>, url: string | undefined): void => {
    const origin = originOf(url);
    if (origin !== undefined) set.add(origin);
  };
  for (const { name, attributes, text } of readTags(html, wanted)) {
    switch (name) {
      case 'script':
        if (attributes.has('src')) add(sources.remoteScripts, attributes.get('src'));
        else if (scriptTypes.test(attributes.get('type') ?? '')) sources.scripts.add(hashOf(text));
        break;
      case 'link':
        if ((attributes.get('rel') ?? '').includes('stylesheet')) add(sources.styles, attributes.get('href'));
        break;
      case 'iframe':
      case 'embed':
      case 'object':
        add(sources.frames, attributes.get('src') ?? attributes.get('data'));
        break;
      default:
        for (const place of ['src', 'poster']) add(sources.media, attributes.get(place));
        for (const candidate of (attributes.get('srcset') ?? '').split(',')) {
          add(sources.media, candidate.trim().split(' ')[0]);
        }
    }
  }
  return {
    scripts: [...sources.scripts],
    remoteScripts: [...sources.remoteScripts],
    styles: [...sources.styles],
    frames: [...sources.frames],
    media: [...sources.media],
  };
}

function hashOf(script: string): string {
  // The parser turns CR LF into LF before it hashes.
  const source = script.replaceAll(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

export function contentSecurityPolicy(sources: PageSources, context: PolicyContext): string {
  const { scripts, remoteScripts, styles, frames, media } = sources;
  const { features, isAirGapped, allowedSources } = context;
  // Pictures and films of other hosts do no harm to a reader who may reach them; in an air-gapped site nothing may ask for them
  // but what the authors wrote.
  const anyMedia = isAirGapped ? media : ['https:', 'http:'];
  const reachesOut = !isAirGapped && (features.playground || features.analytics);
  const directive = (name: string, ...parts: (readonly string[])[]): string =>
    [name, ...parts.flat(), ...allowedSources].join(' ');
  return [
    directive('default-src', ["'self'"]),
    // Analytics that a bundle brought along must not even be asked for where there is no way out.
    directive('script-src', ["'self'"], scripts, isAirGapped ? [] : remoteScripts),
    // Highlighting, diagrams and authors' own markup carry style attributes.
    directive('style-src', ["'self'", "'unsafe-inline'"], styles),
    directive('img-src', ["'self'", 'data:', 'blob:'], anyMedia),
    directive('media-src', ["'self'", 'data:', 'blob:'], anyMedia),
    directive('font-src', ["'self'", 'data:'], styles.length > 0 && !isAirGapped ? ['https:'] : []),
    directive('frame-src', ["'self'"], frames),
    // The playground of a channel connects to wss:, which `https:` does not allow.
    directive(
      'connect-src',
      ["'self'"],
      reachesOut ? ['https:'] : [],
      reachesOut && features.playground ? ['wss:'] : [],
    ),
    directive('worker-src', ["'self'", 'blob:']),
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
    isAirGapped ? "form-action 'self'" : "form-action 'self' https:",
  ].join('; ');
}

/** For pictures that can hold scripts: opened by themselves, they are a picture and nothing else. */
export const INERT_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
