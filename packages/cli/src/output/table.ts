import { stripVTControlCharacters } from 'node:util';

/** Formats rows under a header, in columns as wide as their widest cell. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => widthOf(row[column] ?? ''))));
  const toLine = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return [head.map((name) => name.toUpperCase()), ...rows].map(toLine).join('\n');
}

/** Formats `label   value` lines. Fields without a value are omitted. */
export function formatFields(fields: readonly (readonly [string, string | number | null | undefined])[]): string {
  const known = fields.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...known.map(([label]) => label.length));
  return known.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

const widthOf = (cell: string): number => stripVTControlCharacters(cell).length;
