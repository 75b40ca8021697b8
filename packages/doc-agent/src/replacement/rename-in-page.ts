import { kindOfName } from '../code/find-changed-names.ts';
import { applyTextEdits } from '../text/edit-text.ts';
import { mapKinds } from './text-kinds.ts';

export interface NameMention {
  readonly line: number;
  /** The line's text, cut if it is long. */
  readonly text: string;
}

interface Page {
  readonly path: string;
  readonly text: string;
}

const longestExcerpt = 160;

/** The lines in which readers of a page see a name. */
export function findMentions(page: Page, name: string): NameMention[] {
  const found = listShown(page, name).map(({ line, text }) => ({ line, text: text.trim().slice(0, longestExcerpt) }));
  return found.filter(({ line }, index) => found[index - 1]?.line !== line);
}

/**
 * Renames something wherever a page shows it as code. Options, variables and routes are also renamed in prose, where no
 * word looks like them. Lines that already have both names, such as "`--all` was renamed to `--every`", are kept.
 */
export function renameInPage(
  page: Page,
  { old, name }: { readonly old: string; readonly name: string },
): { readonly text: string; readonly replaced: number } {
  const isWordLike = kindOfName(old) === 'identifier';
  const edits = listShown(page, old)
    .filter(({ kind, text }) => (kind === 'code' || !isWordLike) && listPositions(text, name).length === 0)
    .map(({ start }) => ({ start, end: start + old.length, text: name }));
  return { text: edits.length === 0 ? page.text : applyTextEdits(page.text, edits), replaced: edits.length };
}

interface Shown extends NameMention {
  readonly start: number;
  readonly kind: 'prose' | 'code';
}

function listShown(page: Page, name: string): Shown[] {
  if (!page.text.includes(name)) return [];
  const kindOf = mapKinds(page.path, page.text);
  let at = 0;
  return page.text.split(/(?<=\n)/).flatMap((text, index) => {
    const from = at;
    at += text.length;
    return listPositions(text, name).flatMap((position): Shown[] => {
      const start = from + position;
      const kind = kindOf(start, start + name.length);
      return kind === 'prose' || kind === 'code' ? [{ line: index + 1, text, start, kind }] : [];
    });
  });
}

/** `--all` is not part of `--all-files`, and `/v1/users` is not part of `/v1/users/me`. */
export function listPositions(line: string, name: string): number[] {
  const found: number[] = [];
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + name.length)) {
    const before = line[at - 1] ?? '';
    const after = line.slice(at + name.length, at + name.length + 2);
    const isRoute = name.startsWith('/');
    if (/[\w-]/.test(before) || /^[\w-]/.test(after)) continue;
    if (isRoute && (/[./]/.test(before) || /^(?:\/|\.\w)/.test(after))) continue;
    found.push(at);
  }
  return found;
}
