import assert from 'node:assert/strict';
import { test } from 'node:test';

import { buildFixture } from '../testing/build-fixture.ts';

const base = { theme: 'mint', name: 'Reef', colors: { primary: '#0a7d55' } };

const build = (config: object, files: Record<string, string> = {}) =>
  buildFixture({ 'docs.json': JSON.stringify({ ...base, ...config }), 'index.mdx': 'Text.', ...files });

test('a tab or group of a GraphQL schema or of SDK output is reported by its name', async () => {
  const site = await build({
    navigation: {
      tabs: [
        { tab: 'Guides', pages: ['index'] },
        { tab: 'Query', graphql: 'schema.graphql' },
        { tab: 'Classes', sdk: { format: 'typedoc', source: 'typedoc.json' }, pages: ['index'] },
        { tab: 'More', groups: [{ group: 'Nested', sdk: { format: 'sphinx', source: 'x.json' }, pages: [] }] },
      ],
    },
  });
  const found = site.report.issues.filter(({ code }) => code === 'unsupported-reference');
  assert.deepEqual(
    found.map(({ message, severity }) => [/\("(\w+)"\)/.exec(message)?.[1], severity, message.endsWith('not shown.')]),
    [
      ['Query', 'warning', true],
      ['Classes', 'warning', false],
      ['Nested', 'warning', false],
    ],
  );
});

test('an unknown key is reported, with the key that was probably meant', async () => {
  const site = await build({
    navigation: {
      groups: [{ group: 'A', pags: ['index'], pages: ['index', { group: 'B', icn: 'x', pages: ['index'] }] }],
    },
    favIcons: '/x.svg',
    unheardOf: 1,
    navbar: { links: [{ lable: 'x', href: '/' }] },
    appearance: { defalut: 'dark' },
    api: { playground: { displays: 'none' }, mdx: { auth: { methd: 'key' } } },
  });
  const found = site.report.issues.filter(({ code }) => code === 'config-unknown-key');
  assert.deepEqual(
    found.map(({ message, fix }) => [/^\S+/.exec(message)?.[0], /"(\w+)"/.exec(fix ?? '')?.[1]]),
    [
      ['api.mdx.auth.methd', 'method'],
      ['api.playground.displays', 'display'],
      ['appearance.defalut', 'default'],
      ['favIcons', 'favicon'],
      ['navbar.links[0].lable', 'label'],
      ['navigation.groups[0].pages[1].icn', 'icon'],
      ['navigation.groups[0].pags', 'pages'],
      ['unheardOf', undefined],
    ],
  );
});

test('known keys, free names and references to other files are accepted', async () => {
  const site = await build(
    {
      $schema: 'https://mintlify.com/docs.json',
      navigation: { $ref: './navigation.json' },
      variables: { anything: 'x' },
      seo: { metatags: { 'og:made-up': 'x' } },
      integrations: { ga4: { measurementId: 'G-1' } },
      footer: {
        socials: { github: 'https://github.com/x' },
        links: [{ header: 'H', items: [{ label: 'L', href: '/' }] }],
      },
      'x-own': { a: 1 },
      search: { synonyms: [['a', 'b']] },
    },
    { 'navigation.json': '{"groups":[{"group":"A","pages":["index"]}]}' },
  );
  assert.deepEqual(site.codes(), []);
});

test('a thousand unknown keys, deeply nested or with hostile names, result in a limited list', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`key${index}`, { constructor: { a: 1 } }]),
  );
  let deep: object = { pags: [] };
  for (let level = 0; level < 40; level++) deep = { group: 'x', pages: [deep] };
  const site = await build({ ...many, navigation: { pages: ['index', deep] }, __proto__x: 1, ['\u0000']: 2 });
  const found = site.report.issues.filter(({ code }) => code === 'config-unknown-key');
  assert.ok(found.length > 0 && found.length <= 60, String(found.length));
});

test('a nonexistent icon or icon file results in a neutral mark and a warning', async () => {
  const site = await build(
    { navigation: { groups: [{ group: 'A', icon: 'no-such-icon', pages: ['index'] }] } },
    {
      'index.mdx':
        '<Card title="One" icon="flow-of-nothing">a</Card>\n\n<Card title="Two" icon="/icons/gone.svg">b</Card>\n\n<Icon icon="ダウンロード" />',
    },
  );
  const content = site.content('index');
  assert.equal(
    content.match(/<svg class="icon (?:card-icon|icon-inline)" viewBox="0 0 24 24"[^>]*><circle/g)?.length,
    3,
  );
  assert.doesNotMatch(content, /<img/);
  const found = site.report.issues.map(({ code, message }) => `${code} ${/"(.+)"/.exec(message)?.[1]}`);
  assert.deepEqual(found.sort(), [
    'missing-file /icons/gone.svg',
    'unknown-icon flow-of-nothing',
    'unknown-icon no-such-icon',
    'unknown-icon ダウンロード',
  ]);
});

test('a host that a script loads from is reported until the site allows it', async () => {
  const files = {
    'chat.js':
      '/* widget */\nconst s = document.createElement("script");\ns.src = "https://widget.chat.test/v1/boot.js";\nimport("https://cdn.maps.test/x");',
  };
  const config = { navigation: { pages: ['index'] } };
  const blocked = (await build(config, files)).report.issues.filter(({ code }) => code === 'blocked-source');
  assert.deepEqual(
    blocked.map(({ path, line, fix }) => [path, line, /"(.+?)"/.exec(fix ?? '')?.[1]]),
    [
      ['chat.js', 3, 'https://widget.chat.test'],
      ['chat.js', 4, 'https://cdn.maps.test'],
    ],
  );
  const allowedOrigins = ['https://*.chat.test', 'https://cdn.maps.test/'];
  const site = await build({ ...config, security: { allowedOrigins } }, files);
  assert.deepEqual(site.codes(), []);
  assert.match(
    site.files.get('index.html') ?? '',
    /<meta name="docwright:sources" content="https:\/\/\*\.chat\.test https:\/\/cdn\.maps\.test">/,
  );
});

for (const origin of [
  '*',
  'https://*',
  "https://a.test; script-src 'unsafe-inline'",
  'http://a.test',
  'https://a.test/path',
  'https://*.com/',
  'javascript:x',
  "'unsafe-eval'",
  '',
])
  test(`security.allowedOrigins rejects ${JSON.stringify(origin)}`, async () => {
    const site = await build({ navigation: { pages: ['index'] }, security: { allowedOrigins: [origin] } });
    assert.deepEqual(site.codes(), ['config-value']);
    assert.doesNotMatch(site.files.get('index.html') ?? '', /docwright:sources/);
  });
