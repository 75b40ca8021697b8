import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DistinctNames, otherNames, type NamedEvent, type NameScope } from './distinct-names.ts';

const scope = { siteId: 's', day: '2026-05-05' };
const view: NamedEvent = { kind: 'view', path: '/a', referrer: null, query: null, target: null };
const search: NamedEvent = { ...view, kind: 'search', query: 'keys' };

/** Opens `DistinctNames` with these stored names, and records each load. */
function open(stored: readonly string[] = []) {
  const loads: NameScope[] = [];
  const names = new DistinctNames(async (asked) => {
    loads.push(asked);
    return stored;
  });
  return { names, loads };
}

test('the first thousand referrers and searches of a day are counted by name', async () => {
  const { names, loads } = open();
  const referrers = new Map<string | null, number>();
  const queries = new Map<string | null, number>();
  const add = (counts: Map<string | null, number>, name: string | null): void =>
    void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (let n = 0; n < 100_000; n += 1) {
    add(referrers, (await names.bound({ ...view, referrer: `h${n}.example` }, scope)).referrer);
    add(queries, (await names.bound({ ...search, query: `word ${n}` }, scope)).query);
  }
  for (const counts of [referrers, queries]) assert.deepEqual([counts.size, counts.get(otherNames)], [1_001, 99_000]);
  // The first names stay, and an opened result counts under the name of its search.
  assert.equal((await names.bound({ ...view, referrer: 'h0.example' }, scope)).referrer, 'h0.example');
  const click = { ...search, kind: 'search_click' as const, target: '/a' };
  assert.equal((await names.bound({ ...click, query: 'word 999' }, scope)).query, 'word 999');
  assert.deepEqual(await names.bound({ ...click, query: 'word 1000' }, scope), { ...click, query: otherNames });
  assert.equal(
    (await names.bound({ ...search, query: 'word 1000' }, { ...scope, day: '2026-05-06' })).query,
    'word 1000',
  );
  assert.deepEqual(
    loads.map(({ kind, day }) => [kind, day]),
    [
      ['referrer', '2026-05-05'],
      ['search', '2026-05-05'],
      ['search', '2026-05-06'],
    ],
  );
});

test('stored names are counted by name, and views without a referrer need no name', async () => {
  const { names, loads } = open(Array.from({ length: 1_000 }, (_, n) => `h${n}.example`));
  assert.deepEqual(await names.bound(view, scope), view);
  assert.equal(loads.length, 0);
  assert.equal((await names.bound({ ...view, referrer: 'h7.example' }, scope)).referrer, 'h7.example');
  assert.equal((await names.bound({ ...view, referrer: 'new.example' }, scope)).referrer, otherNames);
});

test('the names of ten thousand small sites stay cached, and those of 700 large sites don’t', async () => {
  const small = open();
  for (let round = 0; round < 2; round += 1)
    for (let site = 0; site < 10_000; site += 1)
      await small.names.admits({ siteId: String(site), day: scope.day, kind: 'search' }, 'keys');
  assert.equal(small.loads.length, 10_000);
  const large = open(Array.from({ length: 1_000 }, (_, n) => String(n)));
  for (const site of [...Array(700).keys(), 699, 0])
    await large.names.admits({ siteId: String(site), day: scope.day, kind: 'search' }, '1');
  assert.equal(large.loads.length, 701);
});

test('names that couldn’t be loaded are loaded again at the next request', async () => {
  let fails = true;
  const names = new DistinctNames(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve([])));
  await assert.rejects(names.admits({ ...scope, kind: 'search' }, 'x'), /away/);
  fails = false;
  assert.equal(await names.admits({ ...scope, kind: 'search' }, 'x'), true);
});
