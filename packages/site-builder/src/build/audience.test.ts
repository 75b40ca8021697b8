import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BuildSettings } from '../index.ts';
import { buildFixture, type BuiltSite } from '../testing/build-fixture.ts';

const docs = (rest: object): string =>
  JSON.stringify({ theme: 'mint', name: 'Site', colors: { primary: '#0d9373' }, ...rest });
const page = (frontmatter = '', body = 'Text.'): string => `---\n${frontmatter}\n---\n${body}`;

const everyone: BuildSettings['restricted'] = { audience: { signedIn: false, groups: [] } };
const member = (...groups: string[]): BuildSettings['restricted'] => ({ audience: { signedIn: true, groups } });
const build = (files: Record<string, string>, restricted: BuildSettings['restricted']): Promise<BuiltSite> =>
  buildFixture(files, { restricted, siteUrl: 'https://docs.example.com' });
const pagesOf = ({ files }: BuiltSite): string[] =>
  [...files.keys()].filter((path) => /^[xyz]\.md$/.test(path)).map((path) => path.slice(0, 1));
const filesWith = ({ files }: BuiltSite, text: string): string[] =>
  [...files].flatMap(([path, content]) => (path.includes(text) || content.includes(text) ? [path] : []));

describe('a page and its node are visible only to members of the node’s group, if the node is', () => {
  const inner = { pages: ['y'] };
  const nodes: Record<string, object> = {
    'a language': {
      languages: [
        { language: 'en', pages: ['index'] },
        { language: 'fr', groups: ['a'], ...inner },
      ],
    },
    'a version': {
      versions: [
        { version: '2', pages: ['index'] },
        { version: '1', groups: ['a'], ...inner },
      ],
    },
    'a tab': {
      tabs: [
        { tab: 'T', pages: ['index'] },
        { tab: 'Zqnode', groups: ['a'], ...inner },
      ],
    },
    'an anchor': {
      anchors: [
        { anchor: 'T', pages: ['index'] },
        { anchor: 'Zqnode', groups: ['a'], ...inner },
      ],
    },
    'a dropdown': {
      dropdowns: [
        { dropdown: 'T', pages: ['index'] },
        { dropdown: 'Zqnode', groups: ['a'], ...inner },
      ],
    },
    'a product': {
      products: [
        { product: 'T', pages: ['index'] },
        { product: 'Zqnode', groups: ['a'], ...inner },
      ],
    },
    'a menu item': {
      tabs: [
        {
          tab: 'T',
          menu: [
            { item: 'I', pages: ['index'] },
            { item: 'Zqnode', groups: ['a'], ...inner },
          ],
        },
      ],
    },
    'a group': { groups: [{ group: 'G', pages: ['index', { group: 'Zqnode', groups: ['a'], ...inner }] }] },
    'a tab around nested groups': {
      tabs: [
        { tab: 'T', pages: ['index'] },
        { tab: 'Zqnode', groups: ['a'], pages: [{ group: 'G', pages: [{ group: 'H', pages: ['y'] }] }] },
      ],
    },
    'a group whose readers are a string instead of a list': {
      groups: [{ group: 'G', pages: ['index', { group: 'Zqnode', groups: 'a', ...inner }] }],
    },
    'a group whose readers match a pattern': {
      groups: [
        { group: 'G', pages: ['index', { group: 'Zqnode', groups: { includes: ['a*'], excludes: ['b'] }, ...inner }] },
      ],
    },
  };
  for (const [name, navigation] of Object.entries(nodes)) {
    test(name, async () => {
      const files = { 'docs.json': docs({ navigation }), 'index.mdx': page(), 'y.mdx': page('title: Zqtitle') };
      const seen = await Promise.all([everyone, member(), member('b'), member('a')].map((one) => build(files, one)));
      assert.deepEqual(seen.map(pagesOf), [[], [], [], ['y']]);
      for (const site of seen.slice(0, 3))
        assert.deepEqual([...filesWith(site, 'Zqtitle'), ...filesWith(site, 'Zqnode')], []);
      assert.notDeepEqual(filesWith(seen[3] ?? seen[0] ?? assert.fail(), 'Zqtitle'), []);
    });
  }
});

test('lists of groups are cumulative: a reader needs a group of the page, of its navigation group and of its tab', async () => {
  const navigation = {
    tabs: [
      { tab: 'H', pages: ['index'] },
      { tab: 'T', groups: ['a'], pages: [{ group: 'G', groups: ['b', 'c'], pages: ['y'] }] },
    ],
  };
  const files = { 'docs.json': docs({ navigation }), 'index.mdx': page(), 'y.mdx': page('groups: [d]\npublic: true') };
  const seen = [
    ['a', 'b'],
    ['a', 'd'],
    ['b', 'd'],
    ['a', 'c', 'd'],
  ].map((groups) => build(files, member(...groups)));
  assert.deepEqual((await Promise.all(seen)).map(pagesOf), [[], [], [], ['y']]);
});

