import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSearchIndex, searchIndex, type SearchPage } from './index.ts';

function page(path: string, title: string, text: string): SearchPage {
  const facets = { language: 'en' };
  const sections = [{ headingId: '', heading: '', text }];
  return {
    path,
    title,
    description: '',
    breadcrumbs: [],
    scope: '',
    facets,
    tags: [],
    sections,
    boost: 1,
    keywords: [],
  };
}

const message = 'Returns an error if the policy could not be found';
/** A long text with the message, in which each word has a low weight. */
const aside = Array.from({ length: 30 }, (_, number) => `field${number}`).join(' ');
const site: readonly SearchPage[] = [
  page('errors', 'What goes wrong', 'An error is returned. A policy is found by its name.'),
  page('policies', 'Policies', 'Errors that a policy returns when nothing was found.'),
  page('webhooks', 'Create a webhook', `${aside} ${message}. ${aside}`),
  ...Array.from({ length: 20 }, (_, number) => page(`guide-${number}`, `Guide ${number}`, 'How it could be done.')),
  page('folders', 'Create a folder', `${aside} Returns a folder, an error or the policy. ${aside}`),
];

function open(pages: readonly SearchPage[]) {
  const index = createSearchIndex();
  for (const one of pages) index.add(one);
  const files = new Map(index.files().map(({ path, bytes }) => [path.split('/').at(-1), Buffer.from(bytes)]));
  const asked = new Set<string>();
  const read = (name: string): Promise<Uint8Array> => {
    asked.add(name);
    return Promise.resolve(files.get(name) ?? Buffer.from(''));
  };
  const find = async (query: string) => (await searchIndex(read, query)).hits;
  return { find, asked };
}

test('a pasted sentence finds the page that has it, regardless of the page’s other text', async () => {
  const [first] = await open(site).find(message);
  assert.deepEqual([first?.path, first?.coverage], ['webhooks', 1]);
});

test('a reader’s own name or number in a pasted sentence doesn’t prevent finding it', async () => {
  const [first] = await open(site).find('Returns an error if the policy 4f2a91 could not be found');
  assert.equal(first?.path, 'webhooks');
});

test('a sentence isn’t treated as pasted if the most similar page lacks a word of it that other pages have', async () => {
  const [first] = await open(site).find('Returns an error if the policy could not be found by its name');
  assert.equal(first?.path, 'errors');
});

test('text that six pages share word for word isn’t a specific sentence', async () => {
  const copies = ['a', 'b', 'c', 'd', 'e'].map((path) => page(path, 'Create', `${aside} ${message}. ${aside}`));
  const [first] = await open([...site, ...copies]).find(message);
  assert.notEqual(first?.path, 'webhooks');
});

test('NUL characters and queries of thousands of words don’t fail', async () => {
  const { find } = open(site);
  for (const query of [
    '\0'.repeat(5),
    'the '.repeat(5_000),
    'a b c d '.repeat(1_250),
    '政策'.repeat(2_500),
    'خطأ في '.repeat(900),
  ])
    assert.ok((await find(query)).length <= 10, query.slice(0, 20));
  const [first] = await find(`${message} ${'policy '.repeat(1_500)}`);
  assert.equal(first?.path, 'webhooks');
});
