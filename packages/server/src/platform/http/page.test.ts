import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage, unknownCursor } from './page.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** Lists a module's rows after `cursor`. */
const read = (limit: number | undefined, cursor?: string) =>
  readPage(
    limit,
    (limitWithNext) => {
      const from = cursor === undefined ? 0 : rows.indexOf(cursor) + 1;
      return Promise.resolve(rows.slice(from, from + limitWithNext));
    },
    (row) => row,
  );

test('following nextCursor returns each row once, for different page sizes', async () => {
  for (const limit of [1, 2, 3, 4, 5, 6, 100]) {
    const seen: string[] = [];
    let pages = 0;
    let cursor: string | null | undefined;
    do {
      const page = await read(limit, cursor ?? undefined);
      assert.ok(page.rows.length <= limit, `a page of ${limit}`);
      seen.push(...page.rows);
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== null);
    assert.deepEqual(seen, rows);
    assert.equal(pages, Math.ceil(rows.length / limit), 'no empty page at the end');
  }
});

test('a page that exactly fits the remaining rows is the last page', async () => {
  assert.deepEqual(await read(2, 'c'), { rows: ['d', 'e'], nextCursor: null });
  assert.deepEqual(await read(2, 'b'), { rows: ['c', 'd'], nextCursor: 'd' });
});

test('a list without rows has one empty page', async () => {
  assert.deepEqual(await read(2, 'e'), { rows: [], nextCursor: null });
});

test('21 rows are read if the request sets no limit: 20 for the page and one to detect a next page', async () => {
  let most = 0;
  const count = (limit: number): Promise<string[]> => {
    most = limit;
    return Promise.resolve([]);
  };
  await readPage(undefined, count, String);
  assert.equal(most, 21);
});

test('the error for an unknown cursor quotes the cursor’s first 80 characters', () => {
  const error = unknownCursor('x'.repeat(5_000));
  assert.equal(error.code, 'invalid_request');
  assert.match(error.message, /"x{80}"/);
});
