import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { BuildCache, buildSite, createMemorySource, type BuildReport, type BuildSettings } from '../index.ts';

type Files = Readonly<Record<string, string>>;
const site = { theme: 'mint', name: 'Site', colors: { primary: '#0d9373' } };
const docs = (rest: object): string => JSON.stringify({ ...site, ...rest });

async function build(files: Files, settings: Partial<BuildSettings> = {}) {
  const output = new Map<string, Buffer>();
  const report = await buildSite({
    source: createMemorySource(Object.entries(files)),
    settings: { siteUrl: 'https://docs.example.com', ...settings },
    clock: () => 0,
    emit: ({ path, bytes }) => void output.set(path, Buffer.from(bytes)),
  });
  return { output, report };
}
const exclude = async (files: Files) => build(files, { restricted: 'exclude' });

/** Files whose names or bytes contain the string; archives are unpacked. */
function filesWith(output: ReadonlyMap<string, Buffer>, text: string): string[] {
  return [...output].flatMap(([path, bytes]) =>
    path.includes(text) || unpacked(bytes).some((form) => form.includes(text)) ? [path] : [],
  );
}
function unpacked(bytes: Buffer): Buffer[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return [bytes, gunzipSync(bytes)];
  try {
    return [bytes, brotliDecompressSync(bytes)];
  } catch {
    return [bytes];
  }
}
const codes = ({ issues }: BuildReport): string[] => issues.map(({ code }) => code);

const plain = { 'index.mdx': '---\ntitle: Home\n---\nWelcome.' };
const words: Readonly<Record<string, readonly [navigation: object, frontmatter: string, isRestricted: boolean]>> = {
  'groups of the page': [{ pages: ['index', 'x'] }, 'groups: [staff]', true],
  'one group as a string': [{ pages: ['index', 'x'] }, 'groups: staff', true],
  'groups with public: true': [{ pages: ['index', 'x'] }, 'groups: [staff]\npublic: true', true],
  'an empty list of groups': [{ pages: ['index', 'x'] }, 'groups: []', false],
  'groups in frontmatter that is not YAML': [{ pages: ['index', 'x'] }, 'title: a: b: [\ngroups:\n  - staff', true],
  'public: false': [{ pages: ['index', 'x'] }, 'public: false', true],
  'public: "false"': [{ pages: ['index', 'x'] }, 'public: "false"', true],
  'public: true on an open site': [{ pages: ['index', 'x'] }, 'public: true', false],
  'a group with public: false': [{ pages: ['index', { group: 'G', public: false, pages: ['x'] }] }, 'title: X', true],
  'a page with public: true in such a group': [
    { pages: ['index', { group: 'G', public: false, pages: ['x'] }] },
    'public: true',
    false,
  ],
  'a nested group with public: true in such a group': [
    { pages: ['index', { group: 'G', public: false, pages: [{ group: 'H', public: true, pages: ['x'] }] }] },
    'title: X',
    false,
  ],
  'a group that names groups of readers': [
    { pages: ['index', { group: 'G', groups: ['staff'], pages: ['x'] }] },
    'title: X',
    true,
  ],
  'a tab with public: false': [
    {
      tabs: [
        { tab: 'A', pages: ['index'] },
        { tab: 'B', public: false, pages: ['x'] },
      ],
    },
    'title: X',
    true,
  ],
  'an open position and a restricted one': [
    { pages: ['index', 'x', { group: 'G', public: false, pages: ['x'] }] },
    'title: X',
    true,
  ],
};

describe('access to a page is determined by', () => {
  for (const [name, [navigation, frontmatter, isRestricted]] of Object.entries(words)) {
    test(name, async () => {
      const files = { ...plain, 'docs.json': docs({ navigation }), 'x.mdx': `---\n${frontmatter}\n---\nPage.` };
      const { output } = await exclude(files);
      assert.equal(output.has('x.html'), !isRestricted);
      assert.ok(output.has('index.html'));
      const refused = build(files, { restricted: 'refuse' });
      if (isRestricted) await assert.rejects(refused, { code: 'restricted_pages', message: /"x"/ });
      else assert.ok((await refused).output.has('x.html'));
    });
  }
});

describe('a protected site', () => {
  const files = {
    'docs.json': docs({
      public: false,
      navigation: { pages: ['index', 'x', { group: 'G', public: true, pages: ['y'] }] },
    }),
    'index.mdx': 'Home',
    'x.mdx': '---\npublic: true\n---\nX',
    'y.mdx': 'Y',
  };
  test('is rejected as a whole', async () => {
    await assert.rejects(build(files, { restricted: 'refuse' }), { code: 'site_protected', message: /public: false/ });
  });
  test('is built with only its explicitly public pages', async () => {
    const { output } = await exclude(files);
    assert.deepEqual(
      ['index.md', 'x.md', 'y.md'].map((path) => output.has(path)),
      [false, true, true],
    );
  });
});

