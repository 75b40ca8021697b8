/**
 * The Content-Security-Policy (CSP Level 3) of one page, made from what the page holds: hashes of its inline scripts, and the
 * origins that its own markup names. A script that came in any other way does not run.
 */
import { createHash } from 'node:crypto';
import type { ResolvedFeatures } from '@docwright/bundle';

export interface PolicyContext {
  readonly features: ResolvedFeatures;
  readonly isAirGapped: boolean;
  readonly allowedSources: readonly string[];
}

const tag = /<(script|link|iframe|embed|object|img|source|video|audio|track)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const scriptTypes = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:java|ecma)script)$/i;

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    found.set(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return found;
}

function originOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return undefined;
  return new URL(absolute).origin;
}

interface PageSources {
  readonly scripts: Set<string>;
  readonly styles: Set<string>;
  readonly frames: Set<string>;
  readonly media: Set<string>;
}

function collect(html: string): PageSources {
  const sources: PageSources = { scripts: new Set(), styles: new Set(), frames: new Set(), media: new Set() };
  const add = (set: Set<string>, url: string | undefined): void => {
    const origin = originOf(url);
    if (origin !== undefined) set.add(origin);
  };
  for (const match of html.matchAll(tag)) {
    const attributes = attributesOf(match[2] ?? '');
    switch ((match[1] ?? '').toLowerCase()) {
      case 'script':
        if (attributes.has('src')) add(sources.scripts, attributes.get('src'));
        else if (scriptTypes.test(attributes.get('type') ?? ''))
          addHash(sources.scripts, html, match.index + match[0].length);
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
        for (const name of ['src', 'poster']) add(sources.media, attributes.get(name));
        for (const candidate of (attributes.get('srcset') ?? '').split(','))
          add(sources.media, candidate.trim().split(' ')[0]);
    }
  }
  return sources;
}

function addHash(scripts: Set<string>, html: string, start: number): void {
  const rest = html.indexOf('</script', start);
  const end = rest < 0 ? html.length : rest;
  // The parser turns CR LF into LF before it hashes.
  const source = html.slice(start, end).replaceAll(/\r\n?/g, '\n');
  scripts.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
}

export function contentSecurityPolicy(html: string, { features, isAirGapped, allowedSources }: PolicyContext): string {
  const { scripts, styles, frames, media } = collect(html);
  // Pictures and films of other hosts do no harm to a reader who may reach them; in an air-gapped site nothing may ask for them
  // but what the authors wrote.
  const anyMedia = isAirGapped ? media : ['https:', 'http:'];
  const reachesOut =
    !isAirGapped && (features.playground || features.analytics || features.search || features.assistant);
  const directive = (name: string, ...parts: Iterable<string>[]): string =>
    [name, ...parts.flatMap((part) => [...part]), ...allowedSources].join(' ');
  return [
    directive('default-src', ["'self'"]),
    directive('script-src', ["'self'"], scripts),
    // Highlighting, diagrams and authors' own markup carry style attributes.
    directive('style-src', ["'self'", "'unsafe-inline'"], styles),
    directive('img-src', ["'self'", 'data:', 'blob:'], anyMedia),
    directive('media-src', ["'self'", 'data:', 'blob:'], anyMedia),
    directive('font-src', ["'self'", 'data:'], styles.size > 0 && !isAirGapped ? ['https:'] : []),
    directive('frame-src', ["'self'"], frames),
    directive('connect-src', ["'self'"], reachesOut ? ['https:'] : []),
    directive('worker-src', ["'self'", 'blob:']),
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'self'",
    isAirGapped ? "form-action 'self'" : "form-action 'self' https:",
  ].join('; ');
}

/** For pictures that can hold scripts: opened by themselves, they are a picture and nothing else. */
export const INERT_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";
