import type { ReportIssue } from '../../issues/issue.ts';
import { decodeText } from '../../text/decode-text.ts';
import type { JsonObject } from '../../text/json-object.ts';
import type { IgnoreRules } from '../config/read-ignore.ts';
import { readFrontmatter } from '../../text/read-frontmatter.ts';
import { digestOf } from '../../text/digest-of.ts';
import type { ApiGeneratedPage } from '../specs/api-spec.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { isLfsPointer } from '../../source/lfs-pointer.ts';
import { hasFeed } from './has-feed.ts';
import type { SitePage } from './site-page.ts';

export interface PageFiles {
  /** Maps each page path to its file. */
  readonly files: ReadonlyMap<string, string>;
  /** Maps the extension-less path of a file to the path of its page, if another page already has the file's path. */
  readonly moved: ReadonlyMap<string, string>;
}

/** The files that are pages. If both `x.mdx` and `x.md` exist, `.mdx` is used. */
export function listPageFiles(
  source: SiteSource,
  { isIgnored, isRepositoryText }: IgnoreRules,
  report: ReportIssue,
): PageFiles {
  const found = new Map<string, string>();
  for (const path of source.paths) {
    const bare = /^(.*)\.(?:mdx|md)$/i.exec(path)?.[1];
    if (bare === undefined || /^_?snippets\//.test(path) || isIgnored(path)) continue;
    const known = found.get(bare);
    if (known === undefined || !known.endsWith('.mdx')) found.set(bare, path);
  }
  return separatePages(found, { isRepositoryText, report });
}

/**
 * Changes the path of the second of two pages that differ only in case, such as `Guide` and `guide`, because many file
 * systems and hosts can't distinguish them.
 */
function separatePages(
  found: ReadonlyMap<string, string>,
  { isRepositoryText, report }: Pick<IgnoreRules, 'isRepositoryText'> & { readonly report: ReportIssue },
): PageFiles {
  const files = new Map<string, string>();
  const moved = new Map<string, string>();
  const fold = (path: string): string => path.normalize('NFC').toLowerCase();
  const folded = new Map([...found.keys()].map((bare) => [bare, fold(bare)] as const));
  const wanted = new Set(folded.values());
  const taken = new Map<string, string>();
  // `AGENTS.md` usually isn't a page: it doesn't get the address of `agents.mdx`.
  const texts = [...found].filter(([, file]) => isRepositoryText(file));
  const others = [...found].filter(([, file]) => !isRepositoryText(file));
  for (const [bare, file] of [...others, ...texts]) {
    const name = folded.get(bare) ?? fold(bare);
    const first = taken.get(name);
    if (first === undefined) {
      taken.set(name, file);
      files.set(bare, file);
      continue;
    }
    let free = `${bare}-1`;
    for (let count = 2; wanted.has(fold(free)) || taken.has(fold(free)); count++) free = `${bare}-${count}`;
    taken.set(fold(free), file);
    files.set(free, file);
    moved.set(bare, free);
    if (isRepositoryText(file)) continue;
    report({
      path: file,
      severity: 'error',
      code: 'path-collision',
      message: `"${file}" differs from "${first}" only in case or Unicode form; its page is "/${free}".`,
      fix: 'Rename one of them.',
    });
  }
  return { files, moved };
}

export interface PageReader {
  readonly source: SiteSource;
  readonly maxBytes: number;
  /** Pages that were read earlier, by the bytes of their files. */
  readonly known?: WeakMap<Uint8Array, SitePage> | undefined;
}

/** Reads one page file; a file that is too large or missing becomes a page without text. */
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
  const isPointer = isLfsPointer(bytes);
  const { text, invalid } = decodeText(tooLarge || isPointer ? new Uint8Array() : bytes);
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
    isLfsPointer: isPointer,
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
    isLfsPointer: false,
  };
}
