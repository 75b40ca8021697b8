import { kindOfName } from '../code/find-changed-names.ts';
import { applyTextEdits } from '../text/edit-text.ts';
import { mapKinds, type KindOf } from './text-kinds.ts';

export interface NameMention {
  readonly line: number;
  /** The line's text, truncated if it is long. */
  readonly text: string;
}

interface Page {
  readonly path: string;
  readonly text: string;
}

const maxExcerptLength = 160;

/** The lines in which readers of a page see one of the names. */
export function findMentions(page: Page, names: readonly string[]): (NameMention & { readonly name: string })[] {
  const listShown = readShown(page);
  return names.flatMap((name) => {
    const found = listShown(name).filter(({ line }, index, all) => all[index - 1]?.line !== line);
    return found.map(({ line, text }) => ({ name, line, text: text.trim().slice(0, maxExcerptLength) }));
  });
}

/**
 * Renames a name wherever a page shows it as code. Options, variables and routes are also renamed in prose, because no
 * ordinary word looks like them. Lines that already have both names, such as "`--all` was renamed to `--every`", are
 * kept.
 */
export function renameInPage(
  page: Page,
  { old, name }: { readonly old: string; readonly name: string },
): { readonly text: string; readonly replaced: number } {
  const isWordLike = kindOfName(old) === 'identifier';
  const edits = readShown(page)(old)
    .filter(({ kind, text }) => (kind === 'code' || !isWordLike) && listPositions(text, name).length === 0)
    .map(({ start }) => ({ start, end: start + old.length, text: name }));
  return { text: edits.length === 0 ? page.text : applyTextEdits(page.text, edits), replaced: edits.length };
}

interface Shown extends NameMention {
  readonly start: number;
  readonly kind: 'prose' | 'code';
}

/** Finds names in the text that readers see. The page is parsed once, and only if it contains one of them. */
function readShown({ path, text: page }: Page): (name: string) => Shown[] {
  let parsed: { readonly kindOf: KindOf; readonly lines: readonly string[] } | undefined;
  return (name) => {
    if (!page.includes(name)) return [];
    parsed ??= { kindOf: mapKinds(path, page), lines: page.split(/(?<=\n)/) };
    const { kindOf, lines } = parsed;
    let at = 0;
    return lines.flatMap((text, index) => {
      const from = at;
      at += text.length;
      return listPositions(text, name).flatMap((position): Shown[] => {
        const start = from + position;
        const kind = kindOf(start, start + name.length);
        return kind === 'prose' || kind === 'code' ? [{ line: index + 1, text, start, kind }] : [];
      });
    });
  };
}

/**
 * The positions of a name as a whole: `--all` is not part of `--all-files`, and `/v1/users` is not part of
 * `/v1/users/me`.
 */
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
