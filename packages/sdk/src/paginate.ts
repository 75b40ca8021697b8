/** Rows of all pages in order; a page is requested when the previous one is used up. */
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
