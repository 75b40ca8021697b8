import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../testing/build-fixture.ts';

const openapi = JSON.stringify({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths: {} });
const asyncapi = JSON.stringify({ asyncapi: '3.0.0', info: { title: 'A', version: '1' }, channels: {} });

function site(more: Readonly<Record<string, string>> = {}): Promise<BuiltSite> {
  const config = {
    theme: 'mint',
    name: 'Example & Co',
    description: 'What it\nis',
    colors: { primary: '#000' },
    seo: { organization: { name: 'Example', url: 'https://example.com' } },
    navigation: { groups: [{ group: 'Start', pages: ['index', 'guides/a', 'changelog', 'secret'] }] },
    redirects: [
      { source: '/old', destination: '/guides/a' },
      { source: '/blog/:slug*', destination: 'https://blog.example.com/:slug*', permanent: false },
    ],
  };
  return buildFixture(
    {
      'docs.json': JSON.stringify(config),
      'index.mdx': '---\ntitle: Home\ndescription: The first line\n---\n\nWelcome.',
      'guides/a.mdx': `---\ntitle: A\ndescription: "${'long '.repeat(100)}"\n---\n\nText`,
      'changelog.mdx':
        '---\ntitle: Changes\nrss: true\n---\n\n<Update label="June 30, 2025" tags={["New"]} rss={{ title: "v2 <beta> 2025-06-30", description: "Better & faster" }}>\n\nText\n\n</Update>\n\n<Update label="Before">\n\nOld\n\n</Update>',
      'secret.mdx': '---\nnoindex: true\n---\n\nx',
      'unlisted.mdx': 'x',
      'api.json': openapi,
      'events.json': asyncapi,
      ...more,
    },
    { siteUrl: 'https://docs.example.com', basePath: '/docs' },
  );
}

