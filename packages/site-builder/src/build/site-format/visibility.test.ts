import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLlmsFull } from '../../outputs/llms.ts';
import { buildFixture } from '../../testing/build-fixture.ts';
import { formatSite } from './format-fixture.ts';

test('people see the part for humans, agents see the part for agents, and code that shows the component is kept', async () => {
  const site = await formatSite(
    {},
    {
      'index.mdx':
        'Both.\n\n<Visibility for="humans">\nLook at the picture.\n</Visibility>\n\n<Visibility for="agents">\nCall the API.\n</Visibility>\n\n```mdx\n<Visibility for="humans">x</Visibility>\n```\n',
    },
  );
  assert.match(site.content('index'), /Look at the picture/);
  assert.doesNotMatch(site.content('index'), /Call the API/);
  const markdown = site.files.get('index.md') ?? '';
  assert.match(markdown, /Both\.\n\n\n\nCall the API\.\n\n```mdx\n<Visibility for="humans">x<\/Visibility>\n```\n$/);
  assert.match(site.files.get('llms-full.txt') ?? '', /Call the API/);
});

test('agents don’t receive a part for humans, regardless of the part’s other attributes and content', async () => {
  const rows = {
    attributes: '<Visibility className="x" for={"humans"} id="y">\nsecret\n</Visibility >',
    nested: '<Visibility for="humans">\nsecret\n<Visibility for="agents">\nx\n</Visibility>\nsecret\n</Visibility>',
    code: '<Visibility for="humans">\n```mdx\n</Visibility>\n```\nsecret\n</Visibility>',
    mention: 'Write `<Visibility for="agents">`.\n\n<Visibility for="humans">\nsecret\n</Visibility>',
  };
  const pages = Object.entries(rows).map(([name, text]) => [`${name}.mdx`, `${text}\n\nEnd.\n`] as const);
  const site = await formatSite({}, { 'index.mdx': 'Home.', ...Object.fromEntries(pages) });
  for (const name of Object.keys(rows)) {
    const markdown = site.files.get(`${name}.md`) ?? '';
    assert.doesNotMatch(markdown, /secret/, name);
    assert.match(markdown, /End\.\n$/, name);
    assert.match(site.content(name), /secret/, name);
  }
});

/** The files of the site that mention a page, found by a word that only its text contains. */
async function whereabouts(
  navigation: object,
  pages: Readonly<Record<string, string>>,
  config: object = {},
): Promise<Readonly<Record<string, string>>> {
  const files = Object.fromEntries(
    Object.entries(pages).map(([path, head]) => [`${path}.mdx`, `${head}word${path.replace('/', '')}`]),
  );
  const site = await formatSite({ navigation, ...config }, files);
  const index = [...site.files].flatMap(([path, text]) => (path.includes('search') ? [text] : [])).join('\n');
  return Object.fromEntries(
    Object.keys(pages).map((path) => {
      const found = [
        site.sidebar().includes(`href="/${path}.html"`) ? 'sidebar' : '',
        site.files.get('sitemap.xml')?.includes(`/${path}<`) === true ? 'sitemap' : '',
        site.files.get('llms.txt')?.includes(`/${path}.md`) === true ? 'llms' : '',
        site.files.get('llms-full.txt')?.includes(`word${path.replace('/', '')}`) === true ? 'full' : '',
        index.includes(`word${path.replace('/', '')}`) ? 'search' : '',
        site.files.get('_docwright/pages.json')?.includes(`"${path}"`) === true ? 'assistant' : '',
        site.html(path).includes('name="robots" content="noindex"') ? 'noindex' : '',
      ];
      return [path, found.filter((place) => place !== '').join(' ')];
    }),
  );
}

const everywhere = 'sitemap llms full search assistant';

test('each way to hide a page keeps it out of exactly the places that the format defines', async () => {
  const navigation = {
    groups: [
      { group: 'Seen', pages: ['index', 'plain', 'own', 'off', 'quiet'] },
      { group: 'Hidden', hidden: true, pages: ['under', 'back', { group: 'Inner', pages: ['deep'] }] },
      {
        group: 'Found',
        hidden: true,
        searchable: true,
        pages: ['found', 'buried', { group: 'Again', hidden: true, pages: ['again'] }],
      },
      { group: 'Silent', searchable: false, pages: ['silent'] },
      { group: 'Twice', pages: ['twice'] },
      { group: 'Twice hidden', hidden: true, pages: ['twice'] },
    ],
  };
  const places = await whereabouts(navigation, {
    plain: '',
    own: '---\nhidden: true\n---\n',
    off: '---\nnoindex: true\n---\n',
    quiet: '---\nsearchable: false\n---\n',
    under: '',
    back: '---\nhidden: false\n---\n',
    deep: '',
    found: '',
    buried: '---\nhidden: true\n---\n',
    again: '',
    silent: '',
    twice: '',
    stray: '',
    secret: '---\nhidden: true\n---\n',
  });
  assert.deepEqual(places, {
    plain: `sidebar ${everywhere}`,
    own: 'noindex',
    off: 'sidebar noindex',
    quiet: 'sidebar sitemap llms full',
    under: 'noindex',
    back: everywhere,
    deep: 'noindex',
    found: everywhere,
    buried: 'noindex',
    again: 'noindex',
    silent: 'sidebar sitemap llms full',
    twice: `sidebar ${everywhere}`,
    stray: '',
    secret: 'noindex',
  });
});

