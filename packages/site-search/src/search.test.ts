import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readShard } from './engine/index-format.ts';
import { runsOf, wordsOfRun } from './engine/tokenize.ts';
import { createSearchIndex, searchClient, searchIndex, type SearchFile, type SearchPage } from './index.ts';
import { encodePostings, writeShards } from './write-shards.ts';

function page(path: string, title: string, parts: Partial<SearchPage> & { readonly text?: string }): SearchPage {
  const { text = '', ...rest } = parts;
  return {
    path,
    title,
    description: '',
    breadcrumbs: [],
    scope: '',
    facets: { language: 'en' },
    tags: [],
    boost: 1,
    keywords: [],
    sections: [{ headingId: '', heading: '', text }],
    ...rest,
  };
}

function readerOf(files: readonly SearchFile[], asked: string[] = []) {
  const byName = new Map(files.map(({ path, bytes }) => [path.replace('_docwright/search/', ''), bytes]));
  return (name: string) => {
    asked.push(name);
    const bytes = byName.get(name);
    if (bytes === undefined) return Promise.reject(new Error(`no file ${name}`));
    const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    return Promise.resolve(data);
  };
}

async function search(pages: readonly SearchPage[], query: string, scope = ''): Promise<string[]> {
  const index = createSearchIndex();
  for (const one of pages) index.add(one);
  const { hits } = await searchIndex(readerOf(index.files()), query, { scope, limit: 8 });
  return hits.map(({ path, anchor }) => (anchor === '' ? path : `${path}#${anchor}`));
}

const site: SearchPage[] = [
  page('start', 'Quickstart', { text: 'Install the command and create a project. Configuration is optional.' }),
  page('install', 'Installation', { text: 'Use npm or Homebrew.' }),
  page('config', 'Settings', {
    sections: [
      { headingId: '', heading: '', text: 'Everything that can be set.' },
      { headingId: 'install-path', heading: 'Install path', text: 'Where files go.' },
      { headingId: 'rate-limits', heading: 'Rate limits', text: 'A hundred requests a minute by default.' },
    ],
  }),
  page('errors', 'Errors', { text: 'Error 429 means that a rate limit was met. createUser may fail.' }),
];

test('a title counts more than a heading, a heading more than body text', async () => {
  const pages = [
    page('text', 'A', { text: 'proxy' }),
    page('heading', 'B', { sections: [{ headingId: 'p', heading: 'Proxy', text: '' }] }),
    page('title', 'Proxy', {}),
  ];
  assert.deepEqual(await search(pages, 'proxy'), ['title', 'heading#p', 'text']);
});

test('the typed word is ranked above its other forms, and those above words that only begin with it', async () => {
  const pages = [page('a', 'Hookworm', {}), page('b', 'Hooks', {}), page('c', 'Hook', {})];
  assert.deepEqual(await search(pages, 'hook'), ['c', 'b', 'a']);
});

test('results contain all words of the query if any section does', async () => {
  assert.equal((await search(site, 'rate limits'))[0], 'config#rate-limits');
  assert.deepEqual(await search(site, 'rate 429 '), ['errors']);
});

test('words are found by their beginning as they are typed, from the first letter', async () => {
  for (const query of ['q', 'qu', 'qui', 'quick', 'quicksta'])
    assert.equal((await search(site, query))[0], 'start', query);
});

test('a word is found by a longer form or with a typo', async () => {
  assert.ok((await search(site, 'configurations ')).includes('start'));
  assert.equal((await search(site, 'instalation '))[0], 'install');
});

test('names in camel case are found as a whole and by their parts', async () => {
  for (const query of ['createUser', 'createuser ', 'user '])
    assert.deepEqual(await search(site, query), ['errors'], query);
});

test('accents and case make no difference', async () => {
  const pages = [page('a', 'Déploiement', { text: 'Où héberger' })];
  for (const query of ['deploiement', 'DÉPLOI', 'heberger']) assert.deepEqual(await search(pages, query), ['a'], query);
});