const manyPages = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/page-${index}`);

describe('files for machines', () => {
  test('llms.txt contains the title, the description, listed pages, and specifications with their kind', async () => {
    const text = (await site()).files.get('llms.txt') ?? '';
    assert.ok(text.startsWith('# Example & Co\n\n> What it is\n\n## Docs\n\n'));
    assert.match(text, /- \[Home\]\(https:\/\/docs\.example\.com\/docs\/index\.md\): The first line\n/);
    assert.match(text, /## OpenAPI Specs\n\n- \[api\.json\]\(https:\/\/docs\.example\.com\/docs\/api\.json\)\n/);
    assert.match(text, /## AsyncAPI Specs\n\n- \[events\.json\]\(https:\/\/docs\.example\.com\/docs\/events\.json\)\n/);
    assert.doesNotMatch(text, /unlisted/);
    assert.ok(text.split('\n').every((line) => line.length < 400));
  });

  test('a page has an invisible link to llms.txt near its beginning', async () => {
    const page = (await site()).files.get('guides/a.html') ?? '';
    assert.match(
      page,
      /<body id="body-content">.*?<a class="skip-link"[^>]*>[^<]*<\/a><a hidden href="\/docs\/llms\.txt">/,
    );
  });

  test('llms.txt and llms-full.txt also exist below .well-known, and llms-full.txt names the source of a page', async () => {
    const { files } = await site();
    assert.equal(files.get('.well-known/llms.txt'), files.get('llms.txt'));
    assert.match(files.get('llms-full.txt') ?? '', /# Home\nSource: https:\/\/docs\.example\.com\/docs\/index\.md/);
    assert.match(files.get('redirects.json') ?? '', /"\/\.well-known\/llms-full\.txt"/);
  });

  test('a list that is too long for one file refers to lists for its folders, which contain all pages', async () => {
    const description = 'word '.repeat(50);
    const names = ['start', 'solo/only', ...['guides', 'api/v1', 'api/v2'].flatMap((folder) => manyPages(folder, 120))];
    const pages = names.map(
      (path) => [`${path}.mdx`, `---\ntitle: Page\ndescription: ${description}\n---\n\nx`] as const,
    );
    const navigation = { groups: [{ group: 'All', pages: names }] };
    const config = { theme: 'mint', name: 'Large', colors: { primary: '#000' }, navigation };
    const { files } = await buildFixture(
      { ...Object.fromEntries(pages), 'docs.json': JSON.stringify(config) },
      { siteUrl: 'https://docs.example.com', basePath: '/docs' },
    );
    const root = files.get('llms.txt') ?? '';
    const lists = [...root.matchAll(/\((https:\S*\.txt)\)/g)].map(([, url = '']) => url.slice(30));
    // The site has no description.
    assert.match(root, /^# Large\n\n> Documentation of Large: its pages as Markdown\.\n\n## Docs\n/);
    // A folder with few pages needs no list.
    assert.deepEqual(lists, ['guides/llms.txt', 'api/v1/llms.txt', 'api/v2/llms.txt']);
    const texts = [root, ...lists.map((path) => files.get(path) ?? '')];
    assert.ok(texts.every((text) => text.startsWith('# Large\n') && text.length <= 50_000));
    const listed = texts.flatMap((text) => [...text.matchAll(/\/docs\/(\S+)\.md\)/g)].map(([, path]) => path));
    assert.deepEqual(new Set(listed), new Set(names));
    assert.equal(listed.length, names.length);
    assert.equal(files.get('.well-known/llms.txt'), root);
  });

  test('a file in the repository takes precedence over a generated file', async () => {
    const { files } = await site({ 'robots.txt': 'User-agent: x\n' });
    assert.equal(files.get('robots.txt'), 'User-agent: x\n');
  });

  test('a list of pages in the repository is kept and extended by the pages that it leaves out', async () => {
    const own =
      '# Own\n\n> Ours.\n\n- [Home](/docs/)\n- [A](https://docs.example.com/docs/guides/a.md#x)\n- [Other](https://other.example/changelog)\n';
    const { files } = await site({ 'llms.txt': own });
    const list = files.get('llms.txt') ?? '';
    assert.ok(list.startsWith(own.trimEnd()), list);
    assert.deepEqual(
      [...list.slice(own.length).matchAll(/^## .*|\((\S+)\)/gm)].map(([heading, url]) => url ?? heading),
      ['## Optional', 'https://docs.example.com/docs/changelog.md'],
    );
    assert.equal(files.get('.well-known/llms.txt'), list);
    const whole = `${own}\n## Optional\n\n- [Changes](./changelog.mdx)\n`;
    assert.equal((await site({ 'llms.txt': whole })).files.get('llms.txt'), whole);
    const long = `# Own\n${'long '.repeat(11_000)}`;
    assert.equal((await site({ 'llms.txt': long })).files.get('llms.txt'), long);
    const third = (await site({ 'llms.txt': '# Own\n\n## Optional\n\n- [Home](index.md)\n' })).files.get('llms.txt');
    assert.match(third ?? '', /## More pages\n\n- \[A\]/);
  });

  test('the sitemap lists extension-less addresses of pages in the navigation, without pages that set noindex', async () => {
    const text = (await site()).files.get('sitemap.xml') ?? '';
    const urls = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    assert.deepEqual(urls, [
      'https://docs.example.com/docs/',
      'https://docs.example.com/docs/guides/a',
      'https://docs.example.com/docs/changelog',
    ]);
  });

  test('robots.txt states how the text may be used, and the address of the sitemap', async () => {
    const text = (await site()).files.get('robots.txt') ?? '';
    assert.match(text, /Content-Signal: search=yes/);
    assert.match(text, /Sitemap: https:\/\/docs\.example\.com\/docs\/sitemap\.xml/);
  });

  test('a page describes itself in JSON-LD, with its breadcrumbs and the organization', async () => {
    const html = (await site()).files.get('guides/a.html') ?? '';
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    const { '@graph': graph } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };
    assert.deepEqual(
      graph.map((node) => node['@type']),
      ['TechArticle', 'BreadcrumbList', 'Organization'],
    );
    const trail = graph[1]?.['itemListElement'] as { name: string }[];
    assert.deepEqual(
      trail.map(({ name }) => name),
      ['Example & Co', 'Start', 'A'],
    );
  });
});

