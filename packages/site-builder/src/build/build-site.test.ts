import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';
import { SiteConfigMissing } from '../site/config/read-config.ts';
import { buildSite, checkSite, createMemorySource } from '../index.ts';

describe('pages', () => {
  test('a page becomes an .html file next to its Markdown, with the title from the frontmatter', async () => {
    const site = await buildFixture({ 'guides/start.mdx': '---\ntitle: Start\n---\n\nHello **you**.' });
    assert.match(site.files.get('guides/start.html') ?? '', /<title>Start - Test<\/title>/);
    assert.match(site.content('guides/start'), /<p>Hello <strong>you<\/strong>\.<\/p>/);
    assert.match(site.files.get('guides/start.md') ?? '', /\n\n# Start\n\nHello \*\*you\*\*\.\n$/);
    assert.deepEqual(site.report.issues, []);
  });

  test('a link to a page uses the page’s file name, under the base path', async () => {
    const files = { 'a.mdx': '[b](/x/b#part) [same](./x/b)', 'x/b.mdx': '## Part' };
    const site = await buildFixture(files, { basePath: '/docs' });
    assert.match(site.content('a'), /href="\/docs\/x\/b\.html#part"/);
    assert.match(site.content('a'), /href="\/docs\/x\/b\.html">same/);
  });

  test('a link to a redirect is replaced with a link to the target page', async () => {
    const config = {
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      navigation: { pages: ['a', 'new'] },
      redirects: [{ source: '/old/:slug*', destination: '/new' }],
    };
    const site = await buildFixture({ 'docs.json': JSON.stringify(config), 'a.mdx': '[x](/old/y)', 'new.mdx': 'new' });
    assert.match(site.content('a'), /href="\/new\.html"/);
    assert.deepEqual(site.codes(), []);
  });

  test('broken links, anchors and images are issues with file and line', async () => {
    const site = await buildFixture({ 'a.mdx': 'x\n\n[b](/b)\n\n[c](/c#no)\n\n![i](/i.png)', 'c.mdx': '## Yes' });
    const places = site.report.issues.map(({ path, line, code }) => `${path}:${line} ${code}`);
    assert.deepEqual(places, ['a.mdx:3 broken-link', 'a.mdx:5 broken-anchor', 'a.mdx:7 missing-file']);
  });

  test('an image’s name contains its digest, and a linked file keeps its name', async () => {
    const site = await buildFixture({ 'a.mdx': '![i](/i.png)\n\n[f](/f.pdf)', 'i.png': 'PNG', 'f.pdf': 'PDF' });
    assert.match(site.content('a'), /src="\/_docwright\/assets\/i\.[0-9a-f]{10}\.png"/);
    assert.match(site.content('a'), /href="\/f\.pdf"/);
    assert.equal(site.files.get('f.pdf'), 'PDF');
    assert.equal(site.files.has('i.png'), false);
  });

  test('headings have IDs that are numbered if repeated, and keep an explicit ID', async () => {
    const site = await buildFixture({ 'a.mdx': '## One. Two\n\n## One. Two\n\n## Three {#own}\n' });
    const ids = [...site.content('a').matchAll(/<h2 id="([^"]*)"/g)].map((match) => match[1]);
    assert.deepEqual(ids, ['one-two', 'one-two-2', 'own']);
  });

  test('an anchor that spells a heading differently is corrected to the heading’s ID', async () => {
    const site = await buildFixture({
      'a.mdx': '[x](/b#isnull\\(\\)) [y](/b#9-cell)',
      'b.mdx': '## isnull\n\n## 9: Cell',
    });
    assert.match(site.content('a'), /\/b\.html#isnull"/);
    assert.match(site.content('a'), /\/b\.html#9-cell"/);
  });

  test('prices are not mistaken for formulas', async () => {
    const site = await buildFixture({ 'a.mdx': 'From $500-$1,500 or $5 and $10.\n\nArea $\\pi r^2$.' });
    assert.match(site.content('a'), /From \$500-\$1,500 or \$5 and \$10\./);
    assert.match(site.content('a'), /class="katex"/);
  });

  test('a page outside the navigation is built at its address, and llms.txt doesn’t list it', async () => {
    const config = { theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages: ['a'] } };
    const site = await buildFixture({ 'docs.json': JSON.stringify(config), 'a.mdx': 'a', 'b.mdx': 'b' });
    assert.match(site.content('b'), /<p>b<\/p>/);
    assert.doesNotMatch(site.files.get('llms.txt') ?? '', /\/b\.md/);
  });
});

describe('syntax that other tools accept', () => {
  test('quoted frontmatter can continue at the start of the next line', async () => {
    const site = await buildFixture({ 'a.mdx': '---\ntitle: "One,\ntwo and\n  three"\nicon: star\n---\n\nx' });
    assert.match(site.files.get('a.html') ?? '', /<title>One, two and three/);
    assert.deepEqual(site.codes(), []);
  });

  test('a redirect to a redirect points to the final target, and a loop has no page', async () => {
    const redirects = [
      { source: '/one', destination: '/two' },
      { source: 'two', destination: '/a' },
      { source: '/left', destination: '/right' },
      { source: '/right', destination: '/left' },
    ];
    const site = await buildFixture({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'T',
        colors: { primary: '#000' },
        navigation: { pages: ['a'] },
        redirects,
      }),
      'a.mdx': 'a',
    });
    assert.match(site.files.get('one.html') ?? '', /url=\/a\.html/);
    assert.deepEqual([site.files.has('left.html'), site.files.has('right.html')], [false, false]);
  });

  test('redirects that differ in case share one stub', async () => {
    const redirects = ['/old', '/Old', '/A'].map((source) => ({ source, destination: '/a' }));
    const site = await buildFixture({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'T',
        colors: { primary: '#000' },
        navigation: { pages: ['a'] },
        redirects,
      }),
      'a.mdx': 'x',
    });
    assert.ok(!site.codes().includes('path-collision'));
    assert.ok(site.files.has('old.html') && !site.files.has('Old.html') && !site.files.has('A.html'));
  });
});