test('seo.indexing "all" lists hidden and unlisted pages everywhere except in the sidebar', async () => {
  const navigation = {
    groups: [
      { group: 'A', pages: ['index', 'own', 'off'] },
      { group: 'B', hidden: true, pages: ['under'] },
    ],
  };
  const pages = { own: '---\nhidden: true\n---\n', off: '---\nnoindex: true\n---\n', under: '', stray: '' };
  assert.deepEqual(await whereabouts(navigation, pages, { seo: { indexing: 'all' } }), {
    own: everywhere,
    off: 'sidebar llms full noindex',
    under: everywhere,
    stray: everywhere,
  });
});

test('a hidden tab or version hides its pages like a hidden group', async () => {
  const navigation = {
    tabs: [
      { tab: 'A', pages: ['index', 'plain'] },
      { tab: 'B', hidden: true, groups: [{ group: 'G', pages: ['intab'] }] },
      {
        tab: 'C',
        versions: [
          { version: '2', pages: ['two'] },
          { version: '1', hidden: true, pages: ['one'] },
        ],
      },
    ],
  };
  const places = await whereabouts(navigation, { plain: '', intab: '', two: '', one: '' });
  assert.deepEqual(places, {
    plain: `sidebar ${everywhere}`,
    intab: 'noindex',
    two: `sidebar ${everywhere}`,
    one: 'noindex',
  });
});

test('llms.txt and llms-full.txt contain only the default language and version; links to other hosts are listed under “Optional”', async () => {
  const version = (name: string, isDefault: boolean, page: string) => ({
    version: name,
    ...(isDefault ? { default: true } : {}),
    groups: [{ group: 'G', pages: [page] }],
  });
  const site = await formatSite(
    {
      navigation: {
        languages: [
          { language: 'de', groups: [{ group: 'G', pages: ['de/index'] }] },
          {
            language: 'en',
            default: true,
            tabs: [
              {
                tab: 'Guides',
                versions: [version('3-beta', false, 'next'), version('2', true, 'index'), version('1', false, 'old')],
              },
              { tab: 'Status', href: 'https://status.example.com' },
              { tab: 'Gone', hidden: true, href: 'https://gone.example.com' },
            ],
          },
        ],
        global: {
          anchors: [
            { anchor: 'Forum', href: 'https://forum.example.com' },
            { anchor: 'Home', href: '/' },
          ],
        },
      },
    },
    { 'de/index.mdx': 'Deutsch.', 'next.mdx': 'Next.', 'index.mdx': 'Current.', 'old.mdx': 'Old.' },
  );
  const list = site.files.get('llms.txt') ?? '';
  assert.deepEqual(
    [...list.matchAll(/example\.com\/(\S+)\.md\)/g)].map(([, path]) => path),
    ['index'],
  );
  assert.match(
    list,
    /\n## Optional\n\n- \[Forum\]\(https:\/\/forum\.example\.com\)\n- \[Status\]\(https:\/\/status\.example\.com\)\n$/,
  );
  assert.doesNotMatch(site.files.get('llms-full.txt') ?? '', /Deutsch|Next|Old/);
  assert.match(site.files.get('llms-full.txt') ?? '', /Current\./);
  // The sitemap and the search contain all languages and versions.
  assert.match(site.files.get('sitemap.xml') ?? '', /\/de<[^]*\/next<[^]*\/old</);
});

test('llms-full.txt ends at its limit and states how many pages it leaves out', () => {
  const page = (path: string) => ({
    path,
    title: path,
    description: '',
    url: `https://x.test/${path}.md`,
    search: true,
    markdown: Buffer.from(`# ${path}\n\n${'x'.repeat(80)}\n`),
  });
  const about = {
    name: 'T',
    baseUrl: 'https://x.test',
    description: '',
    instructions: [],
    openapi: [],
    asyncapi: [],
    externalLinks: [],
  };
  const text = Buffer.from(writeLlmsFull({ ...about, pages: ['a', 'b', 'c'].map(page) }, 100)).toString();
  assert.match(
    text,
    /^# a\nSource: [^]*x\n\n\n\n2 pages are not in this file: https:\/\/x\.test\/llms\.txt lists all pages\.\n$/,
  );
  assert.equal(text.includes('# b'), false);
});

test('a page that only links to another site is an external link in llms.txt and isn’t in the sitemap', async () => {
  const site = await buildFixture(
    {
      'a.mdx': 'Text.',
      'npm.mdx': '---\ntitle: Package\nurl: "https://npm.example.com/x"\n---\n',
      'gone.mdx': '---\nhidden: true\nurl: "https://hidden.example.com"\n---\n',
    },
    { siteUrl: 'https://x.test' },
  );
  const list = site.files.get('llms.txt') ?? '';
  assert.match(list, /\n## Optional\n\n- \[Package\]\(https:\/\/npm\.example\.com\/x\)\n$/);
  assert.doesNotMatch(
    list + site.files.get('sitemap.xml') + site.files.get('llms-full.txt'),
    /npm(?:\.md)?[)<\n]|hidden/,
  );
});