describe('feeds', () => {
  test('a changelog’s feed has the title, link, date and tags of an entry, and prefers the feed’s text to the page’s', async () => {
    const text = (await site()).files.get('changelog/rss.xml') ?? '';
    assert.match(text, /<title>v2 &lt;beta&gt; 2025-06-30<\/title>/);
    assert.match(text, /<link>https:\/\/docs\.example\.com\/docs\/changelog#june-30-2025<\/link>/);
    assert.match(text, /<pubDate>Mon, 30 Jun 2025 00:00:00 GMT<\/pubDate><category>New<\/category>/);
    assert.match(text, /<description>Better &amp; faster<\/description>/);
    assert.match(text, /<item><title>Before<\/title>(?!.*pubDate)/);
  });

  test('a page with updates has a feed, and with rss: true, it shows a link to the feed', async () => {
    const built = await site({ 'news.mdx': '<Update label="v1">\n\nOne\n\n</Update>' });
    assert.ok(built.files.has('news/rss.xml'));
    assert.match(built.files.get('changelog.html') ?? '', /class="feed-link" href="\/docs\/changelog\/rss\.xml"/);
    assert.doesNotMatch(built.files.get('news.html') ?? '', /feed-link/);
  });
});

describe('redirects', () => {
  test('the list has status 308 for permanent redirects and 307 for others, and a redirect without wildcards also has a page', async () => {
    const { files } = await site();
    const { redirects } = JSON.parse(files.get('redirects.json') ?? '{}') as { redirects: object[] };
    assert.deepEqual(redirects.slice(0, 2), [
      { source: '/old', destination: '/guides/a', status: 308 },
      { source: '/blog/:slug*', destination: 'https://blog.example.com/:slug*', status: 307 },
    ]);
    assert.match(files.get('old.html') ?? '', /url=\/docs\/guides\/a\.html.*<a hidden href="\/docs\/llms\.txt">/);
  });

  test('the page at a redirect’s old address is in the language of its folder', async () => {
    const languages = [
      { language: 'en', pages: ['start'] },
      { language: 'de', pages: ['de/start'] },
      { language: 'ar', pages: ['ar/start'] },
    ];
    const config = {
      theme: 'mint',
      name: 'S',
      colors: { primary: '#000' },
      navigation: { languages },
      redirects: ['', 'de/', 'ar/'].map((folder) => ({ source: `/${folder}old`, destination: `/${folder}start` })),
    };
    const pages = Object.fromEntries(['start', 'de/start', 'ar/start'].map((path) => [`${path}.mdx`, 'Text']));
    const { files } = await buildFixture({ 'docs.json': JSON.stringify(config), ...pages });
    const start = (path: string) => files.get(path)?.slice(0, 120) ?? '';
    assert.match(start('old.html'), /<html lang="en" dir="ltr">.*<title>This page has moved<\/title>/);
    assert.match(start('de/old.html'), /<html lang="de" dir="ltr">.*<title>Diese Seite ist umgezogen<\/title>/);
    assert.match(start('ar/old.html'), /<html lang="ar" dir="rtl">/);
    assert.match(start('index.html'), /<html lang="en" dir="ltr">.*<title>This page has moved/);
  });

  test('a redirect loop has no page, because the page would reload itself forever', async () => {
    const redirects = ['/self /self', '/one /two', '/two /one', '/three /self', '/good /'].map((rule) => {
      const [source, destination] = rule.split(' ');
      return { source, destination };
    });
    const config = {
      theme: 'mint',
      name: 'S',
      colors: { primary: '#000' },
      navigation: { pages: ['index'] },
      redirects,
    };
    const { files } = await buildFixture({ 'docs.json': JSON.stringify(config), 'index.mdx': 'Welcome.' });
    const pages = ['self', 'one', 'two', 'three', 'good'].filter((name) => files.has(`${name}.html`));
    assert.deepEqual(pages, ['good']);
  });
});

describe('404.html', () => {
  test('has the site’s navigation and search, with absolute addresses', async () => {
    const html = (await site()).files.get('404.html') ?? '';
    assert.match(html, /id="search-bar-entry"/);
    assert.match(html, /<nav class="side-nav".*href="\/docs\/guides\/a\.html"/s);
    assert.doesNotMatch(html, /(?:href|src)="(?!\/|https?:|#|data:)/);
  });
});

describe('pages as Markdown', () => {
  const config = (markdown?: object): string =>
    JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      navigation: { pages: ['index'] },
      markdown,
    });

  test('links use absolute addresses of redirect targets, and code is as shown on the page', async () => {
    const { files } = await site({
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'guides/a.mdx':
        '---\ntitle: A\n---\n\n[h](../index#top) [o](/old) [b](/blog/x) <Card title="c" href="/changelog" /> ![p](/p.png) ![l](/logo.svg)\n\n```js\nconst a = 1; // [!code ++]\n[x](/old)\n```\n',
    });
    const text = files.get('guides/a.md') ?? '';
    for (const expected of [
      '[h](https://docs.example.com/docs/#top) [o](https://docs.example.com/docs/guides/a) [b](https://blog.example.com/x)',
      'href="https://docs.example.com/docs/changelog"',
      '![p](https://docs.example.com/docs/p.png)',
      'const a = 1;\n[x](/old)',
    ])
      assert.ok(text.includes(expected), `${expected} in ${text}`);
    const [, logo = ''] = /!\[l\]\(https:\/\/docs\.example\.com\/docs\/([^)]+)\)/.exec(text) ?? [];
    assert.ok(files.has(logo), `${logo} is not a file of the site`);
  });

  test('a page’s Markdown begins with the address of the list of all pages, which llms-full.txt doesn’t repeat', async () => {
    const { files } = await site();
    assert.ok(files.get('guides/a.md')?.startsWith('> ## Documentation Index\n> '));
    assert.match(files.get('guides/a.md') ?? '', /https:\/\/docs\.example\.com\/docs\/llms\.txt\n\n# A\n/);
    assert.doesNotMatch(files.get('llms-full.txt') ?? '', /Documentation Index/);
  });

  test('markdown.instructions precede the Markdown of a page, and aren’t on the page itself', async () => {
    const many = await buildFixture({
      'docs.json': config({ instructions: ['Use v2.', 'Never guess\nkeys.'] }),
      'index.mdx': 'Text.',
    });
    assert.match(
      many.files.get('index.md') ?? '',
      /> ## Agent Instructions\n> Use v2\.\n> Never guess\n> keys\.\n\n# /,
    );
    const block = '> ## Agent Instructions\n> Use v2.\n> Never guess\n> keys.\n\n';
    assert.ok(many.files.get('llms.txt')?.includes(`\n\n${block}## Docs\n`));
    assert.ok(many.files.get('llms-full.txt')?.startsWith(`${block}# `));
    assert.doesNotMatch(many.files.get('index.html') ?? '', /Use v2/);
    const one = await buildFixture({ 'docs.json': config({ instructions: 'Ask first.' }), 'index.mdx': 'Text.' });
    assert.match(one.files.get('index.md') ?? '', /> Ask first\.\n/);
    const wrong = await buildFixture({ 'docs.json': config({ instructions: [7, {}] }), 'index.mdx': 'Text.' });
    assert.deepEqual(wrong.codes(), ['config-value', 'config-value']);
  });

  test('markdown.schema: false leaves the operation out of the Markdown of its page', async () => {
    const paths = { '/x': { get: { summary: 'Read x', responses: {} } } };
    const api = JSON.stringify({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths });
    const sources = { 'api.json': api, 'index.mdx': '---\nopenapi: GET /x\n---\n' };
    const build = async (schema: boolean) => {
      const raw = { ...JSON.parse(config({ schema })), api: { openapi: 'api.json' } };
      return (await buildFixture({ ...sources, 'docs.json': JSON.stringify(raw) })).files.get('index.md') ?? '';
    };
    assert.match(await build(true), /```yaml/);
    assert.doesNotMatch(await build(false), /```yaml/);
  });
});