test('Chinese, Japanese and Korean text is found by part of a phrase', async () => {
  const pages = [
    page('zh', '安装指南', { text: '如何在服务器上部署文档站点' }),
    page('ja', '設定ファイル', { text: 'サーバーを構成する' }),
    page('ko', '설치 안내서', { text: '문서 서버' }),
  ];
  assert.deepEqual(await search(pages, '部署'), ['zh']);
  assert.deepEqual(await search(pages, '文档站'), ['zh']);
  assert.deepEqual(await search(pages, '安'), ['zh']);
  assert.deepEqual(await search(pages, 'ファイル'), ['ja']);
  assert.deepEqual(await search(pages, '설치'), ['ko']);
});

test('a search in a scope finds its own pages and pages of all scopes, but not those of another scope', async () => {
  const pages = [
    page('v1/a', 'Webhooks', { scope: 'v1' }),
    page('v2/a', 'Webhooks', { scope: 'v2' }),
    page('all', 'Webhooks', {}),
  ];
  assert.deepEqual((await search(pages, 'webhooks', 'v2')).sort(), ['all', 'v2/a']);
  assert.equal((await search(pages, 'webhooks')).length, 3);
});

test('a boost ranks a page higher, and a page is found by its keywords', async () => {
  const pages = [
    page('a', 'Tokens', {}),
    page('b', 'Tokens', { boost: 2 }),
    page('c', 'Other', { keywords: ['sso', 'saml'] }),
  ];
  assert.deepEqual((await search(pages, 'tokens'))[0], 'b');
  assert.deepEqual(await search(pages, 'saml'), ['c']);
});

test('names of object properties are ordinary words', async () => {
  const pages = [page('a', 'constructor', { text: '__proto__ toString hasOwnProperty' })];
  for (const query of ['constructor', '__proto__', 'tostring', 'co', 'p'])
    assert.deepEqual(await search(pages, query), ['a'], query);
});

test('an empty query, punctuation and unknown words return no results', async () => {
  for (const query of ['', '   ', '?!$', '('.repeat(10_000)]) assert.deepEqual(await search(site, query), []);
  assert.deepEqual(await search([], 'x'), []);
  assert.deepEqual((await search(site, 'zzzzqqq ')).length, 0);
});

test('the same pages produce the same bytes, even if another index is created in the meantime', () => {
  const bytesOf = (index: ReturnType<typeof createSearchIndex>) =>
    index.files().map(({ path, bytes }) => [path, typeof bytes === 'string' ? bytes : [...bytes].join()]);
  const [alone, beside, other] = [createSearchIndex(), createSearchIndex(), createSearchIndex()];
  for (const one of site) alone.add(one);
  for (const one of site) {
    other.add(page(`other/${one.path}`, 'Elsewhere', { text: 'install rate limits zebra' }));
    beside.add(one);
  }
  const bytes = bytesOf(alone);
  assert.notDeepEqual(bytesOf(other), bytes);
  assert.deepEqual(bytesOf(beside), bytes);
});

test('a query on a 1,000-page site reads at most 100 KB, uncompressed, before its first result', async () => {
  const files = largeSite(1000);
  const sizes = new Map(
    files.map(({ path, bytes }) => [path.replace('_docwright/search/', ''), Buffer.byteLength(bytes)]),
  );
  const dialog = searchClient();
  const client = Buffer.byteLength(dialog.files.find(({ path }) => path === dialog.script)?.bytes ?? '');
  for (const query of ['w', 'wo', 'wor', 'word1', 'word12 word30 word7', 'section word250']) {
    const asked: string[] = [];
    const { hits } = await searchIndex(readerOf(files, asked), query, { limit: 8 });
    const bytes = client + [...new Set(asked)].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    assert.ok(hits.length > 0, query);
    assert.ok(bytes <= 100 * 1024, `"${query}" read ${bytes} bytes in ${asked.length} files`);
  }
});