describe('another language', () => {
  test('is linked at the same page if it has that page, otherwise at its first page', async () => {
    const languages = [
      { language: 'en', pages: ['index', 'guides/a', 'guides/only'] },
      { language: 'fr', pages: ['fr/index', 'fr/guides/a'] },
    ];
    const site = await buildFixture({
      'docs.json': JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { languages } }),
      ...Object.fromEntries(languages.flatMap(({ pages }) => pages.map((page) => [`${page}.mdx`, 'x']))),
    });
    const menu = (page: string): string =>
      /selector-language[\s\S]*?<\/details>/.exec(site.files.get(`${page}.html`) ?? '')?.[0] ?? '';
    assert.match(menu('guides/a'), /href="\/fr\/guides\/a\.html"/);
    assert.match(menu('fr/guides/a'), /href="\/guides\/a\.html"/);
    assert.match(menu('guides/only'), /href="\/fr\/index\.html"/);
  });
});

describe('snippets and components of a site', () => {
  test('a snippet uses its parameters as bare names, in text and in code', async () => {
    const site = await buildFixture({
      'a.mdx': 'import Make from \'/snippets/make.mdx\';\n\n<Make name="Box" />',
      'snippets/make.mdx': 'Make a {name}.\n\n```js\nmake("{name}");\n```',
    });
    assert.match(site.content('a'), /Make a Box\./);
    assert.match(site.content('a').replace(/<[^>]*>/g, ''), /make\("Box"\);/);
    assert.match(site.files.get('a.md') ?? '', /Make a Box\./);
  });

  test('a missing import doesn’t affect the rest of the page', async () => {
    const site = await buildFixture({ 'a.mdx': "import X from '/snippets/none.mdx';\n\nBefore <X>inside</X> after." });
    assert.match(site.content('a'), /Before inside after\./);
    assert.deepEqual(site.codes(), ['missing-import']);
  });

  test('importing a package for a built-in component isn’t an error', async () => {
    const site = await buildFixture({
      'a.mdx': "import { Callout } from 'nextra/components';\n\n<Callout>inside</Callout>",
      'b.mdx': "import { Chart } from 'charts';\n\n<Chart>inside</Chart>",
    });
    assert.match(site.content('a'), /class="callout[^]*inside/);
    assert.deepEqual(
      site.report.issues.map(({ path, code, severity }) => [path, code, severity]),
      [
        ['a.mdx', 'package-import', 'warning'],
        ['b.mdx', 'package-import', 'error'],
      ],
    );
  });

  test('a snippet that contains itself is reported, and its text is shown', async () => {
    const site = await buildFixture({
      'a.mdx': "import A from '/snippets/a.mdx';\n\n<A />",
      'snippets/a.mdx': "import B from './b.mdx';\n\nA <B />",
      'snippets/b.mdx': "import A from './a.mdx';\n\nB <A />",
    });
    assert.ok(site.codes().includes('snippet-cycle'));
    assert.match(site.content('a'), /A/);
  });

  test('a component of the page is rendered with its props, shadowing a built-in of the same name', async () => {
    const text =
      'export const Card = ({ title, children }) => <b className="own">{title.toUpperCase()}: {children}</b>;\n\n<Card title="x">y</Card>';
    const site = await buildFixture({ 'a.mdx': text });
    assert.match(site.content('a'), /<b class="own">X: y<\/b>/);
  });

  test('a link with only an icon is named after its target', async () => {
    const site = await buildFixture({
      'a.mdx':
        '<a href="https://github.com/o/r/blob/a.py#L1"><Icon icon="github" /></a> <a href="/a" title="Own"><Icon icon="x" /></a> <a href="/a">text</a>',
    });
    const names = [...site.content('a').matchAll(/<a [^>]*?(?:aria-label="([^"]*)")?>/g)].map(([, name]) => name);
    assert.deepEqual(names, ['github.com: a.py#L1', undefined, undefined]);
  });

  test('a React select’s value isn’t an HTML attribute', async () => {
    const site = await buildFixture({
      'a.mdx': "<select value='b' className='x'><option value='a'>A</option><option value='b'>B</option></select>",
    });
    assert.match(site.content('a'), /<select class="x"><option value="a">A<\/option>/);
  });

  test('a snippet sees the page’s imports, but not another snippet’s parameters', async () => {
    const site = await buildFixture({
      'a.mdx':
        "import { Box } from '/snippets/box.mdx';\nimport Text from '/snippets/text.mdx';\nimport { Title } from '/snippets/title.mdx';\n\n<Box />\n\n<Text word=\"given\" />",
      'snippets/box.mdx': 'export const Box = () => <div><Title text="in a box" /></div>;',
      'snippets/title.mdx': 'export const Title = ({ text }) => <b>{text}</b>;',
      'snippets/text.mdx': 'import Inner from \'./inner.mdx\';\n\n<Title text="in a text" /> <Inner />',
      'snippets/inner.mdx': 'Not {word}.',
    });
    assert.match(site.content('a'), /<b>in a box<\/b>/);
    assert.match(site.content('a'), /<b>in a text<\/b>/);
    assert.match(site.content('a'), /Not \{word\}\./);
    assert.deepEqual(site.codes(), ['undefined-name']);
  });

  test('a default import of a file with only a named export resolves to the named export', async () => {
    const site = await buildFixture({
      'a.mdx': "import Hello from '/snippets/hello.jsx';\n\n<Hello names={['a', 'b']} />",
      'snippets/hello.jsx':
        'export const Hello = ({ names }) => <ul>{names.map((name) => <li key={name}>{name}</li>)}</ul>;',
    });
    assert.match(site.content('a'), /<ul><li>a<\/li><li>b<\/li><\/ul>/);
  });

  test('an unknown component shows its content', async () => {
    const site = await buildFixture({ 'a.mdx': '<Nonsense>text</Nonsense>' });
    assert.match(site.content('a'), /text/);
    assert.equal(site.issue('unknown-component')?.severity, 'warning');
  });

  test('Array.from calls its function with the index, and btoa writes base64', async () => {
    const site = await buildFixture({
      'a.mdx': 'It is {Array.from({ length: 3 }, (_, index) => index * 2).join("-")} {btoa("key")}',
    });
    assert.match(site.content('a'), /0-2-4 a2V5/);
    assert.deepEqual(site.codes(), []);
  });

  test('a variable with an HTML element’s name doesn’t become that element', async () => {
    const site = await buildFixture({
      'a.mdx':
        "export const Dot = () => {\n  const path = 'M0 0';\n  return <svg><path d={path} /></svg>;\n};\n\n<Dot />",
    });
    assert.match(site.content('a'), /<path d="M0 0">/);
    assert.deepEqual(site.codes(), []);
  });

  test('the URL of an image in a style is rewritten to the image’s path in the bundle', async () => {
    const site = await buildFixture({
      'a.mdx': '<img src="/x.png" />\n\n<span style={{ backgroundImage: "url(\'/x.png\')" }} />',
      'x.png': 'p',
    });
    const [, target = ''] = /background-image:url\(([^)]+)\)/.exec(site.content('a')) ?? [];
    assert.ok(site.files.has(target.slice(1)) && site.files.has('x.png'), target);
  });

  test('attributes are accepted in both spellings', async () => {
    const site = await buildFixture({
      'a.mdx':
        '<div className="a" style={{ marginTop: 4, "--x": 1 }}>x</div>\n\n<svg stroke-width="2" strokeLinecap="round" viewBox="0 0 1 1"></svg>\n\n<iframe src="https://e.org" frameborder="0" allowFullScreen title="t" style="width: 1px"></iframe>',
    });
    assert.match(site.content('a'), /<div class="a" style="margin-top:4px;--x:1">/);
    assert.match(site.content('a'), /<svg stroke-width="2" stroke-linecap="round" viewBox="0 0 1 1">/);
    assert.match(
      site.content('a'),
      /<iframe src="https:\/\/e\.org" frameborder="0" allowfullscreen title="t" style="width: 1px">/,
    );
  });
});

describe('outputs', () => {
  test('a site has sitemap, robots, llms and 404 files, and a list of its redirects', async () => {
    const config = {
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      navigation: { pages: ['index'] },
      redirects: [{ source: '/old', destination: '/', permanent: false }],
    };
    const site = await buildFixture(
      { 'docs.json': JSON.stringify(config), 'index.mdx': '---\ntitle: Home\ndescription: All of it.\n---\nHi' },
      { siteUrl: 'https://d.example' },
    );
    assert.match(site.files.get('sitemap.xml') ?? '', /<loc>https:\/\/d\.example\/<\/loc>/);
    assert.match(site.files.get('robots.txt') ?? '', /Sitemap: https:\/\/d\.example\/sitemap\.xml/);
    assert.match(site.files.get('llms.txt') ?? '', /- \[Home\]\(https:\/\/d\.example\/index\.md\): All of it\./);
    assert.match(site.files.get('llms-full.txt') ?? '', /# Home\nSource: https:\/\/d\.example\/index\.md/);
    assert.deepEqual(JSON.parse(site.files.get('redirects.json') ?? '').redirects, [
      { source: '/old', destination: '/', status: 307 },
      { source: '/.well-known/llms-full.txt', destination: '/llms-full.txt', status: 307 },
    ]);
    assert.ok(site.files.has('old.html') && site.files.has('404.html'));
  });

  test('a changelog with rss has a feed of its updates', async () => {
    const site = await buildFixture({
      'log.mdx': '---\ntitle: Log\nrss: true\n---\n\n<Update label="May" description="v1">\nNew *things*.\n</Update>',
    });
    assert.match(
      site.files.get('log/rss.xml') ?? '',
      /<item><title>May<\/title>.*<description>New things\.<\/description>/,
    );
  });

  test('the same input produces the same bytes, regardless of the order in which its files are listed', async () => {
    const config = { theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages: ['a', 'b'] } };
    const files = {
      'docs.json': JSON.stringify(config),
      'a.mdx': '# A\n\n<Tabs><Tab title="x">1</Tab></Tabs>\n\n```js\n1\n```',
      'b.mdx': '<Card title="t" icon="rocket" href="/a" />',
      'i.png': 'x',
    };
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    const [one, two] = [await buildFixture(files), await buildFixture(reversed)];
    assert.deepEqual([...one.files], [...two.files]);
  });
});

describe('a build', () => {
  test('rejects a site without a configuration', async () => {
    const request = { source: createMemorySource([['a.mdx', 'x']]), clock: () => 0 };
    await assert.rejects(checkSite(request), SiteConfigMissing);
  });

  test('rejects with the reason of its abort signal', async () => {
    const controller = new AbortController();
    const pages = Array.from({ length: 50 }, (_, index): [string, string] => [`p${index}.mdx`, 'x']);
    const emit = (): void => controller.abort(new Error('enough'));
    const source = createMemorySource([['docs.json', '{"navigation":{"pages":[]}}'], ...pages]);
    await assert.rejects(buildSite({ source, emit, signal: controller.signal, clock: () => 0 }), /enough/);
  });

  test('with a filter, writes only the named pages and their files', async () => {
    const sources = { 'a.mdx': '[b](/b#gone)', 'b.mdx': '![p](/p.png) [a](/a#gone)', 'p.png': 'picture' };
    const site = await buildFixture(sources, { paths: ['b'] });
    const pages = [...site.files.keys()].filter((path) => /^[ab]\./.test(path));
    assert.deepEqual(pages, ['b.html', 'b.md']);
    assert.equal(site.report.rendered, 1);
    const needed = [...(site.files.get('b.html') ?? '').matchAll(/(?:src|href)="\/(_docwright\/[^"]+)"/g)].map(
      ([, path]) => path,
    );
    assert.ok(needed.length >= 3, 'styles, script and picture');
    for (const path of needed) assert.ok(site.files.has(path ?? ''), path);
    assert.doesNotMatch(site.files.get('llms.txt') ?? '', /\/a\.md/);
    assert.deepEqual(site.report.issues, []);
  });

  test('reports the same issues as a check', async () => {
    const files = { 'docs.json': '{"name":"x","navigation":{"pages":["a","gone"]}}', 'a.mdx': '[x](/no) <Y/>' };
    const site = await buildFixture(files);
    const report = await checkSite({ source: createMemorySource(Object.entries(files)), clock: () => 0 });
    assert.deepEqual(report.issues, site.report.issues);
  });
});

