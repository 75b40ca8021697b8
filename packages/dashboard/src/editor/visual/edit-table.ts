/** A line of a table. Joining its parts restores the line. */
interface TableLine {
  /** The characters before the first cell: indentation, quote marks, and the first pipe. */
  readonly before: string;
  /** The text between the pipes, with its spaces. */
  readonly cells: readonly string[];
  readonly after: string;
}

export interface Table {
  readonly columns: number;
  /** The rows without the delimiter line; the first row is the header. Cells are unescaped. */
  readonly rows: readonly (readonly string[])[];
}

const readLines = (text: string): TableLine[] => text.split('\n').map(readLine);
const writeLines = (lines: readonly TableLine[]): string =>
  lines.map(({ before, cells, after }) => before + cells.join('|') + after).join('\n');

function readLine(line: string): TableLine {
  const before = /^[ \t>]*\|?/.exec(line)?.[0] ?? '';
  const cells = [''];
  for (let at = before.length; at < line.length; at += 1) {
    const last = cells.length - 1;
    if (line[at] === '|') cells.push('');
    else if (line[at] === '\\') {
      cells[last] = `${cells[last] ?? ''}${line.slice(at, at + 2)}`;
      at += 1;
    } else cells[last] = `${cells[last] ?? ''}${line[at] ?? ''}`;
  }
  const end = cells.at(-1) ?? '';
  if (cells.length === 1 || end.trim() !== '') return { before, cells, after: '' };
  return { before, cells: cells.slice(0, -1), after: `|${end}` };
}

/** Index of the delimiter line, below the header. */
const DASHES = 1;

export function readTable(text: string): Table {
  const lines = readLines(text);
  const columns = lines[0]?.cells.length ?? 0;
  const rows = lines.filter((_line, index) => index !== DASHES);
  return {
    columns,
    rows: rows.map(({ cells }) =>
      Array.from({ length: columns }, (_none, column) => toShown((cells[column] ?? '').trim())),
    ),
  };
}

const toShown = (cell: string): string => cell.replaceAll(String.raw`\|`, '|');

/** Converts a cell's text to one line with escaped pipes. Pipes that the author has already escaped are unchanged. */
const toSource = (shown: string): string =>
  shown
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(?<!\\)((?:\\\\)*)\|/g, String.raw`$1\|`);

/** @param row index in {@link Table.rows} */
export function editCell(
  text: string,
  place: { readonly row: number; readonly column: number },
  shown: string,
): string {
  const { row, column } = place;
  const lines = readLines(text);
  const at = row === 0 ? 0 : row + 1;
  const line = lines[at];
  if (line === undefined) return text;
  if (toShown((line.cells[column] ?? '').trim()) === shown) return text;
  const cells = fill(line.cells, column + 1);
  const old = cells[column] ?? '';
  const value = toSource(shown);
  const [lead = ''] = /^\s*/.exec(old) ?? [];
  const trail = old.trim() === '' ? ' ' : old.slice(old.trimEnd().length);
  cells[column] = `${old.trim() === '' ? ' ' : lead}${value}${value.endsWith('\\') && trail === '' ? ' ' : trail}`;
  const edited = { ...line, cells };
  // At the start of a line without a pipe, an empty cell would vanish, and marks such as `-` would end the table.
  lines[at] = column === 0 && !line.before.includes('|') && !/^\p{L}/u.test(value) ? close(edited) : edited;
  return writeLines(lines);
}

/** Adds empty cells to a row that has fewer cells than the header. */
function fill(cells: readonly string[], length: number): string[] {
  return [...cells, ...Array.from({ length: Math.max(0, length - cells.length) }, () => '  ')];
}

/** @param row the row before the new one */
export function addRow(text: string, row: number): string {
  const lines = readLines(text);
  const header = lines[0];
  if (header === undefined) return text;
  const model = lines[Math.min(row + 1, lines.length - 1)] ?? header;
  const cells = header.cells.map(() => '  ');
  const before = model.before.includes('|') ? model.before : `${model.before}|`;
  lines.splice(row + 2, 0, { before, cells, after: '|' });
  return writeLines(lines);
}

/** Removes a row. The header can't be removed. */
export function removeRow(text: string, row: number): string {
  const lines = readLines(text);
  if (row > 0) lines.splice(row + 1, 1);
  return writeLines(lines);
}

/** @param column the column before the new one */
export function addColumn(text: string, column: number): string {
  const lines = readLines(text).map((line, index) => {
    const cells = fill(line.cells, column + 1);
    cells.splice(column + 1, 0, index === DASHES ? ' --- ' : '  ');
    return close({ ...line, cells });
  });
  return writeLines(lines);
}

/** Removes a column. The only remaining column can't be removed. */
export function removeColumn(text: string, column: number): string {
  const lines = readLines(text);
  if ((lines[0]?.cells.length ?? 0) < 2) return text;
  return writeLines(
    lines.map((line) => close({ ...line, cells: line.cells.filter((_cell, index) => index !== column) })),
  );
}

/** Adds pipes around the cells; without them, empty or single cells can't be recognized. */
const close = (line: TableLine): TableLine => ({
  before: line.before.includes('|') ? line.before : `${line.before}| `,
  cells: line.cells.length === 0 ? ['  '] : line.cells,
  after: line.after.includes('|') ? line.after : ' |',
});