test('a signed-in reader without groups sees protected pages, and a signed-out reader sees only public pages', async () => {
  const files = {
    'docs.json': docs({ public: false, navigation: { pages: ['x', { group: 'G', public: true, pages: ['y', 'z'] }] } }),
    'x.mdx': page(),
    'y.mdx': page(),
    'z.mdx': page('groups: [a]'),
  };
  assert.deepEqual(
    (await Promise.all([everyone, member(), member('a')].map((one) => build(files, one)))).map(pagesOf),
    [['y'], ['x', 'y'], ['x', 'y', 'z']],
  );
});

test('llms.txt lists the pages for everyone even if a reader sees an earlier version without pages', async () => {
  const navigation = {
    versions: [
      { version: 'Internal', groups: ['b'], pages: ['x'] },
      { version: 'Draft', groups: ['a'], pages: [] },
      { version: '1', pages: ['y'] },
    ],
  };
  const files = { 'docs.json': docs({ navigation }), 'x.mdx': page(), 'y.mdx': page('title: Ypsilon') };
  for (const one of [everyone, member('a'), member('a', 'b')])
    assert.match((await build(files, one)).files.get('llms.txt') ?? '', /Ypsilon/);
});

test('a global anchor with groups is shown to their members', async () => {
  const navigation = {
    pages: ['index'],
    global: { anchors: [{ anchor: 'Zqanchor', href: 'https://example.com', groups: ['a'] }] },
  };
  const files = { 'docs.json': docs({ navigation }), 'index.mdx': page() };
  assert.deepEqual(filesWith(await build(files, member('b')), 'Zqanchor'), []);
  assert.notDeepEqual(filesWith(await build(files, member('a')), 'Zqanchor'), []);
});

test('a tab links to the first page that its readers see, and that page links to the next visible page', async () => {
  const navigation = {
    tabs: [
      { tab: 'Home', pages: ['index'] },
      { tab: 'Guides', pages: ['x', 'y', 'between', 'z'] },
    ],
  };
  const files = {
    'docs.json': docs({ navigation }),
    'index.mdx': page(),
    'x.mdx': page('groups: [a]'),
    'y.mdx': page('title: Ypsilon'),
    'between.mdx': page('groups: [a]'),
    'z.mdx': page('title: Zed'),
  };
  const site = await build(files, everyone);
  assert.match(site.files.get('index.html') ?? '', /<a[^>]*href="\/y\.html"[^>]*>[^<]*(?:<[^>]*>)*Guides/);
  assert.match(site.files.get('y.html') ?? '', /rel="next"[^>]*href="\/z\.html"|href="\/z\.html"[^>]*rel="next"|Zed/);
});

test('links in the navigation bar and footer, pinned results, related pages and redirects to a hidden page are left out', async () => {
  const config = {
    navigation: { pages: ['index', 'zqhidden'] },
    navbar: {
      links: [{ label: 'Zqbar', href: '/zqhidden' }],
      primary: { type: 'button', label: 'Zqmain', href: '/zqhidden' },
    },
    footer: { links: [{ header: 'Zqcolumn', items: [{ label: 'Zqfoot', href: '/zqhidden#part' }] }] },
    search: { pinned: [{ query: 'zqquery', pages: ['zqhidden'] }] },
    redirects: [{ source: '/zqold', destination: '/zqhidden' }],
  };
  const files = {
    'docs.json': docs(config),
    'index.mdx': page('related: [zqhidden, {Zqrelated: /zqhidden}, https://example.com/zqelsewhere]'),
    'zqhidden.mdx': page('groups: [a]'),
  };
  const site = await build(files, everyone);
  for (const text of ['zqhidden', 'Zqbar', 'Zqmain', 'Zqcolumn', 'Zqfoot', 'zqquery', 'zqold', 'Zqrelated'])
    assert.deepEqual(filesWith(site, text), [], text);
  assert.notDeepEqual(filesWith(site, 'zqelsewhere'), []);
  assert.deepEqual(
    site.report.issues.filter(({ path, message }) => path !== 'zqhidden.mdx' && message.includes('zqhidden')),
    [],
  );
  assert.notDeepEqual(filesWith(await build(files, member('a')), 'Zqfoot'), []);
});

