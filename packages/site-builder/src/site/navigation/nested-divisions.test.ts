import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

/** The kinds of children that an entry of each kind may have, according to the format. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  anchors: ['languages', 'versions', 'dropdowns', 'tabs', 'products'],
  dropdowns: ['languages', 'versions', 'tabs', 'anchors', 'products'],
  languages: ['versions', 'tabs', 'dropdowns', 'anchors', 'products'],
  versions: ['languages', 'tabs', 'dropdowns', 'anchors', 'products'],
  tabs: ['languages', 'versions', 'dropdowns', 'anchors', 'products', 'menu'],
  products: ['languages', 'versions', 'tabs', 'anchors', 'dropdowns', 'menu'],
};
const names: Readonly<Record<string, string>> = {
  anchors: 'anchor',
  dropdowns: 'dropdown',
  languages: 'language',
  versions: 'version',
  tabs: 'tab',
  products: 'product',
  menu: 'item',
};

function labelsOf(kind: string): [string, string] {
  return kind === 'languages' ? ['en', 'fr'] : [`${kind} one`, `${kind} two`];
}

/** Two entries of each kind, the second with its own pages. */
function nest(kinds: readonly string[], pages: string[]): object {
  const [kind, ...rest] = kinds;
  const page = (name: string): string => {
    const path = `p${pages.length}/${name}`;
    pages.push(path);
    return path;
  };
  if (kind === undefined)
    return { groups: [{ group: 'Group', pages: [page('a'), { group: 'In', pages: [page('b')] }] }] };
  const [first, second] = labelsOf(kind);
  const name = names[kind] ?? '';
  return {
    [kind]: [
      { [name]: first, ...nest(rest, pages) },
      { [name]: second, pages: [page('c')] },
    ],
  };
}

async function build(navigation: object, pages: readonly string[]): Promise<BuiltSite> {
  const config = { theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation };
  return buildFixture({
    'docs.json': JSON.stringify(config),
    ...Object.fromEntries(pages.map((path) => [`${path}.mdx`, path])),
  });
}

describe('nested divisions', () => {
  for (const [outer, inners] of Object.entries(allowed)) {
    for (const inner of inners) {
      test(`${inner} in ${outer}: a page is in the navigation, and links to the other choice of each kind`, async () => {
        const pages: string[] = [];
        const site = await build(nest([outer, inner], pages), pages);
        assert.deepEqual(site.codes(), []);
        const html = site.files.get(`${pages[0]}.html`) ?? '';
        assert.doesNotMatch(html, /name="robots" content="noindex"/);
        for (const [kind, path] of [
          [outer, pages.at(-1)],
          [inner, pages.at(-2)],
        ])
          assert.ok(html.includes(`href="/${path}.html"`), `${pages[0]} doesn’t link to ${path} of ${kind}`);
      });
    }
  }

  test('with three levels, the innermost choice determines the sidebar', async () => {
    const pages: string[] = [];
    const site = await build(nest(['products', 'versions', 'tabs'], pages), pages);
    const sidebar = /<nav class="side-nav".*?<\/nav>/s.exec(site.files.get(`${pages[0]}.html`) ?? '')?.[0] ?? '';
    const linked = [...sidebar.matchAll(/href="\/([^"]*)\.html"/g)].map(([, path]) => path);
    assert.deepEqual(linked, pages.slice(0, 2));
  });

  test('the reading order follows the sidebar and ends with it', async () => {
    const pages: string[] = [];
    const site = await build(nest(['tabs'], pages), pages);
    assert.match(site.files.get(`${pages[0]}.html`) ?? '', new RegExp(`rel="next" href="/${pages[1]}.html"`));
    assert.doesNotMatch(site.files.get(`${pages[1]}.html`) ?? '', /rel="next"/);
  });
});

describe('settings overridden by a language', () => {
  const navigation = {
    languages: [
      { language: 'en', pages: ['en/a', 'en/b'] },
      {
        language: 'fr',
        banner: { content: 'Bonjour', dismissible: true },
        footer: { links: [{ header: 'Ressources', items: [{ label: 'Aide', href: 'https://example.com/aide' }] }] },
        navbar: { links: [{ label: 'Compte', href: 'https://example.com/compte' }] },
        pages: ['fr/a'],
      },
    ],
  };
  const files = {
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      banner: { content: 'Hello' },
      navbar: { links: [{ label: 'Account', href: 'https://example.com/account' }] },
      navigation,
    }),
    'en/a.mdx': 'a',
    'en/b.mdx': 'b',
    'fr/a.mdx': 'a',
  };

  test('a language’s banner, footer and navbar replace the site’s only on that language’s pages', async () => {
    const site = await buildFixture(files);
    const french = site.files.get('fr/a.html') ?? '';
    assert.match(french, /Bonjour/);
    assert.match(french, /Ressources/);
    assert.match(french, />Compte</);
    assert.doesNotMatch(french, /Hello|>Account</);
    const english = site.files.get('en/a.html') ?? '';
    assert.match(english, /Hello/);
    assert.match(english, />Account</);
    assert.doesNotMatch(english, /Bonjour|Ressources|Compte/);
  });

  test('the hreflang links of a translated page name all its languages and the default; other pages have none', async () => {
    const site = await buildFixture(files, { siteUrl: 'https://docs.example.com', basePath: '/docs' });
    const links = (path: string): string[] =>
      [...(site.files.get(path) ?? '').matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(
        ([, tag, url]) => `${tag} ${url}`,
      );
    assert.deepEqual(links('fr/a.html'), [
      'en https://docs.example.com/docs/en/a',
      'x-default https://docs.example.com/docs/en/a',
      'fr https://docs.example.com/docs/fr/a',
    ]);
    assert.deepEqual(links('en/b.html'), []);
  });
});

describe('directories below root pages', () => {
  const navigation = (directory: string): object => ({
    directory,
    groups: [
      {
        group: 'Help',
        root: 'help',
        pages: ['help/start', { group: 'API', directory: 'none', root: 'help/api', pages: ['help/api/list'] }],
      },
    ],
  });
  const pages = ['help', 'help/start', 'help/api', 'help/api/list'];

  test('cards and collapsible lists show the group’s pages only on its root page', async () => {
    for (const [layout, name] of [
      ['card', 'directory-cards'],
      ['accordion', 'directory-list'],
    ] as const) {
      const site = await build(navigation(layout), pages);
      const html = /<nav class="directory[^]*?<\/nav>/.exec(site.files.get('help.html') ?? '')?.[0] ?? '';
      assert.ok(html.includes(name));
      assert.match(html, /href="\/help\/start\.html"/);
      assert.match(html, /href="\/help\/api\.html"/);
      assert.doesNotMatch(site.files.get('help/start.html') ?? '', /class="directory/);
    }
  });

  test('an inner group can turn the list off', async () => {
    const site = await build(navigation('card'), pages);
    assert.doesNotMatch(site.files.get('help/api.html') ?? '', /class="directory/);
  });
});

describe('a version’s tabs next to the site’s tabs', () => {
  test('if a page is in two rows of tabs, only one row is shown', async () => {
    const tabs = (prefix: string): object[] => [
      { tab: 'Guides', pages: [`${prefix}/a`] },
      { tab: 'API', pages: [`${prefix}/b`] },
    ];
    const navigation = { versions: [{ version: 'v1', tabs: tabs('v1') }], tabs: tabs('v1') };
    const site = await build(navigation, ['v1/a', 'v1/b']);
    assert.equal((site.files.get('v1/a.html') ?? '').match(/class="nav-tabs"/g)?.length, 1);
  });
});