describe('overlays and inherited specifications', () => {
  const spec = (summary: string): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'S', version: '1' },
      paths: { '/x': { get: { summary, responses: { 200: { description: 'ok' } } } } },
    });

  test('an overlay that docs.json refers to changes the generated page', async () => {
    const site = await buildFixture({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'T',
        colors: { primary: '#000' },
        navigation: { groups: [{ group: 'API', openapi: { source: 'api.json', overlays: ['overlay.yaml'] } }] },
      }),
      'api.json': spec('First'),
      'overlay.yaml':
        'overlay: 1.0.0\ninfo: {title: o, version: "1"}\nactions:\n  - target: $.paths["/x"].get\n    update: {summary: Second}\n',
    });
    assert.deepEqual(site.codes(), []);
    assert.ok(site.files.has('api-reference/second.html'), [...site.files.keys()].join(' '));
  });

  test('a bare operation of a page is first searched for in the specification of the page’s version', async () => {
    const site = await buildFixture({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'T',
        colors: { primary: '#000' },
        navigation: {
          versions: [
            { version: 'v1', openapi: 'one.json', pages: ['v1/x'] },
            { version: 'v2', openapi: 'two.json', pages: ['v2/x'] },
          ],
        },
      }),
      'one.json': spec('One'),
      'two.json': spec('Two'),
      'v1/x.mdx': '---\nopenapi: GET /x\n---\n',
      'v2/x.mdx': '---\nopenapi: GET /x\n---\n',
    });
    assert.match(site.files.get('v1/x.html') ?? '', /<title>One - T/);
    assert.match(site.files.get('v2/x.html') ?? '', /<title>Two - T/);
  });
});
