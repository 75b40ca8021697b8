/** Checks that every key of docs.json has an effect that a reader or a program sees. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatSite, svg } from './format-fixture.ts';

/** Keys whose value appears in the page. */
const shown: Readonly<
  Record<string, readonly [config: object, files: Record<string, string>, ...patterns: readonly RegExp[]]>
> = {
  'logo as a path': [{ logo: '/l.svg' }, { 'l.svg': svg() }, /nav-logo/],
  'logo for light and dark, with a target': [
    { logo: { light: '/l.svg', dark: '/d.svg', href: 'https://x.example.com' } },
    { 'l.svg': svg(), 'd.svg': svg(11) },
    /href="https:\/\/x\.example\.com"/,
    /d\.\w+\.svg/,
    /l\.\w+\.svg/,
  ],
  favicon: [{ favicon: '/f.svg' }, { 'f.svg': svg() }, /rel="icon" href="\/_docwright\/assets\/f/],
  'favicon for light and dark': [
    { favicon: { light: '/f.svg', dark: '/g.svg' } },
    { 'f.svg': svg(), 'g.svg': svg(11) },
    /prefers-color-scheme: dark/,
  ],
  'styling.eyebrows': [
    {
      styling: { eyebrows: 'breadcrumbs' },
      navigation: { groups: [{ group: 'A', pages: [{ group: 'B', pages: ['index'] }] }] },
    },
    {},
    /class="breadcrumbs"[^]*<li[^>]*>A<\/li>[^]*<li[^>]*>B<\/li>/,
  ],
  'styling.codeblocks.languages.custom': [
    { styling: { codeblocks: { languages: { custom: ['/lang.json'] } } } },
    {
      'lang.json': JSON.stringify({
        name: 'mine',
        scopeName: 'source.mine',
        patterns: [{ match: 'foo', name: 'keyword.control' }],
      }),
      'index.mdx': '```mine\nfoo bar\n```',
    },
    /<span[^>]*>foo<\/span>/,
  ],
  'styling.latex: false': [{ styling: { latex: false } }, { 'index.mdx': 'It is $a$ and $b$.' }, /\$a\$/],
  'navbar.links and navbar.primary': [
    {
      navbar: {
        links: [
          { label: 'Link', href: 'https://a.example.com', icon: 'star' },
          { type: 'github', href: 'https://github.com/a/b' },
          { type: 'discord', href: 'https://discord.gg/x' },
        ],
        primary: { type: 'button', label: 'Go', href: '/index' },
      },
    },
    {},
    />Link</,
    /github\.com\/a\/b/,
    /discord\.gg\/x/,
    />Go</,
  ],
  'footer.links': [
    { footer: { links: [{ header: 'Head', items: [{ label: 'Item', href: 'https://i.example.com' }] }] } },
    {},
    />Head</,
    /href="https:\/\/i\.example\.com"[^>]*>Item</,
  ],
  banner: [
    { banner: { content: '**Big** [news](/index)', dismissible: true, type: 'warning' } },
    {},
    /banner-warning/,
    /<strong>Big<\/strong>/,
    /banner-close/,
  ],
  'banner.color, each with a readable text color': [
    { banner: { content: 'x', color: { light: '#ffeecc', dark: '#332200' } } },
    {},
    /--banner-light:#ffeecc;--banner-light-ink:#000000;--banner-dark:#332200;--banner-dark-ink:#ffffff/,
  ],
  'metadata.timestamp': [
    { metadata: { timestamp: true } },
    { 'index.mdx': '---\nlastUpdatedDate: "2025-01-02"\n---\nText' },
    /<time datetime="2025-01-02">/,
  ],
  'contextual, including custom options': [
    {
      contextual: {
        options: [
          'copy',
          'view',
          'chatgpt',
          'claude',
          'perplexity',
          'grok',
          'aistudio',
          'devin',
          'windsurf',
          'download-pdf',
          {
            title: 'Own',
            description: 'D',
            href: { base: 'https://o.example.com', query: [{ key: 'q', value: '$path' }] },
          },
        ],
      },
    },
    {},
    /ChatGPT[^]*Claude[^]*Perplexity[^]*Grok[^]*AI Studio[^]*Devin[^]*Windsurf[^]*PDF[^]*o\.example\.com\?q=/,
  ],
  'seo.metatags, seo.organization': [
    {
      seo: {
        metatags: { 'google-site-verification': 'abc', canonical: 'https://c.example.com' },
        organization: { name: 'O', url: 'https://o.example.com' },
      },
    },
    {},
    /google-site-verification" content="abc"/,
    /rel="canonical" href="https:\/\/c\.example\.com/,
    /"Organization","name":"O"/,
  ],
  'search.prompt': [{ search: { prompt: 'Find it' } }, {}, /Find it/],
  'variables, even in titles and code': [
    { variables: { v: '1.2', 'a.b-c': '<b>x</b>' } },
    {
      'index.mdx':
        '---\ntitle: V {{v}}\ndescription: D {{v}}\n---\n{{v}} {{a.b-c}} {{none}}\n\n```\nc {{v}}\n```\n\n[l](https://e.example.com/{{v}})',
    },
    /<title>V 1\.2 - T</,
    /<h1 id="page-title">V 1\.2</,
    /name="description" content="D 1\.2"/,
    /<p>1\.2 &lt;b&gt;x&lt;\/b&gt; \{\{none\}\}<\/p>/,
    /c 1\.2/,
    /e\.example\.com\/1\.2/,
  ],
  'variables, in strings of expressions': [
    { variables: { v: '1.2' } },
    {
      'index.mdx':
        'export const Own = ({ name }) => <em>{name}, {"t{{v}}"}</em>;\n\n<Card title={"A {{v}}"} />\n\n{true && <Card title="B {{v}}" />}\n\n{"C {{v}}"}\n\n<Own name={`D {{v}}`} />\n\n<b title={"E {{v}}"}>b</b>',
    },
    />A 1\.2</,
    />B 1\.2</,
    /C 1\.2/,
    /<em>D 1\.2, t1\.2<\/em>/,
    /title="E 1\.2"/,
  ],
  $ref: [
    { navigation: { $ref: './nav.json' } },
    { 'nav.json': JSON.stringify({ groups: [{ group: 'From a file', pages: ['index'] }] }) },
    /From a file/,
  ],
};

test('variables are replaced in a page’s Markdown as in its HTML', async () => {
  const site = await formatSite(
    { variables: { v: '1.2', 'a.b-c': 'x' } },
    {
      'index.mdx':
        '---\ntitle: V\n---\n\nOf {{v}}, {{ a.b-c }} and {{none}}.\n\n## Head {#own-id}\n\n```\nc {{v}} {{none}}\n```\n',
    },
  );
  assert.match(
    site.files.get('index.md') ?? '',
    /Of 1\.2, x and \{\{none\}\}\.\n\n## Head \{#own-id\}\n\n```\nc 1\.2 \{\{none\}\}\n```/,
  );
});

describe('a key of docs.json has an effect on the page', () => {
  for (const [name, [config, files, ...patterns]] of Object.entries(shown)) {
    test(name, async () => {
      const site = await formatSite({ ...config }, files);
      for (const pattern of patterns) assert.match(site.html(), pattern);
      assert.deepEqual(site.codes(), []);
    });
  }
});

/** Keys whose value appears in the styles. */
const styled: Readonly<Record<string, readonly [config: object, ...patterns: readonly RegExp[]]>> = {
  'background.color': [
    { background: { color: { light: '#fafafa', dark: '#111111' } } },
    /--bg:#fafafa/,
    /--bg:#111111/,
  ],
  'background.image': [{ background: { image: '/bg.svg' } }, /bg\.\w+\.svg/],
  'styling.codeblocks.theme': [{ styling: { codeblocks: { theme: 'dracula' } } }, /#ff79c6/i],
  'styling.codeblocks.theme for light and dark': [
    { styling: { codeblocks: { theme: { light: 'github-light', dark: 'nord' } } } },
    /#81a1c1/i,
  ],
  'styling.codeblocks.theme: css-variables': [{ styling: { codeblocks: { theme: 'css-variables' } } }, /--mint-/],
  'fonts with a source': [
    { fonts: { family: 'My', source: '/f.woff2', format: 'woff2', weight: 500 } },
    /font-family:"My";font-weight:500/,
  ],
  'fonts.heading and fonts.body': [
    { fonts: { heading: { family: 'Geist' }, body: { family: 'Inter', weight: 450 } } },
    /--font-heading:"Geist"/,
    /--body-weight:450/,
  ],
};

describe('a key of docs.json has an effect on the styles', () => {
  const files = { 'bg.svg': svg(), 'f.woff2': 'x', 'index.mdx': '```js\nconst a = 1\n```' };
  for (const [name, [config, ...patterns]] of Object.entries(styled)) {
    test(name, async () => {
      const { styles } = await formatSite({ ...config }, files);
      for (const pattern of patterns) assert.match(styles, pattern);
    });
  }

  test('background.decoration and the dark value of styling.codeblocks have an effect', async () => {
    const plain = (await formatSite({}, files)).styles;
    const decorated = ['gradient', 'grid', 'windows'].map((decoration) => ({ background: { decoration } }));
    const all = [...decorated, { styling: { codeblocks: 'dark' } }].map(
      async (config) => (await formatSite(config, files)).styles,
    );
    const made = await Promise.all(all);
    assert.equal(new Set([plain, ...made]).size, 5);
  });
});

test('each social network of the footer has its link', async () => {
  const names =
    'x website facebook youtube discord slack github linkedin instagram hacker-news medium telegram twitter x-twitter earth-americas bluesky threads reddit podcast'.split(
      ' ',
    );
  const socials = Object.fromEntries(names.map((name) => [name, `https://s.example.com/${name}`]));
  const site = await formatSite({ footer: { socials } });
  for (const name of names) assert.ok(site.html().includes(`https://s.example.com/${name}"`), name);
  assert.deepEqual(site.codes(), []);
});

test('each integration has its identifier in the page', async () => {
  const integrations = {
    ga4: { measurementId: 'G-ABC' },
    gtm: { tagId: 'GTM-X' },
    posthog: { apiKey: 'phc_x', apiHost: 'https://ph.example.com' },
    plausible: { domain: 'plausible.example.com', server: 'pl.example.com' },
    fathom: { siteId: 'FATHOM1' },
    amplitude: { apiKey: 'amplitude1' },
    mixpanel: { projectToken: 'mixpanel1' },
    hotjar: { hjid: '123456', hjsv: '6' },
    clarity: { projectId: 'clarity1' },
    heap: { appId: 'heap1' },
    segment: { key: 'segment1' },
    logrocket: { appId: 'logrocket/1' },
    koala: { publicApiKey: 'koala1' },
    pirsch: { id: 'pirsch1' },
    intercom: { appId: 'intercom1' },
    frontchat: { snippetId: 'frontchat1' },
    clearbit: { publicApiKey: 'clearbit1' },
    hightouch: { writeKey: 'hightouch1' },
    adobe: { launchUrl: 'https://adobe.example.com/launch.js' },
    onetrust: { domainScript: 'onetrust1' },
    transcend: { bundleId: 'transcend1' },
  };
  const { html } = await formatSite({ integrations });
  for (const [name, settings] of Object.entries(integrations))
    assert.ok(html().includes(Object.values(settings)[0] ?? ''), name);
});

test('errors.404, seo.paths and redirects are applied', async () => {
  const { files } = await formatSite(
    {
      errors: { '404': { redirect: false, title: 'Gone', description: 'Try **home**' } },
      seo: { paths: [{ path: '/g/*', metatags: { robots: 'noindex' } }] },
      redirects: [
        { source: '/a/:slug*', destination: '/index' },
        { source: '/old', destination: '/index', permanent: false },
      ],
    },
    { 'g/a.mdx': 'x' },
  );
  assert.match(files.get('404.html') ?? '', /Gone[^]*<strong>home/);
  assert.match(files.get('g/a.html') ?? '', /name="robots" content="noindex"/);
  assert.match(files.get('redirects.json') ?? '', /:slug\*/);
  assert.match(files.get('old.html') ?? '', /index\.html/);
});

test('unknown keys are reported, and cause no other issue', async () => {
  const site = await formatSite({ madeUp: { a: 1 }, modeToggle: { default: 'dark' } });
  assert.deepEqual(site.codes(), ['config-unknown-key', 'config-unknown-key']);
});
