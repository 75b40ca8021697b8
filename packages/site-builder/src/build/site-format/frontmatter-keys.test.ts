/** Checks that every frontmatter key has an effect that a reader or a program sees. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatSite } from './format-fixture.ts';

const listed = (...pages: readonly unknown[]): Readonly<Record<string, unknown>> => ({
  navigation: { groups: [{ group: 'G', pages }] },
});

test('the sidebar shows sidebarTitle, icon and tag, and links to url', async () => {
  const site = await formatSite(listed('index', 'a', 'b'), {
    'a.mdx': '---\ntitle: Long\nsidebarTitle: Short\nicon: heart\niconType: regular\ntag: NEW\n---\nx',
    'b.mdx': '---\ntitle: Elsewhere\nurl: https://e.example.com\n---\n',
  });
  const sidebar = site.sidebar();
  assert.match(sidebar, /<svg[^]*Short[^]*NEW/);
  assert.doesNotMatch(sidebar, /Long/);
  assert.match(sidebar, /href="https:\/\/e\.example\.com"/);
  assert.deepEqual(site.codes(), []);
});

test('a hidden page in the navigation isn’t in the sidebar, the sitemap or llms.txt, but has an address', async () => {
  const site = await formatSite(listed('index', 'a', { group: 'Sub', pages: ['b'] }, 'c'), {
    'a.mdx': '---\ntitle: Hidden one\nhidden: true\n---\nx',
    'b.mdx': '---\ntitle: Hidden two\nhidden: true\n---\nx',
    'c.mdx': '---\ntitle: Last\n---\nx',
  });
  assert.doesNotMatch(site.html(), /Hidden one|Hidden two|>Sub</);
  assert.match(site.html(), /id="pagination[^]*Last/);
  assert.match(site.html('a'), /name="robots" content="noindex"/);
  for (const file of ['sitemap.xml', 'llms.txt']) assert.doesNotMatch(site.files.get(file) ?? '', /\/a\b|Hidden/);
});

describe('a frontmatter key has an effect on its page', () => {
  const shown: Readonly<Record<string, readonly [frontmatter: string, ...patterns: readonly RegExp[]]>> = {
    'mode: wide': ['mode: wide', /mode-wide/],
    'mode: custom': ['mode: custom', /mode-custom/],
    'mode: center': ['mode: center', /mode-center/],
    deprecated: ['deprecated: true', /tag-deprecated/],
    noindex: ['noindex: true', /name="robots" content="noindex"/],
    robots: ['robots: nofollow', /name="robots" content="nofollow"/],
    canonical: ['canonical: https://c.example.com/x', /rel="canonical" href="https:\/\/c\.example\.com\/x"/],
    'og: and twitter:': [
      '"og:title": Own\n"twitter:card": summary',
      /og:title" content="Own"/,
      /twitter:card" content="summary"/,
    ],
    keywords: ['keywords: [one, two]', /name="keywords" content="one, two"/],
    related: ['related:\n  - /other\n  - Own title: /third', /Other page/, /Own title/],
    rss: ['rss: true', /application\/rss\+xml/, /class="feed-link"/],
    'authors as names': ['authors: [Ann, Bob]', />Ann, Bob</, /"author":\[\{"@type":"Person","name":"Ann"\}/],
    'authors as objects': ['authors:\n  - name: Ann\n    url: https://a.example.com', />Ann</],
    'timestamp, lastUpdatedDate and createdDate': [
      'timestamp: true\ncreatedDate: 2025-01-01\nlastUpdatedDate: 2025-01-02',
      /<time datetime="2025-01-02">/,
      /"datePublished":"2025-01-01","dateModified":"2025-01-02"/,
    ],
    'api, authMethod': [
      'api: POST https://s.example.com/x\nauthMethod: bearer',
      /s\.example\.com\/x/,
      /Authorization: Bearer/,
    ],
  };
  for (const [name, [frontmatter, ...patterns]] of Object.entries(shown)) {
    test(name, async () => {
      const site = await formatSite(listed('index', 'other', 'third'), {
        'index.mdx': `---\ntitle: Page\n${frontmatter}\n---\nText.`,
        'other.mdx': '---\ntitle: Other page\n---\nx',
        'third.mdx': 'x',
      });
      for (const pattern of patterns) assert.match(site.html(), pattern);
      assert.deepEqual(site.codes(), []);
    });
  }
});

test('a site’s own keys aren’t an issue, and aren’t shown', async () => {
  const site = await formatSite(listed('index'), {
    'index.mdx':
      '---\ntitle: Page\nmyKey: own value\npublic: true\ngroups: [own group]\nboost: 2\nversion: v1\n---\nText.',
  });
  assert.doesNotMatch(site.html(), /myKey|own value|own group|boost/);
  assert.deepEqual(site.codes(), []);
});

test('hideFooterPagination, contextual and hideApiMarker hide their parts', async () => {
  const build = (frontmatter: string) =>
    formatSite(
      { ...listed('index', 'other'), contextual: { options: ['copy', 'view'] } },
      { 'index.mdx': `---\ntitle: Page\n${frontmatter}\n---\nText.`, 'other.mdx': '---\ntitle: Other\n---\n' },
    );
  const plain = (await build('')).html();
  assert.match(plain, /id="pagination/);
  assert.match(plain, /context-lead/);
  assert.doesNotMatch((await build('hideFooterPagination: true')).html(), /id="pagination/);
  assert.doesNotMatch((await build('contextual: false')).html(), /context-lead/);
  const marker = 'api: GET https://a.example.com/x';
  assert.match((await build(marker)).sidebar(), />GET</);
  assert.doesNotMatch((await build(`${marker}\nhideApiMarker: true`)).sidebar(), />GET</);
});

test('a page without a title is named after its path', async () => {
  const site = await formatSite(listed('my-long-page'), { 'my-long-page.mdx': 'Text' });
  assert.match(site.html('my-long-page'), /<h1 id="page-title">My long page</);
});

test('the key openapi-schema documents a schema', async () => {
  const schemas = { Dog: { type: 'object', properties: { bark: { type: 'boolean' } } } };
  const spec = { openapi: '3.1.0', info: { title: 'S', version: '1' }, paths: {}, components: { schemas } };
  const site = await formatSite(
    { api: { openapi: 'o.json' } },
    { 'o.json': JSON.stringify(spec), 'index.mdx': '---\nopenapi-schema: Dog\n---\n' },
  );
  assert.match(site.html(), /bark/);
});

test('search excludes pages and groups that are not searchable', async () => {
  const groups = [
    { group: 'G', pages: ['index', 'a'] },
    { group: 'H', searchable: false, pages: ['b'] },
  ];
  const site = await formatSite(
    { navigation: { groups } },
    {
      'index.mdx': 'Findableword.',
      'a.mdx': '---\nsearchable: false\n---\nSecretpageword.',
      'b.mdx': 'Secretgroupword.',
    },
  );
  const index = [...site.files].flatMap(([path, text]) => (path.includes('/search/') ? [text] : [])).join('');
  assert.match(index, /findableword/i);
  assert.doesNotMatch(index, /secretpageword|secretgroupword/i);
});
