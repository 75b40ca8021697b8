/** The resources that a page loads, read once from its HTML: the basis of its Content-Security-Policy. */
import { createHash } from 'node:crypto';
import { readTags } from './read-tags.ts';

const wanted: ReadonlySet<string> = new Set(
  'script link meta iframe embed object img source video audio track'.split(' '),
);
const scriptTypes = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:java|ecma)script)$/i;

/** Name of the element in which the site builder lists the origins that a site allows. */
export const sourcesMeta = 'docwright:sources';

function originOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return undefined;
  const { origin } = new URL(absolute);
  // A host may contain characters that end a directive or the policy.
  return /[;,'"]/.test(origin) ? undefined : origin;
}

/** The resources of a page that are relevant to a policy: origins, except for `scripts`. */
export interface PageSources {
  /** Hashes of inline scripts, as written in a policy. */
  readonly scripts: readonly string[];
  readonly remoteScripts: readonly string[];
  readonly styles: readonly string[];
  readonly frames: readonly string[];
  readonly media: readonly string[];
  /** Origins from which the site's scripts can load data: `<meta name="docwright:sources" content="https://…">`. */
  readonly allowed: readonly string[];
}

/** The sources of a page that is too large to inspect. */
export const noSources: PageSources = {
  scripts: [],
  remoteScripts: [],
  styles: [],
  frames: [],
  media: [],
  allowed: [],
};

export function readPageSources(html: string): PageSources {
  const sources = {
    scripts: new Set<string>(),
    remoteScripts: new Set<string>(),
    styles: new Set<string>(),
    frames: new Set<string>(),
    media: new Set<string>(),
    allowed: new Set<string>(),
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
      case 'meta':
        if (attributes.get('name') === sourcesMeta)
          for (const url of (attributes.get('content') ?? '').split(' ')) add(sources.allowed, url);
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
    allowed: [...sources.allowed],
  };
}

function hashOf(script: string): string {
  // The HTML parser turns CR LF into LF before hashing.
  const source = script.replaceAll(/\r\n?/g, '\n');
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

/** The size of the largest page that is inspected. */
export const LARGEST_INSPECTED_BYTES = 16 * 1024 * 1024;

/** Returns the page's sources, or `undefined` if the file isn't a page. */
export function pageSourcesOf(contentType: string, content: Uint8Array): PageSources | undefined {
  if (!contentType.startsWith('text/html')) return undefined;
  return content.length > LARGEST_INSPECTED_BYTES
    ? noSources
    : readPageSources(Buffer.from(content.buffer, content.byteOffset, content.length).toString());
}
