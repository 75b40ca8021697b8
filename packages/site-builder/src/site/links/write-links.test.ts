import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const config = (more: object): string =>
  JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, ...more });

describe('link targets', () => {
  test('a relative link in a description is resolved from the page’s folder', async () => {
    const site = await buildFixture({
      'usage/a.mdx': '---\ndescription: After you have [installed it](./b)\n---\n',
      'usage/b.mdx': 'b',
    });
    assert.match(site.files.get('usage/a.html') ?? '', /page-description">After you have <a href="\/usage\/b\.html"/);
    assert.deepEqual(site.codes(), []);
  });

  test('paragraphs of a description remain separate', async () => {
    const site = await buildFixture({ 'a.mdx': '---\ndescription: "One.\\n\\nTwo."\n---\n' });
    assert.match(site.files.get('a.html') ?? '', /page-description"><p>One\.<\/p>\s*<p>Two\.<\/p>/);
  });

  test('the prefix /docs of the site’s other address is removed if the page is found without it', async () => {
    const site = await buildFixture({ 'a.mdx': '[b](/docs/guides/b#part) [c](/docs/none)', 'guides/b.mdx': '## Part' });
    assert.match(site.content('a'), /href="\/guides\/b\.html#part"/);
    assert.deepEqual(site.codes().sort(), ['broken-link', 'link-prefix']);
    assert.equal(site.issue('link-prefix')?.severity, 'warning');
  });

  test('a prefix in the canonical address is removed from links and images', async () => {
    const site = await buildFixture({
      'docs.json': config({
        navigation: { pages: ['index', 'a'] },
        seo: { metatags: { canonical: 'https://example.com/ai/docs/' } },
      }),
      'index.mdx': '[a](/ai/docs/a) [home](/ai/docs) ![p](/ai/docs/p.svg) [x](/ai/none)',
      'a.mdx': 'a',
      'p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    assert.match(site.content('index'), /href="\/a\.html".*href="\/index\.html".*src="\/[^"]*p\.[^"]*svg"/s);
    assert.deepEqual(site.codes().sort(), ['broken-link', 'link-prefix', 'link-prefix']);
  });

  test('a link to the pages of an unread specification on another host isn’t an error', async () => {
    const navigation = {
      groups: [
        { group: 'API', openapi: 'https://api.example.com/openapi.json' },
        { group: 'G', pages: ['a'] },
      ],
    };
    const site = await buildFixture({
      'docs.json': config({ navigation }),
      'a.mdx': '[x](/api-reference/users/list-users) [y](/elsewhere)',
    });
    const found = site.report.issues.filter(({ code }) => code === 'broken-link');
    assert.deepEqual(found.map(({ severity }) => severity).sort(), ['error', 'warning']);
  });

  test('an anchor in a redirect is looked up on the final page', async () => {
    const spec = {
      openapi: '3.1.0',
      info: { title: 'S', version: '1' },
      paths: {
        '/x': {
          get: {
            summary: 'List x',
            parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    };
    const redirects = [
      { source: '/one', destination: '/a#real' },
      { source: '/two', destination: '/a#gone' },
      { source: '/three', destination: '/api-reference/list-x#param-q' },
      { source: '/four', destination: '/api-reference/list-x#param-gone' },
      { source: '/five', destination: '/one' },
      { source: '/six', destination: '/a#:~:text=Real' },
      { source: '/seven', destination: 'https://example.com/#anything' },
    ];
    const navigation = {
      groups: [
        { group: 'G', pages: ['a'] },
        { group: 'API', openapi: 'api.json' },
      ],
    };
    const site = await buildFixture({
      'docs.json': config({ navigation, redirects }),
      'a.mdx': '## Real',
      'api.json': JSON.stringify(spec),
    });
    assert.deepEqual(
      site.report.issues.map(({ code, path, message }) => [code, path, message]),
      [
        [
          'broken-anchor',
          'docs.json',
          'The redirect to "/a#gone" points to the anchor "#gone", which is not on the page "/a".',
        ],
        [
          'broken-anchor',
          'docs.json',
          'The redirect to "/api-reference/list-x#param-gone" points to the anchor "#param-gone", which is not on the page "/api-reference/list-x".',
        ],
      ],
    );
  });

  test('a redirect to a path outside the site is only a warning, because another site may have it', async () => {
    const site = await buildFixture({
      'docs.json': config({ navigation: { pages: ['a'] }, redirects: [{ source: '/old', destination: '/pricing' }] }),
      'a.mdx': 'a',
    });
    assert.equal(site.issue('redirect-target')?.severity, 'warning');
  });

  test('a redirect from a page’s path is reported, because servers and file storage treat it differently', async () => {
    const site = await buildFixture({
      'docs.json': config({
        navigation: { pages: ['a', 'home'] },
        redirects: [{ source: '/home', destination: '/a' }],
      }),
      'a.mdx': 'a',
      'home.mdx': 'a',
    });
    const { severity, message } = site.issue('redirect-shadowed') ?? {};
    assert.equal(severity, 'warning');
    assert.match(
      message ?? '',
      /path "\/home": live sites and docwright host redirect, and plain file storage shows the page/,
    );
  });

  test('a redirect with wildcards is reported if no page can match its destination', async () => {
    const redirects = [
      ['/a/:slug*', '/guides/:slug*'],
      ['/b/:slug', '/guides/:slug/'],
      ['/c/*', '/*'],
      ['/d/:slug*', '/gone/:slug*'],
      ['/e/:slug', '/guides/v:slug'],
      ['/f/:slug', '/gone/:slug/start'],
      ['/g/:slug*', 'https://a.example/:slug*'],
      ['/h/:slug*', '/f/:slug*'],
      ['/i/:slug*', '/files/:slug*'],
      ['/j/:slug*', '/docs/guides/:slug*'],
      ['/k/:slug*', '/GUIDES/:slug*?x=1#y'],
    ].map(([source, destination]) => ({ source, destination }));
    const site = await buildFixture({
      'docs.json': config({ navigation: { pages: ['guides/one'] }, redirects }),
      'guides/one.mdx': 'a',
      'files/a.pdf': 'a',
    });
    const reported = site.report.issues.filter(({ code }) => code === 'redirect-target');
    assert.deepEqual(
      reported.map(({ message }) => /from "(.*?)"/.exec(message)?.[1]),
      ['/d/:slug*', '/e/:slug', '/f/:slug'],
    );
  });

  test('for a link to a redirect, the final page and its anchor are checked', async () => {
    const site = await buildFixture({
      'docs.json': config({
        navigation: { pages: ['a', 'b'] },
        redirects: [
          { source: '/old', destination: '/b' },
          { source: '/part', destination: '/b#gone' },
          { source: '/docs/*', destination: '/*' },
        ],
      }),
      'a.mdx':
        '[1](/old#step-1:-go)\n\n[2](/old?x=1#none)\n\n[3](/part)\n\n[4](/docs/nowhere)\n\n[5](/docs/b#step-1-go)',
      'b.mdx': '## Step 1: go',
    });
    assert.match(site.content('a'), /href="\/b.html#step-1-go">1<[^]*href="\/b.html\?x=1#none">2<[^]*#gone">3</);
    assert.deepEqual(
      site.report.issues.map(({ code, line, severity }) => `${line} ${severity} ${code}`),
      [
        '3 warning broken-anchor',
        '5 warning broken-anchor',
        '7 warning broken-link',
        'undefined warning broken-anchor',
      ],
    );
  });

  test('a heading’s explicit ID can contain letters of other scripts, and spaces become dashes', async () => {
    const site = await buildFixture({
      'a.mdx': '## Run {#comfy run}\n\n## 设置 {#安装}\n\n[x](#comfy-run) [y](#安装)',
    });
    assert.match(site.content('a'), /<h2 id="comfy-run">/);
    assert.match(site.content('a'), /<h2 id="安装">/);
    assert.deepEqual(site.codes(), []);
  });
});

describe('anchors of headings', () => {
  test('a formula in a heading is represented by its TeX in the ID, the table of contents and links', async () => {
    const site = await buildFixture({ 'a.mdx': '## The $x^2$ of `y`\n\n[1](#the-x^2-of-y) [2](#the-x2-of-y)' });
    assert.match(site.content('a'), /<h2 id="the-x\^2-of-y">/);
    assert.match(site.content('a'), /href="#the-x%5E2-of-y">The x\^2 of y</);
    assert.deepEqual(site.codes(), []);
  });

  test('a link finds a heading by its letters and digits, and is corrected to the heading’s ID', async () => {
    const site = await buildFixture({
      'a.mdx': '[1](/b#part-2:-send-a-key) [2](/b#part-2-send-a-key) [3](/b#whos-there) [4](/b#max-count) [5](/b#none)',
      'b.mdx': "## Part 2: Send a key\n\n## Who's there\n\n## MAX_COUNT",
    });
    const anchors = [...site.content('a').matchAll(/href="\/b\.html#([^"]*)"/g)].map(([, anchor]) => anchor);
    assert.deepEqual(anchors, ['part-2-send-a-key', 'part-2-send-a-key', 'who%E2%80%99s-there', 'max_count', 'none']);
    assert.deepEqual(site.codes(), ['broken-anchor']);
  });

  test('headings of imported, nested and legacy snippets are found', async () => {
    const site = await buildFixture({
      'a.mdx': '[1](/b#hash_keys) [2](/b#hash-keys) [3](/b#deep_one) [4](/b#old-way) [5](/b#gone)',
      'b.mdx': 'import Keys from "/snippets/keys.mdx";\n\n<Keys />\n\n<Snippet file="old.mdx" />',
      'snippets/keys.mdx': 'import Deep from "./deep.mdx";\n\n## hash_keys\n\n<Deep />',
      'snippets/deep.mdx': '## Deep_one',
      '_snippets/old.mdx': '## Old way',
    });
    const anchors = [...site.content('a').matchAll(/href="\/b\.html#([^"]*)"/g)].map(([, anchor]) => anchor);
    assert.deepEqual(anchors, ['hash_keys', 'hash_keys', 'deep_one', 'old-way', 'gone']);
    assert.deepEqual(site.codes(), ['broken-anchor']);
  });

  test('a broken anchor is reported even if snippets of its target import each other', async () => {
    const site = await buildFixture({
      'a.mdx': '[1](/b#none)',
      'b.mdx': 'import One from "/snippets/one.mdx";\n\nText.',
      'snippets/one.mdx': 'import Two from "./two.mdx";\n\n## One',
      'snippets/two.mdx': 'import One from "./one.mdx";\n\n## Two',
    });
    assert.ok(site.codes().includes('broken-anchor'));
  });

  test('a response field has the ID of a parameter', async () => {
    const site = await buildFixture({
      'a.mdx': '[1](/b#param-look-back)',
      'b.mdx': '<ResponseField name="look.back" type="string">x</ResponseField>',
    });
    assert.match(site.content('b'), /id="param-look-back"/);
    assert.deepEqual(site.codes(), []);
  });
});

describe('redirects', () => {
  test('links resolve the wildcards of redirects, and a source that matches nothing is reported', async () => {
    const site = await buildFixture({
      'docs.json': config({
        navigation: { pages: ['index', 'new/apis'] },
        redirects: [
          { source: '/ref/zk-:slug*', destination: '/new/apis' },
          { source: '/x/*/edit', destination: '/new/apis' },
          { source: '/topic#part', destination: '/new/apis' },
          { source: '/q?x=1', destination: '/new/apis' },
          { source: '/:a/:b/:c/:d/:e/:f', destination: '/new/apis' },
        ],
      }),
      'index.mdx': '[1](/ref/zk-balance) [2](/x/1/edit) [3](/x/1/view) [4](/ref/other)',
      'new/apis.mdx': 'x',
    });
    const [text = ''] = /<p>.*<\/p>/.exec(site.content('index')) ?? [];
    assert.equal(text.split('href="/new/apis.html"').length - 1, 2);
    assert.deepEqual(site.codes().sort(), ['broken-link', 'broken-link', ...Array<string>(3).fill('redirect-source')]);
  });

  test('a site without an index page temporarily redirects its root to its first page', async () => {
    const site = await buildFixture({ 'guide/start.mdx': 'x' }, { basePath: '/docs' });
    const { redirects } = JSON.parse(site.files.get('redirects.json') ?? '') as { redirects: readonly object[] };
    assert.deepEqual(redirects[0], { source: '/', destination: '/guide/start', status: 307 });
    assert.match(site.files.get('index.html') ?? '', /url=\/docs\/guide\/start\.html/);
  });
});
