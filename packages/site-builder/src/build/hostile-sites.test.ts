import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';
import { buildSite } from './build-site.ts';
import { createFolderSource } from '../source/folder-source.ts';

const config = (rest: object): string =>
  JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages: ['a'] }, ...rest });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('snippets', () => {
  test('snippets that contain each other are reported as an issue', async () => {
    const site = await buildFixture({
      'a.mdx': 'import X from "/snippets/x.mdx";\nimport { C } from "/snippets/c.jsx";\n\n<X /> <C /> text',
      'snippets/x.mdx': 'import Y from "./y.mdx";\n\nx <Y />',
      'snippets/y.mdx': 'import X from "./x.mdx";\n\ny <X />',
      'snippets/c.jsx': 'import { D } from "./d.jsx";\nexport const C = () => <D />;',
      'snippets/d.jsx': 'import { C } from "./c.jsx";\nexport const D = () => <C />;',
    });
    assert.ok(site.codes().includes('snippet-cycle'));
    assert.match(site.content('a'), /text/);
  });

  test('snippets that each contain the next snippet twice are reported as an issue', async () => {
    const chain = times(30, (index) => [
      `snippets/s${index}.mdx`,
      `import N from "./s${index + 1}.mdx";\n\n<N /> <N />`,
    ]);
    const site = await buildFixture({
      'a.mdx': 'import S from "/snippets/s0.mdx";\n\n<S />',
      'b.mdx': 'Well.',
      ...Object.fromEntries(chain),
      'snippets/s30.mdx': 'x',
    });
    assert.equal(site.issue('page-failed')?.path, 'a.mdx');
    assert.match(site.content('b'), /Well/);
  });

  test('a snippet that defines a thousand components and nests 151 of them is rendered', async () => {
    const site = await buildFixture({
      'a.mdx': 'import { C0 } from "/snippets/c.jsx";\n\n<C0 />',
      'snippets/c.jsx': times(
        1000,
        (i) => `export const C${i} = () => ${i < 150 ? `<C${i + 1} />` : '<b>end</b>'};`,
      ).join('\n'),
    });
    assert.match(site.content('a'), /<b>end<\/b>/);
  });
});

describe('names and encodings', () => {
  test('a lone CR ends a line', async () => {
    const site = await buildFixture({ 'a.mdx': '---\rtitle: Old Mac\r---\r\r# One\r\rTwo\r' });
    assert.match(site.files.get('a.html') ?? '', /<title>Old Mac/);
    assert.match(site.content('a'), /<p>Two<\/p>/);
  });

  test('names that differ only in Unicode form result in two pages and an issue', async () => {
    const site = await buildFixture({ 'caf\u00e9.mdx': 'composed', 'cafe\u0301.mdx': 'decomposed' });
    assert.equal(site.issue('path-collision')?.severity, 'error');
    assert.match(site.content('caf\u00e9-1') + site.content('cafe\u0301-1'), /composed/);
    assert.equal([...site.files.keys()].filter((path) => path.normalize('NFC') === 'caf\u00e9.html').length, 1);
  });

  test('empty files and folders named like pages don’t stop a build, and symbolic links are left out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docwright-odd-'));
    try {
      mkdirSync(join(folder, 'folder.mdx/inner.md'), { recursive: true });
      mkdirSync(join(folder, 'docs.json.d'));
      writeFileSync(join(folder, 'docs.json'), config({ navigation: { pages: ['a', 'folder', 'folder.mdx/page'] } }));
      for (const name of ['a.mdx', 'folder.mdx/page.mdx', 'x.png', 'x.svg', 'x.css', 'x.js', 'spec.json', 'spec.yaml'])
        writeFileSync(join(folder, name), '');
      symlinkSync('/etc/passwd', join(folder, 'linked.mdx'));
      symlinkSync('.', join(folder, 'loop'));
      const source = createFolderSource(folder);
      assert.ok(!source.paths.some((path) => /linked|loop/.test(path)));
      const report = await buildSite({ source, emit: () => undefined, clock: () => 0 });
      assert.equal(report.rendered, 2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a page path with special characters becomes a file with that name', async () => {
    const names = [
      'a b',
      'a%20b',
      'a+b',
      'a&b',
      "a'b",
      'a;b',
      'a=b',
      'ä',
      '日本',
      'a(b)',
      '[a]',
      '{a}',
      'a,b',
      '#a',
      'a?b',
      '@a',
      '~a',
      '$a',
      '!a',
      '^a',
      '`a`',
      'a.b.c',
    ];
    const site = await buildFixture(
      Object.fromEntries(names.map((name) => [`${name}.mdx`, `# ${name}\n\n[self](/${encodeURIComponent(name)})`])),
    );
    for (const name of names) assert.ok(site.files.has(`${name}.html`), name);
    assert.deepEqual(
      site.codes().filter((code) => code !== 'broken-link' && code !== 'undefined-name'),
      [],
    );
  });
});

