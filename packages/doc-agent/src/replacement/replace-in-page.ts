import { trimEndOf } from '../text/trim-end.ts';
import { adoptLineEnds } from '../edit/apply-edit.ts';
import { readFrontmatter } from '../frontmatter/edit-frontmatter.ts';
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { applyTextEdits } from '../text/edit-text.ts';
import { findLinks } from '../links/find-links.ts';
import { ToolError } from '../errors.ts';
import { findOccurrences } from './find-occurrences.ts';
import type { Occurrence } from './find-occurrences.ts';
import type { TextKind } from './text-kinds.ts';

/** The kinds of text that a request may name. */
export const replaceKinds = ['prose', 'code', 'links', 'identifiers', 'words'] as const;
export type ReplaceKind = (typeof replaceKinds)[number];
/** The kinds of text that are counted if they are left unchanged. */
export type OccurrenceKind = TextKind | ReplaceKind;

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly kinds: ReadonlySet<OccurrenceKind>;
  /** Whether to replace the text only if it is a link's whole target, or a whole URL. */
  readonly whole: boolean;
}
export interface PageReplacement {
  readonly text: string;
  readonly replaced: number;
  /** Number of unchanged occurrences by kind. */
  readonly left: ReadonlyMap<OccurrenceKind, number>;
  /** Spellings in prose that differ only by case, with their number. */
  readonly otherCase: ReadonlyMap<string, number>;
}

export function replaceInPage(page: { path: string; text: string }, request: Replacement): PageReplacement {
  const old = adoptLineEnds(page.text, request.old);
  const replacement = adoptLineEnds(page.text, request.new);
  const left = new Map<OccurrenceKind, number>();
  const taken: Occurrence[] = [];
  const targets = request.whole ? findWholeTargets(page) : undefined;
  for (const occurrence of findOccurrences(page, old, replacement)) {
    const reason =
      targets === undefined
        ? findReason(occurrence, request.kinds)
        : isWhole(occurrence, targets)
          ? undefined
          : occurrence.kind;
    if (reason === undefined) taken.push(occurrence);
    else left.set(reason, (left.get(reason) ?? 0) + 1);
  }
  const edits = taken.map(({ start, end, isPlural }) => ({
    start,
    end: isPlural ? end + 1 : end,
    text: isPlural ? `${replacement}s` : replacement,
  }));
  const after = edits.length === 0 ? page.text : applyTextEdits(page.text, edits);
  return {
    text: keepFrontmatter(page.text, after, replacement),
    replaced: taken.length,
    left,
    otherCase: request.whole ? new Map() : countOtherCase(page, old, replacement, request.kinds),
  };
}

/** Counts other capitalizations: a term in a heading or at the start of a sentence may be capitalized. */
function countOtherCase(
  page: { path: string; text: string },
  old: string,
  replacement: string,
  kinds: Replacement['kinds'],
): ReadonlyMap<string, number> {
  const lower = page.text.toLowerCase();
  const found = new Map<string, number>();
  // Some letters are longer in lower case, so offsets would differ.
  if (!/\p{L}/u.test(old) || lower.length !== page.text.length) return found;
  const sought = old.toLowerCase();
  const spellings = new Set<string>();
  for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, at + sought.length))
    spellings.add(page.text.slice(at, at + sought.length));
  spellings.delete(old);
  for (const spelling of spellings) {
    const same = findOccurrences(page, spelling, replacement).filter((each) => findReason(each, kinds) === undefined);
    const isReplaced = (start: number): boolean =>
      replacement.toLowerCase().includes(sought) &&
      page.text.slice(Math.max(0, start - replacement.length), start + replacement.length).includes(replacement);
    const count = same.filter(({ start }) => !isReplaced(start)).length;
    if (count > 0) found.set(spelling, count);
  }
  return found;
}

/** The reason that an occurrence isn't changed. */
function findReason({ kind, partOf }: Occurrence, kinds: Replacement['kinds']): OccurrenceKind | undefined {
  if (!kinds.has(kind)) return kind;
  return partOf === undefined || kinds.has(partOf) ? undefined : partOf;
}

function findWholeTargets({ path, text }: { path: string; text: string }): ReadonlyMap<number, number> {
  const targets = new Map(findLinks(path, text).map(({ start, end }) => [start, end]));
  for (const match of text.matchAll(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`)\]}]+/gi)) {
    const url = trimEndOf(match[0], '.,;:!?*_');
    if (!targets.has(match.index)) targets.set(match.index, match.index + url.length);
  }
  return targets;
}

const isWhole = ({ start, end, kind }: Occurrence, targets: ReadonlyMap<number, number>): boolean =>
  kind === 'links' && targets.get(start) === end;

/** Throws `invalid_frontmatter` if YAML would misread the new text in the frontmatter (`a: b`, a quote). */
function keepFrontmatter(before: string, after: string, replacement: string): string {
  if (before === after || !splitFrontmatter(before).exists || !/[:#'"\\&*!|>%@`{}[\],-]|^\s|\s$|\n/.test(replacement))
    return after;
  const known = readFrontmatter(before);
  const isIntact = (): boolean => {
    try {
      const now = readFrontmatter(after);
      return now.size === known.size && [...known].every(([key, value]) => typeof now.get(key) === typeof value);
    } catch (error) {
      if (error instanceof ToolError) return false;
      throw error;
    }
  };
  if (isIntact()) return after;
  throw new ToolError(
    'invalid_frontmatter',
    "the new text can't be used in the frontmatter because of how the value is quoted",
  );
}
