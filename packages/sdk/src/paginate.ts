/** Rows of all pages in order. A page is requested after all rows of the previous page were consumed. */
export async function* paginate<Page extends { readonly nextCursor: string | null }, Row>(
  askPage: (cursor: string | undefined) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await askPage(cursor);
    yield* rowsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