test('a file that only an operation’s description shows is left out with the operation', async () => {
  const operation = (description: string, rest = {}) => ({ get: { summary: description, responses: {}, ...rest } });
  const spec = {
    openapi: '3.1.0',
    info: { title: 'S', version: '1' },
    paths: {
      '/a': operation('A'),
      '/b': operation('B', { 'x-mint': { groups: ['a'], content: '![x](/zqpicture.svg)' } }),
    },
  };
  const files = {
    'docs.json': docs({ navigation: { groups: [{ group: 'API', openapi: 'api.json' }] } }),
    'api.json': JSON.stringify(spec),
    'zqpicture.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  };
  assert.deepEqual(filesWith(await build(files, everyone), 'zqpicture'), []);
  assert.notDeepEqual(filesWith(await build(files, member('a')), 'zqpicture'), []);
});

test('a build for readers without sign-in is the same as a build that excludes restricted content', async () => {
  const files = {
    'docs.json': docs({ navigation: { pages: ['index', 'x', 'y'] } }),
    'index.mdx': page(),
    'x.mdx': page('public: false'),
    'y.mdx': page('groups: [a]'),
  };
  const [audience, excluded] = [await build(files, everyone), await build(files, 'exclude')];
  assert.deepEqual([...audience.files], [...excluded.files]);
});

test('a build without sign-in warns that pages with groups have no readers', async () => {
  const files = {
    'docs.json': docs({ navigation: { pages: ['index', 'x'] } }),
    'index.mdx': page(),
    'x.mdx': page('groups: [a]'),
  };
  const warned = await build(files, 'exclude');
  assert.match(warned.issue('groups-without-access')?.message ?? '', /1 page and 0 parts/);
  assert.equal(warned.issue('groups-without-access')?.severity, 'warning');
  for (const restricted of [everyone, member('a'), 'include'] as const)
    assert.equal((await build(files, restricted)).issue('groups-without-access'), undefined);
  const open = await build({ ...files, 'x.mdx': page('public: false') }, 'exclude');
  assert.equal(open.issue('groups-without-access'), undefined);
});

test('invalid values are reported once, with their position', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `g${index}`);
  const files = {
    'docs.json': docs({
      navigation: {
        tabs: [{ tab: 'T', public: 'perhaps', pages: ['index', { group: 'G', groups: 'a', pages: ['x', 'y', 'z'] }] }],
      },
    }),
    'index.mdx': page('groups: []'),
    'x.mdx': page('groups: 7'),
    'y.mdx': page('groups: ["a\\u0000b"]'),
    'z.mdx': page(`groups: ${JSON.stringify(many)}`),
  };
  const site = await build(files, 'include');
  const reported = site.report.issues.flatMap(({ code, path, message }) =>
    code === 'access-value' ? [[path, message]] : [],
  );
  assert.deepEqual(
    reported.map(([path]) => path),
    ['docs.json', 'docs.json', 'index.mdx', 'x.mdx', 'y.mdx', 'z.mdx'],
  );
  assert.match(String(reported[0]), /navigation\.tabs\[0\] \("T"\): public is neither/);
  assert.match(String(reported[1]), /navigation\.tabs\[0\]\.pages\[1\] \("G"\): groups is a string/);
  assert.deepEqual(pagesOf(await build(files, member('a', '7', 'g999', 'g1000', 'a\u0000b'))), ['x', 'z']);
  assert.deepEqual(pagesOf(await build(files, member('a', 'g1000'))), []);
});

describe('an ambiguous or invalid value doesn’t make a page readable', () => {
  const inGroup = (node: object): Record<string, string> => ({
    'docs.json': docs({ navigation: { pages: ['index', { group: 'G', pages: ['y'], ...node }] } }),
    'y.mdx': page(),
  });
  const rows: Record<string, Record<string, string>> = {
    'a name that is also a page': { ...inGroup({ groups: ['a'] }), 'a.mdx': page() },
    'a number in the navigation': inGroup({ groups: [7] }),
    'a list in a list': inGroup({ groups: [['a']] }),
    'an empty name': inGroup({ groups: [''] }),
    'a name of spaces': inGroup({ groups: ['  '] }),
    '`public` in the navigation': inGroup({ public: 'no' }),
    '`public` in a page': { ...inGroup({}), 'y.mdx': page('public: no') },
    '`public` of the site': {
      'docs.json': docs({ public: 0, navigation: { pages: ['index', 'y'] } }),
      'y.mdx': page(),
    },
    'frontmatter without an end': { ...inGroup({}), 'y.mdx': '---\ntitle: Y\ngroups: [a]\n\nText.\n' },
  };
  for (const [name, files] of Object.entries(rows))
    test(name, async () =>
      assert.deepEqual(pagesOf(await build({ 'index.mdx': page('public: true'), ...files }, everyone)), []),
    );
});

test('a key that is misspelled with capitals is reported', async () => {
  const files = { 'docs.json': docs({ navigation: { pages: ['index'] } }), 'index.mdx': page('Groups: [a]') };
  assert.match((await build(files, 'include')).issue('access-value')?.message ?? '', /"Groups" has no effect/);
});

test('a global anchor without an address is reported', async () => {
  const anchors = [{ anchor: 'Internal', groups: ['a'], pages: ['y'] }];
  const navigation = { pages: ['index'], global: { anchors } };
  const site = await build({ 'docs.json': docs({ navigation }), 'index.mdx': page(), 'y.mdx': page() }, 'include');
  assert.match(site.issue('navigation-value')?.message ?? '', /navigation\.global\.anchors\[0\]/);
});
