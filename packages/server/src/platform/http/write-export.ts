/** A column of a CSV file: its name, and what a row has there. */
export type ExportColumn<Row> = readonly [name: string, read: (row: Row) => string | number | null];

interface ExportedRows<Row extends { readonly id: string }> {
  readonly columns: readonly ExportColumn<Row>[];
  /** Rows before an id, newest first. */
  readonly readPage: (before: string | undefined) => Promise<readonly Row[]>;
}

/** The file of an export, piece by piece: CSV with a line of names, or one JSON object a line. */
export async function* writeExport<Row extends { readonly id: string }>(
  format: 'csv' | 'jsonl',
  { columns, readPage }: ExportedRows<Row>,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.map(([name]) => name).join(',')}\r\n`;
  const toCsvLine = (row: Row): string =>
    `${columns.map(([, read]) => toCsvField(String(read(row) ?? ''))).join(',')}\r\n`;
  const toLine = format === 'csv' ? toCsvLine : (row: Row) => `${JSON.stringify(row)}\n`;
  let before: string | undefined;
  for (;;) {
    const rows = await readPage(before);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toLine).join('');
    before = last.id;
  }
}

/**
 * One field (RFC 4180). Spreadsheets run what begins with = + - @, a tab or a carriage return as a formula: an apostrophe
 * before it makes it text (OWASP, CSV Injection).
 */
export function toCsvField(text: string): string {
  const inert = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