/** Creates an index of pages with Zipf-like words, as in prose. */
function largeSite(pages: number): readonly SearchFile[] {
  const index = createSearchIndex();
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const text = (count: number) =>
    Array.from({ length: count }, () => `word${Math.floor(6000 * random() ** 3)}`).join(' ');
  for (let number = 0; number < pages; number++) {
    const sections = Array.from({ length: 7 }, (_, part) => ({
      headingId: part === 0 ? '' : `s${part}`,
      heading: part === 0 ? '' : `Section ${text(2)}`,
      text: text(85),
    }));
    index.add({
      path: `docs/page-${number}`,
      title: `Page ${text(3)}`,
      description: '',
      breadcrumbs: ['Guides', `Group ${number % 20}`],
      scope: '',
      facets: { language: 'en' },
      tags: [],
      boost: 1,
      keywords: [],
      sections,
    });
  }
  return index.files();
}

test('a shard that is read back has the words that were written', () => {
  const words = [
    { word: 'über', sections: [0, 1, 300, 70_000], weights: [1, 255, 7, 9], common: false },
    { word: 'überall', sections: [5], weights: [3], common: true },
  ];
  const encoded = words.map((word) => ({
    word: word.word,
    name: Buffer.from(word.word),
    encoded: encodePostings(
      word.sections.map((section, index) => section * 256 + (word.weights[index] ?? 0)),
      word.common,
    ),
    sections: word.sections.length,
  }));
  const shards = writeShards(encoded, 1000);
  assert.equal(shards.length, 1);
  assert.deepEqual(
    shards.flatMap(({ bytes }) => readShard(bytes)),
    words,
  );
  assert.deepEqual(
    writeShards(encoded, 1).flatMap(({ bytes }) => readShard(bytes)),
    words,
  );
});

test('a path is split into its names and their parts', () => {
  assert.deepEqual(runsOf('GET /v1/users/{userId}').flatMap(wordsOfRun), [
    'get',
    'v1users',
    'v1',
    'users',
    'userid',
    'user',
    'id',
  ]);
});

test('an index that is updated by successive builds equals a new index, and reuses unchanged files', () => {
  const texts = (number: number, extra = ''): SearchPage[] =>
    Array.from({ length: 60 }, (_, index) =>
      page(`p${index}`, `Title ${index % 7}`, {
        scope: index % 2 === 0 ? 'one' : 'two',
        sections: [
          {
            headingId: '',
            heading: '',
            text: `Words of page ${index === 4 ? number : index} ${'alpha beta '.repeat(index % 5)}`,
          },
          { headingId: 'h', heading: `Heading ${index}`, text: index === 4 ? extra : 'createUser 東京都' },
        ],
      }),
    );
  const first = texts(0);
  const edited = first.map((one, index) => (index === 4 ? (texts(5, 'zebra')[4] ?? one) : one));
  const builds = [
    first,
    first,
    edited,
    edited.slice(1),
    edited.filter(({ scope }) => scope === 'one'),
    texts(9),
    first,
  ];
  const kept = createSearchIndex({ keepsPages: true });
  let before: readonly SearchFile[] = [];
  for (const [number, pages] of builds.entries()) {
    kept.start();
    kept.add(page('left over', 'Left over', {}));
    kept.start();
    const fresh = createSearchIndex();
    for (const one of pages) {
      kept.add(one);
      fresh.add(one);
    }
    const files = kept.files();
    const text = (list: readonly SearchFile[]) =>
      list.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('hex')]);
    assert.deepEqual(text(files), text(fresh.files()), `build ${number}`);
    if (number === 1)
      assert.deepEqual(
        files.filter(({ path }) => !path.endsWith('index.json')).filter((file) => !before.includes(file)),
        [],
      );
    if (number === 2) assert.ok(files.filter((file) => before.includes(file)).length > files.length / 3);
    before = files;
  }
});
