import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchIndex, type CountedPage, type NumberedWords, type SearchSettings } from './create-search-index.ts';
import { packPairs, unpackPairs } from './pack-words.ts';
import type { SearchPage } from './search-page.ts';

const page = (path: string, text: string, language = 'en'): SearchPage => ({
  path,
  title: `Page ${path}`,
  description: 'About words.',
  breadcrumbs: ['Guides'],
  scope: language,
  facets: { language },
  tags: [],
  sections: [
    { headingId: '', heading: '', text },
    { headingId: 'more', heading: 'More', text: `More about ${text}` },
  ],
  boost: 1,
  keywords: ['sample'],
});

interface Kept {
  numbered: NumberedWords;
  counted: ReadonlyMap<string, CountedPage>;
}

/** Writes the index of pages in a process that receives the words of the previous process. */
function write(pages: readonly SearchPage[], kept: Kept, settings?: SearchSettings) {
  const index = createSearchIndex({ numbered: kept.numbered });
  const counted = new Map<string, CountedPage>();
  const fresh: string[] = [];
  index.start(settings);
  for (const one of pages) {
    const before = kept.counted.get(one.path);
    if (before !== undefined) counted.set(one.path, before);
    index.add(one, before, (words) => {
      fresh.push(one.path);
      counted.set(one.path, words);
    });
  }
  const files = index.files();
  Object.assign(kept, structuredClone({ numbered: index.numberedWords(), counted }));
  return { files, fresh };
}

function writeFresh(pages: readonly SearchPage[], settings?: SearchSettings) {
  const index = createSearchIndex();
  index.start(settings);
  for (const one of pages) index.add(one);
  return index.files();
}

test('an index that reuses word counts has the same bytes as a new index, after changes between processes', () => {
  const kept: Kept = { numbered: [], counted: new Map() };
  const a = page('a', 'install the server');
  const b = page('b', 'remove the server');
  const c = page('c', 'den Server installieren', 'de');
  const synonyms = { synonyms: [['server', 'machine']], pinned: [] };
  const steps: readonly (readonly [
    pages: readonly SearchPage[],
    settings: SearchSettings | undefined,
    fresh: string[],
  ])[] = [
    [[a, b, c], undefined, ['a', 'b', 'c']],
    [[a, b, c], undefined, []],
    [[c, b, a], undefined, []],
    [[{ ...a, title: 'Another' }, { ...b, boost: 2 }, c], undefined, ['a', 'b']],
    [
      [
        { ...a, breadcrumbs: ['Manual'] },
        { ...b, keywords: [] },
        { ...c, description: '' },
      ],
      undefined,
      ['a', 'b', 'c'],
    ],
    [[a, b, c], synonyms, ['a', 'b', 'c']],
    // Counted with the first numbers, which still exist.
    [[a, page('d', 'new words')], undefined, ['a', 'd']],
    [[a, { ...b, scope: 'de', facets: { language: 'de' } }], synonyms, ['a', 'b']],
  ];
  for (const [pages, settings, fresh] of steps) {
    const written = write(pages, kept, settings);
    assert.deepEqual(written.files, writeFresh(pages, settings));
    assert.deepEqual(written.fresh, fresh);
  }
});

test('reused word counts produce the same files, no matter which language the first page of a scope has', () => {
  const kept: Kept = { numbered: [], counted: new Map() };
  const a = page('a', 'install the server');
  const b = { ...page('b', 'den Server installieren', 'de'), scope: 'en' };
  for (const pages of [[a, b], [b, a], [b], [a, b], [a, b]])
    assert.deepEqual(write(pages, kept).files, writeFresh(pages));
  assert.deepEqual(write([a, b], kept).fresh, []);
});

test('unpacking returns the packed pairs, with empty sections and large numbers', () => {
  const samples = [
    [],
    [1, 255],
    [300, (2 << 8) | 1, 5, (2 << 8) | 9, 2 ** 31 - 1, (700 << 8) | 128],
    [127, 3, 128, 4, 16_384, 5],
  ];
  for (const sample of samples)
    assert.deepEqual(unpackPairs(packPairs(Uint32Array.from(sample))), Uint32Array.from(sample));
});
