import { writeRows, type ExportColumn, type ExportFormat } from '@docwright/site-server';

interface ExportedRows<Row extends { readonly id: string }> {
  readonly columns: readonly ExportColumn<Row>[];
  /** Returns the rows before an ID, newest first. */
  readonly readPage: (before: string | undefined) => Promise<readonly Row[]>;
}

/** Yields an export's file in pieces: CSV with a header line, or one JSON object per line. */
export const writeExport = <Row extends { readonly id: string }>(
  format: ExportFormat,
  { columns, readPage }: ExportedRows<Row>,
): AsyncGenerator<string> => writeRows(format, columns, readPages(readPage));

async function* readPages<Row extends { readonly id: string }>(
  readPage: ExportedRows<Row>['readPage'],
): AsyncGenerator<readonly Row[]> {
  for (let before: string | undefined; ;) {
    const rows = await readPage(before);
    before = rows.at(-1)?.id;
    if (before === undefined) return;
    yield rows;
  }
}
