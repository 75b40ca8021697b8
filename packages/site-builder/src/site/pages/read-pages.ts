import { decodeText } from '../../text/decode-text.ts';
import type { JsonObject } from '../../text/json-object.ts';
import { readFrontmatter } from '../../text/read-frontmatter.ts';
import { digestOf } from '../../text/digest-of.ts';
import type { ApiGeneratedPage } from '../specs/api-spec.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { hasFeed } from './has-feed.ts';
import type { SitePage } from './site-page.ts';

/** Paths of the files that are pages, by their extension-less path. Where `x.mdx` and `x.md` stand side by side, `.mdx` counts. */
export function listPageFiles(source: SiteSource, isIgnored: (path: string) => boolean): Map<string, string> {
  const pages = new Map<string, string>();
  for (const path of source.paths) {
    const bare = /^(.*)\.(?:mdx|md)$/i.exec(path)?.[1];
    if (bare === undefined || /^_?snippets\//.test(path) || isIgnored(path)) continue;
    const known = pages.get(bare);
    if (known === undefined || !known.endsWith('.mdx')) pages.set(bare, path);
  }
  return pages;
}

export interface PageReader {
  readonly source: SiteSource;
  readonly maxBytes: number;
  /** Pages that were read before, by the bytes of their files. */
  readonly known?: WeakMap<Uint8Array, SitePage> | undefined;
}

/** Reads one page file; a file that is too large or gone gives a page without text. */
export function readPageFile({ source, maxBytes, known }: PageReader, path: string, sourcePath: string): SitePage {
  const bytes = source.read(sourcePath) ?? new Uint8Array();
  const before = known?.get(bytes);
  if (before?.path === path && before.sourcePath === sourcePath) return before;
  const page = parsePageFile(bytes, { path, sourcePath, maxBytes });
  known?.set(bytes, page);
  return page;
}

function parsePageFile(
  bytes: Uint8Array,
  { path, sourcePath, maxBytes }: { readonly path: string; readonly sourcePath: string; readonly maxBytes: number },
): SitePage {
  const tooLarge = bytes.byteLength > maxBytes;
  const { text, invalid } = decodeText(tooLarge ? new Uint8Array() : bytes);
  const { fields, body, problem } = readFrontmatter(text);
  return {
    path,
    sourcePath,
    frontmatter: fields,
    body,
    hasFeed: hasFeed(fields, body),
    api: undefined,
    digest: digestOf(bytes),
    frontmatterProblem: problem,
    invalidUtf8: invalid,
    tooLarge,
  };
}

/** A page that only a specification describes. */
export function toGeneratedPage(api: ApiGeneratedPage): SitePage {
  const reference = api.reference;
  const sourcePath = reference.kind === 'manual' ? 'docs.json' : reference.spec.path;
  const frontmatter: JsonObject = {
    title: api.title,
    description: api.description,
    deprecated: api.deprecated,
    ...api.metadata,
  };
  return {
    path: api.path,
    sourcePath,
    frontmatter,
    body: api.content,
    hasFeed: hasFeed(frontmatter, api.content),
    api,
    digest: digestOf(JSON.stringify([frontmatter, api.content])),
    frontmatterProblem: undefined,
    invalidUtf8: false,
    tooLarge: false,
  };
}
