import { createHash } from 'node:crypto';
import { splitLines } from '../text/diff-lines.ts';
import { formatLocation, parseLocation, type CodeLocation } from './citation.ts';

/**
 * An invisible MDX comment in a page. It names the code that supports a claim, and contains a digest of the cited
 * lines: if they change, the page is stale.
 */
export interface PageAnchor {
  readonly location: CodeLocation;
  readonly digest: string;
  /** 1-based line in the page. */
  readonly line: number;
}

const mark = 'docwright:code';
const anchor = /^\{\/\* docwright:code (\S.{0,700}) sha256:([0-9a-f]{16}) \*\/\}$/;
const maxAnchors = 100;

/** Computes the digest of lines, without trailing spaces and line endings, which editors and git may change. */
export function digestLines(lines: readonly string[]): string {
  const text = lines.map((line) => line.trimEnd()).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export function readAnchors(page: string): PageAnchor[] {
  if (!page.includes(mark)) return [];
  return page.split('\n').flatMap((text, index) => {
    const [, written = '', digest = ''] = anchor.exec(text.trim()) ?? [];
    const location = parseLocation(written);
    return location === undefined ? [] : [{ location, digest, line: index + 1 }];
  });
}

/** Returns the page as readers see it: the lines of anchors are empty. */
export function hideAnchors(page: string): string {
  const hidden = new Set(readAnchors(page).map(({ line }) => line));
  if (hidden.size === 0) return page;
  return page
    .split('\n')
    .map((text, index) => (hidden.has(index + 1) ? '' : text))
    .join('\n');
}

export interface NewAnchor {
  readonly location: string;
  /** The cited lines. */
  readonly lines: string;
}

/** Returns the page with anchors at its end. They replace older anchors of the same file. */
export function writeAnchors(page: string, anchors: readonly NewAnchor[]): string {
  const written = anchors.flatMap(({ location, lines }) => {
    const parsed = parseLocation(location);
    // `*/` would end the comment.
    if (parsed === undefined || location.includes('*/')) return [];
    return [{ file: toFile(parsed), text: toComment(parsed, lines) }];
  });
  const files = new Set(written.map(({ file }) => file));
  const old = readAnchors(page);
  const dropped = new Set(old.filter(({ location }) => files.has(toFile(location))).map(({ line }) => line));
  const kept = page.split('\n').filter((_, index) => !dropped.has(index + 1));
  const comments = [...new Set(written.map(({ text }) => text))].slice(0, maxAnchors - (old.length - dropped.size));
  if (comments.length === 0) return page;
  const text = kept.join('\n').trimEnd();
  const endsWithAnchor = anchor.test(text.slice(text.lastIndexOf('\n') + 1).trim());
  return `${text}${endsWithAnchor ? '\n' : '\n\n'}${comments.join('\n')}\n`;
}

const toFile = ({ repository, path }: CodeLocation): string => `${repository}:${path}`;

const toComment = (location: CodeLocation, lines: string): string =>
  `{/* ${mark} ${formatLocation(location)} sha256:${digestLines(splitLines(lines))} */}`;

/** Lines that moved further than this count as changed, because a search takes time for each line. */
const maxShift = 2000;

/**
 * Finds an anchor's lines in the current file, even if they have moved. Returns `undefined` if they have changed.
 */
export function findAnchored(text: string, { location, digest }: PageAnchor): { readonly from: number } | undefined {
  const lines = splitLines(text);
  const length = location.to - location.from + 1;
  const isAt = (from: number): boolean => digestLines(lines.slice(from - 1, from - 1 + length)) === digest;
  if (location.to <= lines.length && isAt(location.from)) return { from: location.from };
  const last = Math.min(lines.length - length + 1, location.from + maxShift);
  for (let from = Math.max(1, location.from - maxShift); from <= last; from++) if (isAt(from)) return { from };
  return undefined;
}