test('a site is rejected with an error that names twenty of its restricted pages and counts the others', async () => {
  const paths = Array.from({ length: 30 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const pages = paths.map((path) => [`${path}.mdx`, '---\npublic: false\n---\n'] as const);
  const files = { 'docs.json': docs({ navigation: { pages: paths } }), ...Object.fromEntries(pages) };
  await assert.rejects(build(files, { restricted: 'refuse' }), /30 pages.*"p19" and 10 more/);
});

test('operations with x-mint.groups have no page, and their specification is published without them', async () => {
  const operation = (summary: string, groups?: string[]) => ({
    get: { summary, responses: {}, ...(groups && { 'x-mint': { groups } }) },
  });
  const paths = { '/open': operation('Open'), '/inner': operation('MARKER inner', ['staff']) };
  const spec = { openapi: '3.1.0', info: { title: 'S', version: '1' }, paths };
  const files = {
    'docs.json': docs({ navigation: { pages: ['index', { group: 'API', openapi: 'o.json' }] } }),
    'index.mdx': 'Home',
    'o.json': JSON.stringify(spec),
  };
  const { output } = await exclude(files);
  assert.deepEqual(filesWith(output, 'MARKER'), []);
  assert.ok(output.has('api-reference/open.html'));
  assert.deepEqual(Object.keys((JSON.parse(String(output.get('o.json'))) as typeof spec).paths), ['/open']);
  const unlisted = { ...files, 'docs.json': docs({ navigation: { pages: ['index'] } }) };
  await assert.rejects(build(unlisted, { restricted: 'refuse' }), { code: 'restricted_pages', message: /"o.json"/ });
});

test('redirects and navigation links to a page that is left out are also left out', async () => {
  const redirects = [
    { source: '/old', destination: '/zqdeep/secret' },
    { source: '/all/:slug*', destination: '/zqdeep/:slug*' },
    { source: '/home', destination: '/index' },
  ];
  const navigation = {
    tabs: [
      { tab: 'Docs', pages: ['index'] },
      { tab: 'ToZqdeep', href: '/zqdeep/secret' },
    ],
    global: { anchors: [{ anchor: 'ZqdeepAnchor', href: '/zqdeep/secret' }] },
  };
  const files = {
    ...plain,
    'docs.json': docs({ redirects, navigation }),
    'zqdeep/secret.mdx': '---\ngroups: [a]\n---\n',
  };
  const { output } = await exclude(files);
  assert.deepEqual([filesWith(output, 'zqdeep'), filesWith(output, 'Zqdeep')], [[], []]);
  assert.match(String(output.get('redirects.json')), /"\/home"/);
});

test('a cache from a build with all pages adds no restricted page to a restricted build', async () => {
  const files = {
    ...plain,
    'docs.json': docs({ navigation: { pages: ['index', 'x'] } }),
    'x.mdx': '---\ntitle: MARKER\ngroups: [a]\n---\nMARKER',
  };
  const cache = new BuildCache({ keeps: 'digests' });
  const run = async (restricted: BuildSettings['restricted']) => {
    const output = new Map<string, Buffer>();
    await buildSite({
      source: createMemorySource(Object.entries(files)),
      settings: { restricted },
      cache,
      clock: () => 0,
      emit: ({ path, bytes }) => void output.set(path, Buffer.from(bytes)),
    });
    return output;
  };
  assert.notDeepEqual(filesWith(await run('include'), 'MARKER'), []);
  assert.deepEqual(filesWith(await run('exclude'), 'MARKER'), []);
  assert.notDeepEqual(filesWith(await run('include'), 'MARKER'), []);
});

test('a page outside the navigation is reported, and left out on request', async () => {
  const files = {
    ...plain,
    'docs.json': docs({ navigation: { pages: ['index'] } }),
    'draft.mdx': 'Draft',
    'by-address.mdx': '---\nhidden: true\n---\nx',
  };
  const kept = await build(files);
  assert.deepEqual(
    kept.report.issues.map(({ code, path }) => [code, path]),
    [['orphan-page', 'draft.mdx']],
  );
  assert.ok(kept.output.has('draft.html'));
  const left = await build(files, { excludeOrphans: true });
  assert.deepEqual(
    ['draft.html', 'by-address.html'].map((path) => left.output.has(path)),
    [false, true],
  );
  assert.deepEqual(codes(left.report), ['orphan-page']);
});

interface RandomPage {
  readonly restriction: 'none' | 'groups' | 'public' | 'place';
  readonly uses: readonly number[];
  readonly picture: boolean;
  readonly how: 'markdown' | 'jsx' | 'put together';
  readonly depth: number;
  readonly isChangelog: boolean;
  readonly isListed: boolean;
}
const randomPage: fc.Arbitrary<RandomPage> = fc.record({
  restriction: fc.constantFrom('none', 'none', 'groups', 'public', 'place'),
  uses: fc.array(fc.nat({ max: 3 }), { maxLength: 2 }),
  picture: fc.boolean(),
  how: fc.constantFrom('markdown', 'jsx', 'put together'),
  depth: fc.nat({ max: 3 }),
  isChangelog: fc.boolean(),
  isListed: fc.boolean(),
});

const isOpen = ({ restriction }: RandomPage): boolean => restriction === 'none';
const marker = (kind: string, index: number, hidden: boolean): string =>
  `${hidden ? 'zqhidden' : 'zqopen'}${kind}${index}q`;

/** Creates a site in which every text names its audience. Content used only by restricted pages is marked like them. */
function toFiles(pages: readonly RandomPage[], operations: readonly boolean[]): Files {
  const snippetOpen = [0, 1, 2, 3].map((snippet) => {
    const users = pages.filter((page) => page.uses.includes(snippet));
    return users.length === 0 || users.some(isOpen);
  });
  const files: Record<string, string> = { 'index.mdx': '---\ntitle: Home\n---\nWelcome.' };
  const entries: unknown[] = ['index'];
  for (const [index, page] of pages.entries()) {
    const hidden = !isOpen(page);
    const mark = (kind: string): string => marker(kind, index, hidden);
    const path = `guides/${mark('path')}`;
    const picture = `images/${mark('picture')}.svg`;
    const shown = {
      markdown: `![${mark('alt')}](/${picture})`,
      jsx: `<img src="/${picture}" alt="${mark('alt')}" />`,
      'put together': `<img src={"/images/" + "${mark('picture')}" + ".svg"} />`,
    }[page.how];
    if (page.picture)
      files[picture] = `<svg xmlns="http://www.w3.org/2000/svg"><title>${mark('drawing')}</title></svg>`;
    const restriction = { none: '', place: '', groups: 'groups: [staff]\n', public: 'public: false\n' }[
      page.restriction
    ];
    files[`${path}.mdx`] = [
      `---\ntitle: ${mark('title')}\ndescription: ${mark('about')}\nkeywords: [${mark('keyword')}]\n${restriction}---`,
      ...[...new Set(page.uses)].map(
        (snippet) => `import S${snippet} from '/snippets/${marker('file', snippet, !snippetOpen[snippet])}.mdx';`,
      ),
      '',
      `## ${mark('heading')}\n\n${mark('text')}\n`,
      `<div className="content-['${mark('class')}']" />\n`,
      ...[...new Set(page.uses)].map((snippet) => `<S${snippet} />\n`),
      page.picture ? `${shown}\n` : '',
      page.isChangelog ? `<Update label="${mark('update')}">\n\n${mark('entry')}\n\n</Update>` : '',
    ].join('\n');
    const isPlaced = page.isListed || page.restriction === 'place';
    let entry: unknown = path;
    for (let level = 0; level < page.depth; level++) entry = { group: mark(`group${level}x`), pages: [entry] };
    if (page.restriction === 'place') entry = { group: mark('outer'), public: false, pages: [entry] };
    if (isPlaced) entries.push(entry);
  }
  for (const snippet of [0, 1, 2, 3]) {
    const mark = (kind: string): string => marker(kind, snippet, !snippetOpen[snippet]);
    files[`images/${mark('inner')}.svg`] =
      `<svg xmlns="http://www.w3.org/2000/svg"><title>${mark('innerart')}</title></svg>`;
    files[`snippets/${mark('file')}.mdx`] =
      `<span className="content-['${mark('snippetclass')}']">${mark('snippet')}</span>\n\n![x](/images/${mark('inner')}.svg)`;
  }
  const paths = operations.map((open, index) => {
    const mark = marker('operation', index, !open);
    return [`/${mark}`, { get: { summary: mark, responses: {}, ...(!open && { 'x-mint': { groups: ['staff'] } }) } }];
  });
  files['openapi.json'] = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: Object.fromEntries(paths) as object,
  });
  if (operations.length > 0) entries.push({ group: 'API', openapi: 'openapi.json' });
  const redirects = pages.map((page, index) => ({
    source: `/${marker('old', index, !isOpen(page))}`,
    destination: `/guides/${marker('path', index, !isOpen(page))}`,
  }));
  return { ...files, 'docs.json': docs({ navigation: { pages: entries }, redirects }) };
}

test('no output of a random site contains anything from its restricted pages, and every other page exists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomPage, { minLength: 1, maxLength: 7 }),
      fc.array(fc.boolean(), { maxLength: 3 }),
      async (pages, operations) => {
        const { output } = await exclude(toFiles(pages, operations));
        assert.deepEqual(filesWith(output, 'zqhidden'), []);
        for (const [index, page] of pages.entries()) {
          if (!isOpen(page)) continue;
          const path = `guides/${marker('path', index, false)}`;
          const html = String(output.get(`${path}.html`));
          for (const kind of ['title', 'heading', 'text', ...(page.isChangelog ? ['entry'] : [])])
            assert.ok(html.includes(marker(kind, index, false)), `${path}: ${kind}`);
          if (page.picture) assert.notDeepEqual(filesWith(output, marker('drawing', index, false)), []);
          for (const snippet of page.uses) {
            assert.ok(html.includes(marker('snippet', snippet, false)));
            assert.notDeepEqual(filesWith(output, marker('innerart', snippet, false)), []);
          }
        }
        for (const [index, open] of operations.entries())
          if (open) assert.notDeepEqual(filesWith(output, marker('operation', index, false)), []);
      },
    ),
    { numRuns: 60 },
  );
});
