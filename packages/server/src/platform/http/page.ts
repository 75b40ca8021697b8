import { ApiError } from './api-error.ts';

/** Number of rows per page if the request doesn't set a limit. */
const defaultPageSize = 20;

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The start of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Returns a page of the rows from `select`, which reads one additional row to determine whether there is a next page.
 */
export async function readPage<Row>(
  asked: number | undefined,
  select: (limit: number) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => string,
): Promise<Page<Row>> {
  const limit = asked ?? defaultPageSize;
  const found = await select(limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

export const unknownCursor = (cursor: string): ApiError =>
  new ApiError('invalid_request', `The cursor "${cursor.slice(0, 80)}" doesn't belong to this list.`, {
    details: [{ path: 'cursor', message: 'must be the nextCursor of an earlier response' }],
  });
