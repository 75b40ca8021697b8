import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchIndex } from './create-search-index.ts';
import { listSections } from './engine/list-sections.ts';
import { searchIndex } from './search-index.ts';
import type { NearSection } from './search-by-meaning.ts';

const facts = { description: '', breadcrumbs: [], scope: '', facets: { language: 'en' }, boost: 1, keywords: [] };

async function open(pinned: readonly { readonly query: string; readonly paths: readonly string[] }[] = []) {
  const index = createSearchIndex();
  index.start({ synonyms: [], pinned });
  for (const [path, text, tag] of [
    ['words', 'Ask a customer for money twice a year.', 'a'],
    ['meaning', 'Refunds go back to the card.', 'b'],
    ['other', 'A customer may pay twice.', 'a'],
  ] as const)
    index.add({ path, title: path, tags: [tag], sections: [{ headingId: '', heading: '', text }], ...facts });
  const files = new Map(
    index.files().map(({ path, bytes }) => [path.slice('_docwright/search/'.length), Buffer.from(bytes)]),
  );
  return async (name: string) => files.get(name) ?? Promise.reject(new Error(name));
}

test('a page found only by meaning is ranked among those found by words; a nonexistent section is left out', async () => {
  const read = await open();
  const listed = await listSections(read, 10);
  assert.deepEqual(
    listed.map(({ section, title }) => [section, title]),
    [
      [0, 'words'],
      [1, 'meaning'],
      [2, 'other'],
    ],
  );
  const near: NearSection[] = [
    { scope: '', section: 99 },
    { scope: 'gone', section: 0 },
    { scope: '', section: 1 },
  ];
  const find = async (query: string, more: object = {}) =>
    (await searchIndex(read, query, { nearest: async () => near, ...more })).hits.map(({ path }) => path);
  assert.equal((await find('somebody paid too much unfortunately'))[0], 'meaning');
  assert.ok((await find('customer twice money')).indexOf('meaning') > 0);
  assert.deepEqual(await find('somebody paid unfortunately', { filter: { tag: 'a' } }), []);
  const scores = (await searchIndex(read, 'how does a customer pay twice', { nearest: async () => near })).hits;
  assert.deepEqual(
    scores.map(({ score }) => score),
    scores.map(({ score }) => score).sort((a, b) => b - a),
  );
});

test('pinned results are first', async () => {
  const read = await open([{ query: 'customer paid twice', paths: ['other'] }]);
  const { hits } = await searchIndex(read, 'customer paid twice', { nearest: async () => [{ scope: '', section: 1 }] });
  assert.deepEqual(
    hits.slice(0, 2).map(({ path }) => path),
    ['other', 'meaning'],
  );
});

test("if meanings aren't available, results have the same order as in the browser", async () => {
  const index = createSearchIndex();
  index.start({ synonyms: [], pinned: [] });
  // The second of many results is ranked first, because more of its title is in the query.
  for (const [path, title, text] of [
    ['first', 'often', 'Rotate key yearly. Rotate key yearly.'],
    ['second', 'Yearly', 'Much is said of how one may rotate and of what a key is.'],
  ] as const)
    index.add({ path, title, tags: [], sections: [{ headingId: '', heading: '', text }], ...facts });
  const files = new Map(
    index.files().map(({ path, bytes }) => [path.slice('_docwright/search/'.length), Buffer.from(bytes)]),
  );
  const read = async (name: string) => files.get(name) ?? Promise.reject(new Error(name));
  const pathsOf = async (more: object) =>
    (await searchIndex(read, 'rotate key yearly', { limit: 1, ...more })).hits.map(({ path }) => path);
  const inBrowser = await pathsOf({});
  assert.equal(inBrowser.length, 1);
  assert.deepEqual(await pathsOf({ limit: 50 }), ['second', 'first']);
  for (const near of [undefined, [], [{ scope: 'gone', section: 7 }]])
    assert.deepEqual(await pathsOf({ nearest: async () => near }), inBrowser);
});
