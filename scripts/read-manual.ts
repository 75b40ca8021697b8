import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../docs');

/** Pages of the manual, as sorted paths from `docs/` with extension. Decisions are for developers. */
export const manualPages: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.mdx'))
  .toSorted();

export const readManualPage = (page: string): string => readFileSync(join(folder, page), 'utf8');

/** Cells of Markdown, without the spaces around them. */
export type ManualRow = readonly string[];

/**
 * Reads every row of a page's tables with these columns, without the header. Columns after the named columns may be
 * omitted.
 *
 * @throws {Error} if the page has no such table, so that a renamed column can't make a test pass
 */
export function readManualRows(page: string, ...columns: readonly string[]): readonly ManualRow[] {
  const lines = readManualPage(page).split('\n');
  const tables = lines.flatMap((line, at) => {
    const isHeader =
      /^\| *:?-/.test(lines[at + 1] ?? '') && columns.every((name, index) => cellsOf(line)[index] === name);
    return isHeader ? [at + 2] : [];
  });
  if (tables.length === 0) throw new Error(`docs/${page} has no table with the columns ${columns.join(', ')}`);
  return tables.flatMap((start) => {
    const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
    return lines.slice(start, length === -1 ? undefined : start + length).map(cellsOf);
  });
}

/** Returns the inline code in a cell: names that a program uses. */
export const codeIn = (cell: string | undefined): readonly string[] =>
  Array.from((cell ?? '').matchAll(/`([^`]+)`/g), ([, code = '']) => code);

const cellsOf = (line: string): ManualRow =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