describe('a site can be built from', () => {
  test('a navigation a thousand levels deep', async () => {
    let group: unknown = 'a';
    for (let depth = 0; depth < 1000; depth++) group = { group: `g${depth}`, pages: [group] };
    const site = await buildFixture({ 'docs.json': config({ navigation: { groups: [group] } }), 'a.mdx': 'Text.' });
    assert.match(site.content('a'), /Text/);
  });

  test('every kind of division inside every other kind', async () => {
    const kinds = ['products', 'languages', 'versions', 'tabs', 'dropdowns', 'anchors', 'menu', 'groups', 'pages'];
    const nest = (depth: number): object =>
      Object.fromEntries(
        kinds.map((kind) => [
          kind,
          depth === 0
            ? ['a', 7, null, {}]
            : [{ ...nest(depth - 1), [kind.slice(0, -1)]: 'x', href: 'javascript:alert(1)' }, null, 7, [], 'a'],
        ]),
      );
    const site = await buildFixture({ 'docs.json': config({ navigation: nest(2) }), 'a.mdx': 'Text.' });
    assert.doesNotMatch([...site.files].filter(([path]) => path.endsWith('.html')).join(), /href="javascript:/);
  });

  test('five thousand redirects in one chain, in loops and to scripts', async () => {
    const redirects = [
      ...times(5000, (index) => ({ source: `/r${index}`, destination: `/r${index + 1}` })),
      { source: '/x', destination: 'javascript:alert(1)' },
      { source: '/y', destination: '/y' },
      { source: '/../../z', destination: '/a' },
      { source: '/:slug*/:slug*', destination: '/:slug*/:slug*' },
      { source: `/${'*/'.repeat(100)}`, destination: '/a' },
    ];
    const site = await buildFixture({
      'docs.json': config({ redirects }),
      'a.mdx': '[x](/r0) [y](/y) [z](/a/b/c/d/e/f)',
    });
    assert.doesNotMatch([...site.files.values()].join(''), /(?:url=|href=")\s*javascript:/);
    assert.ok(site.codes().includes('redirect-cycle'));
  });

  test('a thousand pages and a page that links to all of them', async () => {
    const pages = times(1000, (index) => `p${index}`);
    const site = await buildFixture({
      'docs.json': config({ navigation: { pages: ['a', ...pages] } }),
      'a.mdx': pages.map((page) => `[${page}](/${page})`).join('\n\n'),
      ...Object.fromEntries(pages.map((page) => [`${page}.mdx`, 'x'])),
    });
    assert.equal(site.report.rendered, 1001);
    assert.deepEqual(site.codes(), []);
  });

  const odd = [
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    '__defineGetter__',
    'length',
    'then',
    'toJSON',
  ];
  test('names of JavaScript built-ins as keys and identifiers, everywhere', async () => {
    const object = `{${odd.map((key) => `${JSON.stringify(key)}: {"a": "b", "__proto__": {"polluted": 1}}`).join(', ')}}`;
    const yaml = odd.map((key) => `${key}: {__proto__: {polluted: 1}}`).join('\n');
    const site = await buildFixture({
      'docs.json': `{"theme": "mint", "name": "T", "colors": {"primary": "#000"}, "variables": ${object}, "seo": {"metatags": ${object}}, "footer": {"socials": ${object}},
        "integrations": ${object}, "api": {"openapi": "s.json"}, "navigation": {"groups": [{"group": "__proto__", "pages": ["a", "__proto__", "constructor", "GET /__proto__"]}]}, "x": {"$ref": "./o.json"}, "__proto__": {"polluted": 1}}`,
      'o.json': object,
      's.json': `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/__proto__": {"get": {"operationId": "constructor", "tags": ["__proto__"], "summary": "toString", "parameters": [{"name": "__proto__", "in": "query", "schema": {"$ref": "#/components/schemas/__proto__"}}], "responses": {"__proto__": {"description": "x"}, "200": {"description": "x", "content": {"application/json": {"schema": {"type": "object", "properties": ${object}, "required": ["constructor"]}}}}}}}}, "components": {"schemas": {"__proto__": {"type": "string"}, "constructor": {"$ref": "#/__proto__"}}}}`,
      'a.mdx': `---\n${yaml}\ntitle: T\n---\n\n{${odd.map((key) => `({})[${JSON.stringify(key)}]`).join('}{')}}\n\n${odd.map((key) => `<Card {...{${JSON.stringify(key)}: 1}} ${key}="x">y</Card>`).join('\n')}\n\n${odd.map((key) => `## ${key}`).join('\n\n')}\n\n${odd.map((key) => `[x](#${key}) [y](/${key}) [${key}] [^${key}] {{${key}}} <Icon icon="${key}" />`).join('\n\n')}\n\n${odd.map((key) => `\`\`\`${key}\nx\n\`\`\``).join('\n')}`,
      '__proto__.mdx': 'export const __proto__ = 1;\nexport const constructor = 2;\n\n{__proto__}{constructor} here',
      'constructor.mdx':
        'import toString from "/__proto__.mdx";\nimport * as valueOf from "./toString.jsx";\n\n<toString /><valueOf.constructor />',
      'toString.jsx': 'export const constructor = () => <b>x</b>;\nexport const __proto__ = 1;',
    });
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    for (const page of ['a', '__proto__', 'constructor']) assert.ok(site.files.has(`${page}.html`), page);
    assert.match(site.content('__proto__'), /here/);
    assert.ok(![...site.files.values()].some((text) => text.includes('[native code]')));
  });
});

describe('a site can be built if its specification contains', () => {
  const operation = (schema: object, components: object = {}): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/x': {
          post: {
            summary: 'X',
            requestBody: { content: { 'application/json': { schema } } },
            responses: { 200: { description: 'd', content: { 'application/json': { schema } } } },
          },
        },
      },
      components: { schemas: components },
    });
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const doubling = Object.fromEntries(
    times(40, (index) => [
      `S${index}`,
      { type: 'object', properties: { a: ref(`S${index + 1}`), b: ref(`S${index + 1}`) } },
    ]),
  );
  const nest = (depth: number, key: string): object =>
    depth === 0
      ? { type: 'string' }
      : { [key]: key === 'items' ? nest(depth - 1, key) : [nest(depth - 1, key), { type: 'null' }] };
  const specs: Readonly<Record<string, string>> = {
    'a schema that refers to itself': operation(ref('A'), { A: ref('A') }),
    'schemas that refer to each other': operation(ref('A'), {
      A: ref('B'),
      B: { allOf: [ref('A'), { oneOf: [ref('A'), ref('B')] }] },
    }),
    'schemas that contain the next one twice': operation(ref('S0'), { ...doubling, S40: { type: 'string' } }),
    'allOf schemas that double at each level': operation(
      ref('A0'),
      Object.fromEntries(times(40, (index) => [`A${index}`, { allOf: [ref(`A${index + 1}`), ref(`A${index + 1}`)] }])),
    ),
    'oneOf five hundred deep': operation(nest(500, 'oneOf')),
    'lists two thousand deep': operation(nest(2000, 'items')),
    'five thousand properties': operation({
      type: 'object',
      properties: Object.fromEntries(times(5000, (index) => [`p${index}`, { type: 'string' }])),
    }),
    'an enum with fifty thousand values': operation({ type: 'string', enum: times(50_000, String) }),
    'a pattern that takes forever': operation({
      type: 'string',
      pattern: '(a+)+$',
      example: 'a'.repeat(50),
      minLength: 1e9,
    }),
    'a list of a billion items': operation({ type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } }),
    'text of a megabyte': operation({ type: 'string', description: `${'x'.repeat(1e6)} ${'['.repeat(20_000)}` }),
    'YAML with exponentially nested aliases': `openapi: 3.1.0\ninfo: {title: T, version: '1'}\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${times(9, () => `*${'abcdefgh'[index] ?? ''}`).join()}]`)
      .join('\n')}\npaths: {}\n`,
    'YAML that contains itself': 'openapi: 3.1.0\ninfo: &i {title: T, version: "1", x: *i}\npaths: &p {/x: *p}\n',
    'paths that are not paths': JSON.stringify({
      openapi: '3.0.0',
      info: 7,
      paths: {
        x: null,
        '/x': {
          get: 7,
          post: [],
          put: {
            responses: null,
            parameters: [null, 7, { in: 'x' }],
            requestBody: 7,
            security: 'x',
            servers: 'x',
            tags: 7,
            summary: {},
          },
        },
        '': {},
      },
      servers: 'x',
      components: [],
      tags: {},
    }),
    nothing: '',
    'a number': '7',
    'a list': '[]',
  };
  for (const [name, text] of Object.entries(specs)) {
    test(name, async () => {
      const yaml = name.startsWith('YAML');
      const file = yaml ? 's.yaml' : 's.json';
      const site = await buildFixture({
        'docs.json': config({
          api: { openapi: file },
          navigation: { groups: [{ group: 'g', openapi: file, pages: ['a', 'POST /x', 'PUT /x'] }] },
        }),
        [file]: text,
        'a.mdx': 'Well.',
        'b.mdx': '---\nopenapi: POST /x\n---\n',
      });
      assert.match(site.content('a'), /Well/);
      assert.ok(site.files.has('b.html'));
      assert.ok(site.report.bytes < 200_000_000);
    });
  }

  test('invalid or cyclic AsyncAPI', async () => {
    const shapes = [
      '',
      '7',
      '{"asyncapi": "3.0.0"}',
      '{"asyncapi": "3.0.0", "channels": {"c": {"$ref": "#/channels/c"}, "__proto__": 7, "d": {"messages": {"m": {"payload": {"$ref": "#/channels/d/messages/m/payload"}}}}}, "operations": {"o": {"channel": {"$ref": "#/channels/d"}, "action": "send"}, "p": 7}}',
      '{"asyncapi": "2.6.0", "channels": 7}',
    ];
    for (const text of shapes) {
      const site = await buildFixture({
        'docs.json': config({
          api: { asyncapi: 's.json' },
          navigation: {
            groups: [
              { group: 'g', asyncapi: 's.json' },
              { group: 'h', pages: ['a', 'b'] },
            ],
          },
        }),
        's.json': text,
        'a.mdx': 'Well.',
        'b.mdx': '---\nasyncapi: s.json d\n---\n',
      });
      assert.match(site.content('a'), /Well/, text);
    }
  });
});
