import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSearchIndex, searchIndex } from '../index.ts';
import { nearestPages } from './nearest-pages.ts';

const titles: Readonly<Record<string, string>> = {
  'guides/authentication/overview': 'Authentication',
  'guides/authentication/keys': 'Keys and tokens',
  'guides/overview': 'Guides',
  'reference/overview': 'Reference',
  'guides/deploy': 'Deploying',
  'v1/guides/deploy': 'Deploying',
  'guides/flags': 'Flags',
  'api/tokens': 'Signing in',
  zh: '安装指南',
};

const index = createSearchIndex();
index.start();
for (const [path, title] of Object.entries(titles))
  index.add({
    path,
    title,
    description: '',
    breadcrumbs: [],
    scope: '',
    facets: { language: 'en' },
    tags: [],
    boost: 1,
    keywords: [],
    sections: [{ headingId: '', heading: '', text: `All about ${title}.` }],
  });
const files = new Map(
  index.files().map(({ path, bytes }) => [path.replace('_docwright/search/', ''), Buffer.from(bytes)]),
);
const read = (name: string) => Promise.resolve(files.get(name) ?? Buffer.from(''));

async function nearest(address: string): Promise<string[]> {
  return (await nearestPages(address, (query) => searchIndex(read, query))).map(({ path }) => path);
}

test('a missing address suggests the page with the nearest address, whether misspelled, moved or written as a file', async () => {
  assert.equal((await nearest('guides/authenticaton/overview'))[0], 'guides/authentication/overview');
  assert.equal((await nearest('docs/v1/authentication/keys.html'))[0], 'guides/authentication/keys');
  assert.equal((await nearest('deploying/'))[0], 'guides/deploy');
  assert.equal((await nearest(encodeURIComponent('安装')))[0], 'zh');
});

test('a rare path segment counts more than a folder that many pages share', async () => {
  assert.equal((await nearest('guides/signing'))[0], 'api/tokens');
});

test('a page in several versions is suggested once, in the version of the address', async () => {
  const deploying = (paths: readonly string[]) => paths.filter((path) => path.endsWith('guides/deploy'));
  assert.deepEqual(deploying(await nearest('guides/deploi')), ['guides/deploy']);
  assert.deepEqual(deploying(await nearest('v1/guides/deploi')), ['v1/guides/deploy']);
});

test('nothing is suggested for an address that is invalid or shares no word with the site', async () => {
  assert.deepEqual(await nearest('xqzzvj'), []);
  assert.deepEqual(await nearest('/'), []);
  assert.deepEqual(await nearest('%E0%A4%A'), []);
});