describe('skills for agents', () => {
  const skill = '---\nname: Tide Pool\ndescription: Use it for tides.\n---\n\n# How\n';
  const deploy = '---\ndescription: Deploys.\n---\n\nRun [it](scripts/run.sh).\n';
  const sources = {
    'skill.md': skill,
    '.mintlify/skills/deploy/SKILL.md': deploy,
    '.mintlify/skills/deploy/scripts/run.sh': 'echo\n',
    '.mintlify/skills/silent/SKILL.md': '# no description\n',
  };

  test('are served unchanged, and listed in both indexes; the newer index has their digest', async () => {
    const built = await site(sources);
    const { files } = built;
    assert.equal(files.get('skill.md'), skill);
    assert.equal(files.get('skill.html'), undefined);
    for (const folder of ['skills', 'agent-skills'])
      assert.equal(files.get(`.well-known/${folder}/tide-pool/SKILL.md`), skill);
    assert.equal(files.get('.well-known/skills/deploy/scripts/run.sh'), 'echo\n');
    assert.deepEqual(JSON.parse(files.get('.well-known/skills/index.json') ?? ''), {
      skills: [
        { name: 'tide-pool', description: 'Use it for tides.', files: ['SKILL.md'] },
        { name: 'deploy', description: 'Deploys.', files: ['SKILL.md', 'scripts/run.sh'] },
      ],
    });
    const { $schema, skills } = JSON.parse(files.get('.well-known/agent-skills/index.json') ?? '');
    assert.match($schema, /\/0\.2\.0\//);
    assert.deepEqual(skills[1], {
      name: 'deploy',
      type: 'skill-md',
      description: 'Deploys.',
      url: '/docs/.well-known/agent-skills/deploy/SKILL.md',
      digest: `sha256:${createHash('sha256').update(deploy).digest('hex')}`,
    });
    assert.deepEqual(built.codes(), []);
  });

  test('are listed at /skill.md, by a redirect, if none is for the whole site', async () => {
    const { files } = await site({ '.mintlify/skills/deploy/SKILL.md': deploy });
    assert.equal(files.get('skill.md'), undefined);
    assert.match(files.get('redirects.json') ?? '', /"\/skill\.md"[^}]*\.well-known\/skills\/index\.json/);
  });

  test('can be linked to', async () => {
    const built = await site({
      ...sources,
      'guides/a.mdx': '[skill](/skill.md) [list](/.well-known/skills/index.json)',
    });
    assert.deepEqual(built.codes(), []);
  });

  test('aren’t advertised if a site has none; neither is an MCP server without a host', async () => {
    const { files } = await site({ '.mintignore': 'skill.md\n', 'skill.md': skill });
    const paths = [...files.keys()].filter((path) => /skill|mcp/.test(path));
    assert.deepEqual(paths, []);
  });

  test('a Git LFS pointer is reported as an issue and isn’t published as a file', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const { files, report } = await site({
      'images/shown.png': pointer,
      'films/plain.mp4': pointer,
      'notes.txt': `${pointer}${'x'.repeat(2_000)}`,
      'shows.mdx': '![Shown](/images/shown.png)',
      'page.mdx': pointer,
    });
    const pointers = report.issues.filter(({ code }) => code === 'lfs-pointer');
    assert.deepEqual(pointers.map(({ path }) => path).sort(), ['films/plain.mp4', 'images/shown.png', 'page.mdx']);
    const holding = [...files].filter(([, text]) => text.includes('oid sha256:')).map(([path]) => path);
    assert.deepEqual(holding, ['notes.txt']);
  });

  test('an imported file that is a Git LFS pointer, or too large, is reported by name, and the page is still rendered', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const large = 'x'.repeat(8 * 1024 ** 2 + 1);
    const { files, report } = await site({
      'snippets/held.mdx': pointer,
      'snippets/live.jsx': pointer,
      'snippets/old.mdx': pointer,
      'snippets/large.mdx': large,
      'shows.mdx': `import Held from '/snippets/held.mdx';
import { Live } from '/snippets/live.jsx';
import Large from '/snippets/large.mdx';

<Held />

<Live />

<Large />

<Snippet file="old.mdx" />

The end.`,
    });
    const found = report.issues.filter(({ path, severity }) => path === 'shows.mdx' && severity === 'error');
    const named = found.map(({ code, message }) => `${code} ${/"(.*?)"/.exec(message)?.[1] ?? ''}`).toSorted();
    assert.deepEqual(named, [
      'file-too-large snippets/large.mdx',
      'lfs-pointer snippets/held.mdx',
      'lfs-pointer snippets/live.jsx',
      'lfs-pointer snippets/old.mdx',
    ]);
    const page = files.get('shows.html') ?? '';
    assert.match(page, /The end\./);
    assert.doesNotMatch(page, /oid sha256/);
  });

  test('a docs.json that is a Git LFS pointer is reported as one issue, and the site uses default settings', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const { files, report } = await buildFixture({ 'docs.json': pointer, 'index.mdx': 'Welcome.' });
    const ofConfig = report.issues.filter(({ path }) => path === 'docs.json');
    assert.deepEqual(
      ofConfig.map(({ code, severity }) => [code, severity]),
      [['lfs-pointer', 'error']],
    );
    assert.match(ofConfig[0]?.fix ?? '', /git lfs untrack/);
    assert.match(files.get('index.html') ?? '', /Welcome\./);
  });

  test('a specification, its overlay and its schemas that are Git LFS pointers are reported as one issue each', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    const paths = { '/x': { get: { responses: { 200: { $ref: 'schemas.yaml#/Answer' } } } } };
    const { report } = await buildFixture({
      'docs.json': JSON.stringify({
        name: 'S',
        theme: 'mint',
        colors: { primary: '#000000' },
        navigation: {
          groups: [
            { group: 'A', openapi: { source: 'one.json', overlays: ['change.yaml'] } },
            { group: 'B', openapi: 'two.yaml', directory: 'two' },
            { group: 'C', asyncapi: 'three.yaml', directory: 'three' },
          ],
        },
      }),
      'one.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'One', version: '1' }, paths }),
      'change.yaml': pointer,
      'schemas.yaml': pointer,
      'two.yaml': pointer,
      'three.yaml': pointer,
    });
    const errors = report.issues.filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors.map(({ path, code }) => `${path} ${code}`).toSorted(), [
      'change.yaml lfs-pointer',
      'schemas.yaml lfs-pointer',
      'three.yaml lfs-pointer',
      'two.yaml lfs-pointer',
    ]);
  });
});
