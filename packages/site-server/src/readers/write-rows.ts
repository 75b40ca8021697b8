export type ExportFormat = 'csv' | 'jsonl';

/** A column of a CSV file: its name, and a function that returns its value for a row. */
export type ExportColumn<Row> = readonly [name: string, read: (row: Row) => string | number | boolean | null];

/**
 * Writes rows that are fetched in pages, piece by piece: CSV with a header line, or one JSON object per line. The next
 * page is read after the previous one has been consumed.
 */
export async function* writeRows<Row>(
  format: ExportFormat,
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${columns.map(([name]) => name).join(',')}\r\n`;
  const toCsvLine = (row: Row): string =>
    `${columns.map(([, read]) => toCsvField(String(read(row) ?? ''))).join(',')}\r\n`;
  const toLine = format === 'csv' ? toCsvLine : (row: Row) => `${JSON.stringify(row)}\n`;
  for await (const rows of pages) if (rows.length > 0) yield rows.map(toLine).join('');
}

/**
 * Converts text to one field (RFC 4180). Spreadsheets run text as a formula if it begins with = + - @ (also full-width,
 * from East Asian keyboards), a tab or a carriage return. A leading apostrophe prevents this (OWASP, CSV Injection).
 */
export function toCsvField(text: string): string {
  const inert = /^\s*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
