import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSiteKnowledge } from './open-site-knowledge.ts';
import { sampleSite, type SamplePage } from '../testing/sample-site.ts';

const keys: SamplePage = {
  path: 'guides/keys',
  title: 'API keys',
  description: 'What a key may do.',
  version: 'v2',
  markdown: `A key belongs to a project.

## Create a key

Open **Settings** and choose *Create*.

\`\`\`bash
# this is not a heading
docs keys create
\`\`\`

## Rotate a key

Create a second key, then delete the first.

### When it leaked

Delete it at once.`,
};
const old: SamplePage = {
  path: 'v1/keys',
  title: 'Keys of version 1',
  version: 'v1',
  markdown: 'Rotate a key by mail.',
};
const operation: SamplePage = {
  path: 'api/create-key',
  title: 'Create a key',
  operation: { method: 'POST', path: '/keys', id: 'createKey' },
  markdown: '## OpenAPI\n\n````yaml openapi.yaml\nopenapi: 3.1.0\npaths:\n  /keys:\n    post: {}\n````',
};

test('a search finds sections, best first, with the anchors that their page has', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys, old]));
  const { passages } = await knowledge.search('rotate a key');
  assert.equal(passages[0]?.path, 'guides/keys');
  assert.equal(passages[0]?.anchor, 'rotate-a-key');
  assert.equal(passages[0]?.version, 'v2');
  assert.ok(passages.every(({ score }, index) => score <= (passages[index - 1]?.score ?? 1)));
});

test('a filter limits a search to pages of a version, and unversioned pages belong to all', async () => {
  const knowledge = openSiteKnowledge(
    sampleSite([keys, old, { path: 'any', title: 'Any', markdown: 'Rotate a key.' }]),
  );
  const { passages } = await knowledge.search('rotate a key', { filter: { version: 'v1' } });
  assert.deepEqual(new Set(passages.map(({ path }) => path)), new Set(['v1/keys', 'any']));
});

test('a page is read with its sections: code contains no headings, and each heading has its ID from the page', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys]));
  const page = await knowledge.readPage('/guides/keys.md#create-a-key');
  assert.equal(page?.title, 'API keys');
  assert.doesNotMatch(page?.markdown ?? '', /Documentation Index/);
  assert.deepEqual(
    page?.sections.map(({ heading, level, anchor }) => [heading, level, anchor]),
    [
      ['API keys', 1, ''],
      ['Create a key', 2, 'create-a-key'],
      ['Rotate a key', 2, 'rotate-a-key'],
      ['When it leaked', 3, 'when-it-leaked'],
    ],
  );
  assert.match(page?.sections[1]?.markdown ?? '', /# this is not a heading/);
  assert.deepEqual([...(page?.anchors ?? [])], ['create-a-key', 'rotate-a-key', 'when-it-leaked']);
});

test('a path that is missing or outside the site isn’t a page', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys]));
  for (const path of ['guides', 'guides/none', '../guides/keys', '', '/', '_docwright/pages', 'x'.repeat(10_000)])
    assert.equal(await knowledge.readPage(path), undefined, path);
});

test('a page is found with and without the site’s base path', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys], { basePath: '/docs' }));
  assert.equal((await knowledge.readPage('/docs/guides/keys'))?.path, 'guides/keys');
  assert.equal((await knowledge.readPage('guides/keys'))?.path, 'guides/keys');
});

test('an operation is found by its ID, and by method and path', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys, operation]));
  const byId = await knowledge.readOperation({ id: 'createKey' });
  assert.equal(byId?.page.path, 'api/create-key');
  assert.equal(byId?.specification, 'openapi: 3.1.0\npaths:\n  /keys:\n    post: {}');
  assert.equal((await knowledge.readOperation({ method: 'post', path: '/keys' }))?.id, 'createKey');
  assert.equal(await knowledge.readOperation({ id: 'none' }), undefined);
});

test('a site without a page list has no listed pages', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys], { files: { '_docwright/pages.json': undefined } }));
  assert.deepEqual(await knowledge.listPages(), { pages: [], total: 0 });
});

test('without an index, a search finds pages by the words of their titles', async () => {
  const knowledge = openSiteKnowledge(
    sampleSite([keys, old], { files: { '_docwright/search/index.json': undefined } }),
  );
  const { passages } = await knowledge.search('api keys');
  assert.equal(passages[0]?.path, 'guides/keys');
  assert.equal(passages[0]?.content, 'What a key may do.');
});

test('a list of pages is limited on request, and states the total number', async () => {
  const knowledge = openSiteKnowledge(sampleSite([keys, old, operation]));
  const { pages, total } = await knowledge.listPages({ limit: 1, offset: 1 });
  assert.deepEqual([pages.map(({ path }) => path), total], [['v1/keys'], 3]);
  assert.equal((await knowledge.listPages({ under: 'guides/' })).total, 1);
});

test('links below the site’s base path become paths from its root; other links stay absolute', async () => {
  const head =
    '> ## Documentation Index\n> All pages of this site are listed at https://docs.example/docs/llms.txt\n\n';
  const text =
    '# API keys\n\n[a](https://docs.example/docs/limits#x) <Card href="https://docs.example/docs/limits" /> [b](https://docs.example/other) [c](https://docs.example/docsets)';
  const knowledge = openSiteKnowledge(
    sampleSite([keys], { basePath: '/docs', files: { 'guides/keys.md': head + text } }),
  );
  assert.equal(
    (await knowledge.readPage('guides/keys'))?.markdown,
    '# API keys\n\n[a](/docs/limits#x) <Card href="/docs/limits" /> [b](https://docs.example/other) [c](https://docs.example/docsets)',
  );
});
