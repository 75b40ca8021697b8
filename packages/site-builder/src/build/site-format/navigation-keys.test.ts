/** Checks that every division of the navigation and every key of its entries has a visible effect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatSite } from './format-fixture.ts';

const files = {
  'index.mdx': '---\ntitle: Start\n---\nx',
  'a.mdx': '---\ntitle: Page A\ndescription: What A is\n---\nx',
  'b.mdx': '---\ntitle: Page B\n---\nx',
  'root.mdx': '---\ntitle: Root\n---\nx',
};

describe('an entry of the navigation is visible', () => {
  const shown: Readonly<Record<string, readonly [navigation: object, ...patterns: readonly RegExp[]]>> = {
    'group: icon, tag, root, nested and expanded': [
      {
        groups: [
          {
            group: 'Outer',
            icon: 'star',
            tag: 'BETA',
            pages: ['index', { group: 'Inner', root: 'root', expanded: true, icon: 'flag', pages: ['a'] }],
          },
        ],
      },
      /<svg[^]*Outer[^]*BETA/,
      /href="\/root\.html"[^]*Inner/,
      /Page A/,
    ],
    'tabs: icon, align, menu with description, links': [
      {
        tabs: [
          { tab: 'One', icon: 'star', pages: ['index'] },
          {
            tab: 'Two',
            align: 'end',
            menu: [
              { item: 'Item 1', icon: 'flag', description: 'About it', pages: ['a'] },
              { item: 'Item 2', href: 'https://m.example.com' },
            ],
          },
          { tab: 'Out', href: 'https://t.example.com' },
        ],
      },
      /<svg[^]*<\/svg>One</,
      /<li class="tab-end">(?:(?!<\/li>)[^])*Two/,
      /<svg[^>]*>(?:(?!<a )[^])*Item 1[^]*About it/,
      /https:\/\/m\.example\.com/,
      /https:\/\/t\.example\.com/,
    ],
    'versions: name and tag': [
      {
        versions: [
          { version: 'v1', pages: ['a'] },
          { version: 'v2', default: true, tag: 'Latest', pages: ['index'] },
        ],
      },
      /v1/,
      /v2[^]*Latest/,
    ],
    'languages under their own names': [
      {
        languages: [
          { language: 'en', default: true, pages: ['index'] },
          { language: 'jp', pages: ['a'] },
          { language: 'ar', pages: ['b'] },
        ],
      },
      /日本語/,
      /العربية/,
    ],
    'dropdowns: icon, color, description, link': [
      {
        dropdowns: [
          { dropdown: 'Drop 1', icon: 'star', color: '#ff0000', description: 'About it', pages: ['index'] },
          { dropdown: 'Drop 2', href: 'https://x.example.com' },
        ],
      },
      /<svg[^>]*style="color:#ff0000"[^]*Drop 1/,
      /About it/,
      /https:\/\/x\.example\.com/,
    ],
    'products: name, icon, color, description': [
      {
        products: [
          { product: 'Product 1', icon: 'star', color: '#00ff00', description: 'About it', pages: ['index'] },
          { product: 'Product 2', pages: ['a'] },
        ],
      },
      /<svg[^>]*style="color:#00ff00"[^]*Product 1/,
      /Product 2/,
      /About it/,
    ],
    'anchors, and global ones with global tabs': [
      {
        anchors: [{ anchor: 'Anchor', icon: 'star', color: '#0000ff', pages: ['index'] }],
        global: {
          anchors: [{ anchor: 'Everywhere', href: 'https://g.example.com', icon: 'book' }],
          tabs: [{ tab: 'Tab', href: 'https://gt.example.com' }],
        },
      },
      /<svg[^>]*style="color:#0000ff"[^]*Anchor/,
      /<svg[^>]*>(?:(?!<a )[^])*Everywhere/,
      /https:\/\/g\.example\.com/,
      /https:\/\/gt\.example\.com/,
    ],
    'directory: card': [
      { directory: 'card', groups: [{ group: 'G', root: 'index', pages: ['a', 'b'] }] },
      /Page A[^]*What A is/,
    ],
    'pages alone': [{ pages: ['index', 'a'] }, /Page A/],
  };
  for (const [name, [navigation, ...patterns]] of Object.entries(shown)) {
    test(name, async () => {
      const site = await formatSite({ navigation }, files);
      for (const pattern of patterns) assert.match(site.html(), pattern);
      assert.deepEqual(site.codes(), []);
    });
  }
});

test('a tab with versions links to the default version, regardless of its position', async () => {
  const findTarget = async (standard: string) => {
    const versions = ['a', 'b'].map((page) => ({ version: `V-${page}`, default: page === standard, pages: [page] }));
    const tabs = [
      { tab: 'One', pages: ['index'] },
      { tab: 'Two', versions },
    ];
    const site = await formatSite({ navigation: { tabs } }, files);
    return /href="([^"]*)">Two</.exec(site.html())?.[1];
  };
  assert.deepEqual([await findTarget('a'), await findTarget('b')], ['/a.html', '/b.html']);
});

test('a hidden group isn’t in the sidebar, but its pages have addresses', async () => {
  const groups = [
    { group: 'Shown', pages: ['index'] },
    { group: 'Unseen', hidden: true, pages: ['a'] },
  ];
  const site = await formatSite({ navigation: { groups } }, files);
  assert.doesNotMatch(site.sidebar(), /Unseen|Page A/);
  assert.notEqual(site.html('a'), '');
});

test('a tab with a specification has a page for its operation', async () => {
  const paths = { '/x': { get: { tags: ['Pets'], summary: 'List Pets', responses: {} } } };
  const spec = JSON.stringify({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths });
  const tabs = [
    { tab: 'Docs', pages: ['index'] },
    { tab: 'API', openapi: 'o.json' },
  ];
  const site = await formatSite({ navigation: { tabs } }, { ...files, 'o.json': spec });
  assert.match(site.html('api-reference/pets/list-pets'), /List Pets/);
});

test('divisions that only the format’s own service can fill don’t affect other divisions', async () => {
  const tabs = [
    { tab: 'Docs', pages: ['index'] },
    { tab: 'Query', graphql: 'schema.graphql' },
    { tab: 'Library', sdk: { format: 'typedoc', source: 'typedoc.json' } },
  ];
  const sources = { ...files, 'schema.graphql': 'type Query { a: Int }', 'typedoc.json': '{}' };
  const site = await formatSite({ navigation: { tabs } }, sources);
  assert.match(site.html(), /Docs/);
});
