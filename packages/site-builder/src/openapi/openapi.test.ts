import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';

import { buildFixture } from '../testing/build-fixture.ts';
import type { Issue } from '../issues/issue.ts';
import type { SiteSource } from '../source/site-source.ts';
import { fakeContext } from './fake-context.ts';
import { apiPageFiles, defaultApiSettings, renderApiPage, type ApiPage } from './index.ts';
import { createApiCatalog, type ApiCatalog } from '../site/specs/catalog.ts';
import { referenceKey, type ApiGeneratedPage, type ApiReference } from '../site/specs/api-spec.ts';
import { flattenPages } from '../site/specs/list-pages.ts';
import { toPagePath } from '../site/specs/page-path.ts';

interface Site {
  readonly catalog: ApiCatalog;
  readonly issues: Issue[];
}

function siteOf(files: Readonly<Record<string, unknown>>, defaultSpecs: readonly string[] = []): Site {
  const bytes = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  );
  const source: SiteSource = {
    paths: [...bytes.keys()].sort(),
    has: (path) => bytes.has(path),
    read: (path) => bytes.get(path),
  };
  const issues: Issue[] = [];
  return { issues, catalog: createApiCatalog({ source, defaultSpecs, report: (issue) => issues.push(issue) }) };
}

function keyOf(reference: ApiReference | undefined): string {
  assert.ok(reference, 'the reference is found');
  return referenceKey(reference);
}

function render(reference: ApiReference | undefined, changes: Partial<typeof defaultApiSettings> = {}): ApiPage {
  assert.ok(reference, 'the reference is found');
  return renderApiPage({ reference, settings: { ...defaultApiSettings, ...changes } }, fakeContext());
}

function spec(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://api.example.com/v1' }],
    ...parts,
  };
}

const get = (parts: Readonly<Record<string, unknown>> = {}) => ({
  responses: { 200: { description: 'OK' } },
  ...parts,
});
const pagesOf = ({ catalog }: Site, name: string, directory?: string): ApiGeneratedPage[] =>
  flattenPages(catalog.pages(name, directory));

/* Addresses of pages */

test('a page’s address consists of directory, tag and summary, by the rule that links rely on', () => {
  const path = (parts: Partial<Parameters<typeof toPagePath>[0]>) =>
    toPagePath({ directory: 'api-reference', tag: '', summary: '', method: 'get', name: '/users/{id}', ...parts });
  assert.equal(
    path({ tag: 'User Accounts', summary: 'Get the account (v2), by id.' }),
    'api-reference/user-accounts/get-the-account-v2-by-id',
  );
  assert.equal(path({ summary: "List all users' files" }), 'api-reference/list-all-users-files');
  assert.equal(path({ tag: 'Client API - Users', summary: 'A -- b' }), 'api-reference/client-api--users/a--b');
  assert.equal(path({ summary: 'snake_case stays' }), 'api-reference/snake_case-stays');
  assert.equal(path({}), 'api-reference/get-users');
  assert.equal(path({ directory: '/ecosystem/API/v2/', summary: 'A' }), 'ecosystem/api/v2/a');
  assert.equal(path({ directory: '../..', summary: '../x' }), 'x');
});

test('pages with the same address have the suffixes -1 and -2', () => {
  const site = siteOf({
    'a.json': spec({
      paths: {
        '/a': { get: get({ summary: 'Same' }) },
        '/b': { get: get({ summary: 'same' }) },
        '/c': { get: get({ summary: 'Same' }) },
      },
    }),
  });
  assert.deepEqual(
    pagesOf(site, 'a').map(({ path }) => path),
    ['api-reference/same', 'api-reference/same-1', 'api-reference/same-2'],
  );
});

test('x-hidden pages are marked, x-excluded pages are absent, and x-mint moves, names and fills a page', () => {
  const paths = {
    '/h': { get: get({ summary: 'H', 'x-hidden': true }) },
    '/e': { get: get({ summary: 'E', 'x-excluded': true }) },
    '/m': {
      get: get({
        summary: 'M',
        'x-mint': { href: '/own/place', metadata: { title: 'Mine' }, content: '<Note>hi</Note>' },
      }),
    },
  };
  const pages = pagesOf(siteOf({ 'a.json': spec({ paths }) }), 'a.json');
  assert.deepEqual(
    pages.map(({ path, hidden }) => [path, hidden]),
    [
      ['api-reference/h', true],
      ['own/place', false],
    ],
  );
  assert.deepEqual([pages[1]?.title, pages[1]?.content], ['Mine', '<Note>hi</Note>']);
});

test('each tag has a group with its x-group or x-displayName label; OpenAPI 3.2 tags are nested under their parent', () => {
  const tags = [
    { name: 'cats', parent: 'animals', 'x-displayName': 'Cats' },
    { name: 'animals', 'x-group': 'All animals' },
    { name: 'loop', parent: 'loop' },
  ];
  const { catalog } = siteOf({
    'a.json': spec({
      openapi: '3.2.0',
      tags,
      paths: { '/c': { get: get({ tags: ['cats'] }) }, '/l': { get: get({ tags: ['loop'] }) }, '/n': { get: get() } },
    }),
  });
  const shape = (entries: ReturnType<ApiCatalog['pages']>): unknown =>
    entries.map((entry) => (entry.kind === 'page' ? entry.title : [entry.label, shape(entry.entries)]));
  assert.deepEqual(shape(catalog.pages('a.json')), [
    ['All animals', [['Cats', ['GET /c']]]],
    ['loop', ['GET /l']],
    'GET /n',
  ]);
});

/* References */

const twoSpecs = {
  'api/v1.json': spec({
    paths: { '/users/{id}': { get: get({ summary: 'one' }) } },
    webhooks: { orderPaid: { post: get({ summary: 'paid' }) } },
    components: { schemas: { Pet: { type: 'object' } } },
  }),
  'api/v2.yaml':
    'openapi: 3.0.0\ninfo: {title: B, version: "2"}\npaths:\n  /users/{id}:\n    get: {summary: two, responses: {}}\n    delete: {summary: gone, responses: {}}\n',
};

test('different spellings of a reference find its operation, webhook or schema', () => {
  const { catalog, issues } = siteOf(twoSpecs);
  const found = (
    field: 'openapi' | 'openapi-schema' | 'api',
    value: string,
    from: { specs?: readonly string[] } = {},
  ) => keyOf(catalog.find(field, value, { path: 'docs/page.mdx', ...from }));
  const [one, two] = ['api/v1.json get /users/{id}', 'api/v2.yaml get /users/{id}'];
  assert.equal(found('openapi', 'GET /users/{id}'), one);
  assert.equal(found('openapi', 'get /users/{user_id}/'), one);
  assert.equal(found('openapi', 'DELETE /users/{id}'), 'api/v2.yaml delete /users/{id}');
  assert.equal(found('openapi', 'v2 get /users/{id}'), two);
  assert.equal(found('openapi', '/api/v2.yaml GET /users/{id}'), two);
  assert.equal(found('openapi', '../api/v2.yaml GET /users/{id}'), two);
  assert.equal(found('openapi', 'GET /users/{id}', { specs: ['api/v2.yaml'] }), two);
  assert.equal(found('openapi', 'webhook orderPaid'), 'api/v1.json webhook orderPaid post');
  assert.equal(found('openapi', 'v1.json WEBHOOK orderpaid'), 'api/v1.json webhook orderPaid post');
  assert.equal(found('openapi-schema', 'Pet'), 'api/v1.json schema Pet');
  assert.equal(found('openapi-schema', '/api/v1.json pet'), 'api/v1.json schema Pet');
  assert.equal(render(catalog.find('api', 'POST https://x.test/a/{b}', { path: 'p' })).method, 'POST');
  assert.deepEqual(issues, []);
});

test('a broken reference is reported in one warning on its page, with the missing target', () => {
  const { catalog, issues } = siteOf(twoSpecs);
  for (const value of [
    'PUT /nope',
    'missing.json GET /x',
    'nonsense',
    '__proto__ GET /x',
    'https://x.test/a.json GET /a',
    'webhook constructor',
  ]) {
    assert.equal(catalog.find('openapi', value, { path: 'a.mdx', line: 3 }), undefined, value);
  }
  const warnings = issues.filter(({ code }) => code !== 'openapi-remote-spec');
  assert.deepEqual([issues.length, warnings.length], [7, 6]);
  assert.ok(warnings.every(({ path, line, severity }) => path === 'a.mdx' && line === 3 && severity === 'warning'));
  assert.match(issues[0]?.message ?? '', /PUT \/nope/);
});

test('a bare reference refers to the first default specification that contains it', () => {
  const { catalog } = siteOf(twoSpecs, ['api/v2.yaml', 'api/v1.json']);
  assert.equal(keyOf(catalog.find('openapi', 'GET /users/{id}', { path: 'p' })), 'api/v2.yaml get /users/{id}');
});

/* References between and inside files */

test('references to other files of the site are followed, but not references outside the site', () => {
  const { catalog } = siteOf({
    'api/a.json': spec({ paths: { '/a': { $ref: './paths/a.yaml#/item' } } }),
    'api/paths/a.yaml':
      'item:\n  get:\n    summary: far\n    responses:\n      200:\n        description: ok\n        content: {application/json: {schema: {$ref: "../models.json#/Pet"}}}\n      500: {$ref: "../../../../etc/passwd"}\n      501: {$ref: "https://x.test/e.json"}\n',
    'api/models.json': {
      Pet: { type: 'object', properties: { fur: { $ref: '#/Fur' } } },
      Fur: { type: 'string', enum: ['long', 'short'] },
    },
  });
  const page = render(catalog.find('openapi', 'GET /a', { path: 'p' }));
  assert.match(page.content, /fur[^]*long[^]*short/);
  assert.deepEqual(
    catalog
      .faults()
      .map(({ code }) => code)
      .sort(),
    ['openapi-broken-ref', 'openapi-remote-ref'],
  );
});

test('schemas that contain themselves, directly or through allOf or lists, are rendered', () => {
  const schemas = {
    Tree: {
      type: 'object',
      properties: {
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        self: { $ref: '#/components/schemas/Tree' },
      },
    },
    Loop: { $ref: '#/components/schemas/Loop' },
    All: { allOf: [{ $ref: '#/components/schemas/All' }, { properties: { a: { $ref: '#/components/schemas/One' } } }] },
    One: { oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/All' }, { type: 'string' }] },
  };
  const { catalog } = siteOf({ 'a.json': spec({ paths: {}, components: { schemas } }) });
  for (const name of Object.keys(schemas))
    assert.ok(render(catalog.find('openapi-schema', name, { path: 'p' })).content.length < 200_000, name);
  assert.match(
    render(catalog.find('openapi-schema', 'Tree', { path: 'p' })).content,
    /<code>Tree<\/code>: described above/,
  );
  assert.deepEqual(
    catalog.faults().map(({ message }) => message),
    ['$ref "#/components/schemas/Loop" has no target'],
  );
});

test('overlays of docs.json change a specification before its pages are generated', () => {
  const files = new Map([
    [
      'api/a.json',
      JSON.stringify(
        spec({
          paths: { '/a': { get: get({ summary: 'old', tags: ['x'] }) }, '/b': { get: get() } },
          tags: [{ name: 'x' }],
        }),
      ),
    ],
    [
      'o.yaml',
      'overlay: 1.0.0\nactions:\n  - {target: "$.paths[\'/a\'].get", update: {summary: new}}\n  - {target: "$.paths[\'/b\']", remove: true}\n  - {target: "$.tags[?(@.name==\'x\')]", update: {x-group: Things}}\n  - {target: "$..responses", update: {418: {description: teapot}}}\n  - {target: "paths(1)"}\n',
    ],
  ]);
  const issues: Issue[] = [];
  const source: SiteSource = {
    paths: [...files.keys()],
    has: (path) => files.has(path),
    read: (path) => Buffer.from(files.get(path) ?? ''),
  };
  const catalog = createApiCatalog({
    source,
    defaultSpecs: [],
    overlays: new Map([['/api/a.json', ['/o.yaml']]]),
    report: (issue) => issues.push(issue),
  });
  const [group] = catalog.pages('api/a.json');
  assert.ok(group?.kind === 'group');
  assert.deepEqual(
    [group.label, group.entries.map((entry) => entry.kind === 'page' && entry.title)],
    ['Things', ['new']],
  );
  assert.match(render(catalog.find('openapi', 'GET /a', { path: 'p' })).content, /teapot/);
  assert.deepEqual(
    issues.map(({ code }) => code),
    ['openapi-overlay-target'],
  );
});

test('a missing specification that the navigation refers to is reported once', () => {
  const { catalog, issues } = siteOf({});
  for (let times = 0; times < 2; times++)
    assert.deepEqual([catalog.pages('nope.json'), catalog.pages('https://x.test/openapi.json')], [[], []]);
  assert.deepEqual(
    issues.map(({ path, severity, code }) => [path, severity, code]),
    [
      ['docs.json', 'error', 'openapi-missing'],
      ['docs.json', 'error', 'openapi-remote-spec'],
    ],
  );
});

/* Hostile files */

test('a hostile or invalid specification isn’t used, and is reported', () => {
  const bomb = `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`)
    .join('\n')}\n`;
  const deep = `{"openapi":"3.0.0","paths":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
  const { catalog, issues } = siteOf({
    'bomb.yaml': bomb,
    'deep.json': deep,
    'deeper.yaml': `openapi: 3.0.0\na: ${'['.repeat(20_000)}`,
    'self.yaml': 'openapi: 3.0.0\npaths: &p\n  a: *p\n',
    'broken.json': '{"openapi": "3.0.0", "paths": {',
    'array.json': '[{"openapi":"3.0.0"}]',
    'future.json': { openapi: '4.0.0' },
    'tag.yaml': 'openapi: 3.0.0\nx: !!js/function "function(){}"\npaths: {}\n',
    'binary.yaml': '\u0000\u0001openapi: 3',
  });
  for (const name of [
    'bomb.yaml',
    'deep.json',
    'deeper.yaml',
    'self.yaml',
    'broken.json',
    'array.json',
    'future.json',
    'binary.yaml',
  ])
    assert.equal(catalog.spec(name), undefined, name);
  assert.ok(catalog.spec('tag.yaml'));
  assert.deepEqual([...new Set(issues.map(({ code }) => code))].sort(), ['openapi-unreadable', 'openapi-unsupported']);
  assert.equal(issues.length, 8);
});

test('a file over the size limit is rejected', () => {
  const { catalog, issues } = siteOf({ 'a.yaml': `openapi: 3.0.0\nx: "${'a'.repeat(9 * 1024 * 1024)}"` });
  assert.equal(catalog.spec('a.yaml'), undefined);
  assert.match(issues[0]?.message ?? '', /limit for YAML specifications is 8388608/);
});

test('__proto__, constructor and toString are ordinary names of paths, parameters, schemas and statuses', () => {
  const text = `{"openapi":"3.0.0","info":{"title":"t","version":"1"},"paths":{"/__proto__":{"get":{"summary":"__proto__","tags":["constructor"],"parameters":[{"name":"__proto__","in":"query","schema":{"$ref":"#/components/schemas/__proto__"}}],"responses":{"toString":{"description":"x"}}}}},"components":{"schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string","description":"own"},"constructor":{"type":"integer"}}}}}}`;
  for (const [name, content] of [
    ['a.json', text],
    ['a.yaml', `# yaml\n${text}`],
  ] as const) {
    const site = siteOf({ [name]: content });
    const page = render(pagesOf(site, name)[0]?.reference);
    assert.match(page.content, /own/);
    assert.match(page.markdown, /__proto__/);
    assert.equal(({} as Record<string, unknown>)['own'], undefined);
  }
});

test('hostile text in a specification is shown as text, not as markup', () => {
  const evil = '"><script>alert(1)</script>\'--></script>';
  const parts = {
    servers: [{ url: `https://x.test/${evil}`, description: evil }],
    paths: {
      [`/${evil}/{${evil}}`]: {
        post: {
          summary: evil,
          tags: [evil],
          parameters: [
            {
              name: evil,
              in: 'query',
              required: true,
              example: evil,
              schema: { type: evil, enum: [evil], default: evil, pattern: evil },
            },
          ],
          requestBody: {
            content: {
              [evil]: { schema: { type: 'object', properties: { [evil]: { type: 'string', example: evil } } } },
            },
          },
          responses: {
            [evil]: {
              description: evil,
              headers: { [evil]: { description: evil } },
              content: { 'application/json': { example: { [evil]: evil } } },
            },
          },
          'x-codeSamples': [{ lang: evil, label: evil, source: evil }],
          callbacks: { [evil]: { [evil]: { post: get({ summary: evil }) } } },
        },
      },
    },
    security: [{ [evil]: [evil] }],
    components: { securitySchemes: { [evil]: { type: 'apiKey', in: evil, name: evil, description: evil } } },
  };
  const site = siteOf({ 'a.json': spec(parts) });
  const page = render(pagesOf(site, 'a')[0]?.reference);
  const withoutData = page.content.replaceAll(/<script type="application\/json" class="api-data">[^<]*<\/script>/g, '');
  const found = /.{0,80}<\/?script.{0,40}/.exec(withoutData + page.requestExamples + page.responseExamples);
  assert.equal(found?.[0], undefined);
});

/* Contents of pages */

test('parameters, bodies of several types, responses, headers, security and callbacks are on the page', () => {
  const operation = {
    summary: 'Make',
    description: 'Makes **one**.',
    deprecated: true,
    security: [{ key: [], oauth: ['write'] }],
    parameters: [
      { name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer', minimum: 1, default: 20 } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            oneOf: [
              { title: 'Cat', type: 'object', properties: { purrs: { type: 'boolean' } } },
              { title: 'Dog', type: 'object', properties: { barks: { type: ['boolean', 'null'] } } },
            ],
            discriminator: { propertyName: 'kind' },
          },
        },
        'multipart/form-data': {
          schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
        },
      },
    },
    responses: {
      201: {
        description: 'Made',
        headers: { 'X-Rate': { schema: { type: 'integer' } } },
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
      },
      400: { description: 'Bad' },
    },
    callbacks: { paid: { '{$request.body#/url}': { post: get({ description: 'We call you' }) } } },
  };
  const components = {
    schemas: {
      Pet: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid', readOnly: true } } },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://x.test/token', scopes: {} } } },
    },
  };
  const { catalog } = siteOf({
    'a.json': spec({
      paths: {
        '/pets/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          post: operation,
        },
      },
      components,
    }),
  });
  const page = render(catalog.find('openapi', 'POST /pets/{id}', { path: 'p' }));
  assert.deepEqual(
    page.headings.map(({ text }) => text),
    ['Authorizations', 'Path parameters', 'Query parameters', 'Body', 'Responses', 'Callbacks'],
  );
  for (const text of [
    'X-Key',
    'https://x.test/token',
    'write',
    'limit',
    'min: 1',
    'default: <code>20',
    'Cat',
    'Dog',
    'purrs',
    'Distinguished by: <code>kind',
    'multipart/form-data',
    'file',
    'X-Rate',
    'string&lt;uuid&gt;',
    'read-only',
    'We call you',
  ])
    assert.ok(page.content.includes(text), text);
  assert.match(page.requestExamples, /cURL[^]*Python[^]*JavaScript[^]*PHP[^]*Go[^]*Java[^]*Ruby/);
  assert.ok(page.sections.some(({ heading, text }) => heading === '' && text.includes('How many')));
});

test('a field can be linked by its slug, its own name and the form parameter-…, and each ID is unique on the page', () => {
  const schema = {
    type: 'object',
    properties: {
      shared_link: { type: 'object', properties: { can_edit: { type: 'boolean' } } },
      a_b: { type: 'string' },
    },
  };
  const { catalog } = siteOf({
    'a.json': spec({
      paths: {
        '/a': {
          post: get({
            parameters: [
              { name: 'a_b', in: 'query' },
              { name: 'a-b', in: 'header' },
            ],
            requestBody: { content: { 'application/json': { schema } } },
          }),
        },
      },
    }),
  });
  const ids = [...render(catalog.find('openapi', 'POST /a', { path: 'p' })).content.matchAll(/ id="([^"]+)"/g)].map(
    ([, id]) => id,
  );
  for (const id of [
    'param-a-b',
    'param-a_b',
    'parameter-a-b',
    'param-shared_link',
    'body-shared-link',
    'param-shared_link-can_edit',
  ])
    assert.ok(ids.includes(id), id);
  assert.equal(new Set(ids).size, ids.length, ids.join());
});

test('an author’s sample replaces the generated sample in its language and is listed first', () => {
  const { catalog } = siteOf({
    'a.json': spec({
      paths: {
        '/a': {
          get: get({
            'x-codeSamples': [
              { lang: 'python', label: 'Python', source: 'own_client.a()' },
              { lang: 'elixir', source: 'A.a()' },
            ],
          }),
        },
      },
    }),
  });
  const { requestExamples } = render(catalog.find('openapi', 'GET /a', { path: 'p' }));
  assert.ok(requestExamples.indexOf('own_client') < requestExamples.indexOf('curl --request'));
  assert.doesNotMatch(requestExamples, /import requests/);
  assert.match(requestExamples, /data-language="elixir"/);
  assert.doesNotMatch(
    render(catalog.find('openapi', 'GET /a', { path: 'p' }), { autogenerateSamples: false }).requestExamples,
    /curl/,
  );
});

test('a page’s Markdown ends with its part of the specification as equivalent YAML', () => {
  const description = 'Line one\n\n  indented: "quoted" # not a comment\n```\nfence\n```\n';
  const { catalog } = siteOf({
    'a.json': spec({
      paths: {
        '/a': {
          get: get({
            description,
            operationId: 'yes',
            parameters: [{ name: 'n', in: 'query', schema: { $ref: '#/components/schemas/Used' } }],
          }),
        },
        '/b': { get: get() },
      },
      components: {
        schemas: { Used: { type: 'string', enum: ['on', '1', ' x ', '', 'a: b', '- c'] }, Unused: { type: 'string' } },
      },
    }),
  });
  const { markdown } = render(catalog.find('openapi', 'GET /a', { path: 'p' }));
  const [, fence = ''] = /\n(`{4,})yaml a\.json\n/.exec(markdown) ?? [];
  const value = parse(markdown.split(`${fence}yaml a.json\n`)[1]?.split(`\n${fence}`)[0] ?? '') as {
    paths: Record<string, { get: { description: string; operationId: string } }>;
    components: { schemas: Record<string, { enum: string[] }> };
  };
  assert.deepEqual(Object.keys(value.paths), ['/a']);
  assert.equal(value.paths['/a']?.get.description, description);
  assert.equal(value.paths['/a']?.get.operationId, 'yes');
  assert.deepEqual(value.components.schemas['Used']?.enum, ['on', '1', ' x ', '', 'a: b', '- c']);
  assert.equal(value.components.schemas['Unused'], undefined);
  assert.equal(render(catalog.find('openapi', 'GET /a', { path: 'p' }), { markdownSchema: false }).markdown, '');
});

test('the playground appears only if it can work and is enabled', () => {
  const site = siteOf({
    'a.json': spec({ paths: { '/a': { get: get() } } }),
    'b.json': spec({ servers: [], paths: { '/b': { get: get() } } }),
  });
  const reference = site.catalog.find('openapi', 'GET /a', { path: 'p' });
  assert.match(render(reference).content, /<dw-playground>/);
  for (const playground of ['none', 'simple', 'auth'] as const)
    assert.doesNotMatch(render(reference, { playground }).content, /dw-playground/);
  assert.ok(reference);
  assert.doesNotMatch(
    renderApiPage({ reference, settings: defaultApiSettings }, fakeContext({ playground: false })).content,
    /dw-playground/,
  );
  assert.doesNotMatch(render(site.catalog.find('openapi', 'GET /b', { path: 'p' })).content, /dw-playground/);
  assert.equal(apiPageFiles({ playground: false }).script, undefined);
  assert.equal(apiPageFiles({ playground: true }).files.length, 1);
});

test('a channel of AsyncAPI 3 distinguishes sent and received messages', () => {
  const document = {
    asyncapi: '3.0.0',
    info: { title: 'Chat', version: '1' },
    servers: { main: { host: 'ws.example.com', pathname: '/v1', protocol: 'wss' } },
    channels: {
      room: {
        address: '/rooms/{id}',
        title: 'Room',
        parameters: { id: { description: 'Which' } },
        messages: {
          say: { payload: { type: 'object', properties: { text: { type: 'string' } } } },
          heard: { payload: { type: 'string' } },
        },
      },
    },
    operations: {
      out: {
        action: 'receive',
        channel: { $ref: '#/channels/room' },
        messages: [{ $ref: '#/channels/room/messages/say' }],
      },
      in: {
        action: 'send',
        channel: { $ref: '#/channels/room' },
        messages: [{ $ref: '#/channels/room/messages/heard' }],
      },
    },
  };
  const site = siteOf({ 'chat.json': document });
  const page = render(site.catalog.find('asyncapi', 'chat.json room', { path: 'p' }));
  assert.equal(page.method, 'WSS');
  assert.deepEqual(
    page.headings.map(({ text }) => text),
    ['Servers', 'Parameters', 'Messages you send', 'Messages you receive'],
  );
  assert.deepEqual(
    pagesOf(site, 'chat.json').map(({ path, method }) => [path, method]),
    [['api-reference/room', 'WSS']],
  );
});

test('an AsyncAPI 2 file is converted to AsyncAPI 3', () => {
  const document = {
    asyncapi: '2.6.0',
    info: { title: 'A', version: '1' },
    channels: {
      'user/signedup': {
        subscribe: {
          message: { name: 'UserSignedUp', payload: { type: 'object', properties: { email: { type: 'string' } } } },
        },
      },
    },
  };
  const page = render(siteOf({ 'a.json': document }).catalog.find('asyncapi', 'a user/signedup', { path: 'p' }));
  assert.match(page.content, /Messages you receive[^]*email/);
});

/* Specs written by others */

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
for (const version of ['2.0', '3.0', '3.1']) {
  test(`every page of the OpenAPI ${version} examples is rendered without "[object Object]", "undefined" or "NaN"`, () =>
    assert.ok(checkFolder(join(examples, version)) > 0));
}

test('every API page of the corpus, or of the examples, is rendered without "[object Object]", "undefined" or "NaN"', () => {
  const corpus = process.env['DOCWRIGHT_CORPUS'] ?? join(import.meta.dirname, '../../../../examples');
  const folders = readdirSync(corpus).filter((site) => statSync(join(corpus, site)).isDirectory());
  assert.ok(folders.reduce((sum, site) => sum + checkFolder(join(corpus, site)), 0) > 0, `no page in ${corpus}`);
});

/** @returns the number of pages checked */
function checkFolder(folder: string): number {
  let checked = 0;
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const known = new Set(paths);
  const source: SiteSource = {
    paths,
    has: (path) => known.has(path),
    read: (path) => (known.has(path) ? readFileSync(join(folder, path)) : undefined),
  };
  const catalog = createApiCatalog({ source, defaultSpecs: [], report: () => undefined });
  for (const path of catalog.paths()) {
    for (const page of flattenPages(catalog.pages(path))) {
      const rendered = renderApiPage({ reference: page.reference, settings: defaultApiSettings }, fakeContext());
      assert.doesNotMatch(
        rendered.content + rendered.requestExamples + rendered.responseExamples,
        /\[object Object\]|>undefined<|NaN/,
        `${path} ${page.path}`,
      );
      assert.ok(rendered.content.length < 3_000_000, `${path} ${page.path}`);
      checked += 1;
    }
  }
  return checked;
}

test('a page without its specification still shows its method and address', async () => {
  const site = await buildFixture({ 'a.mdx': '---\nopenapi: patch /folders/{id}\n---\n' });
  assert.match(site.content('a'), /class="api-path"[^]*\/folders\//);
  assert.match(site.content('a'), /PATCH/);
});

test("an author's labels surround a name, and excluded values are shown", async () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'S', version: '1' },
    paths: {
      '/x': {
        get: {
          parameters: [
            {
              name: 'q',
              in: 'query',
              'x-mint': { pre: ['new'], post: ['beta <b>'] },
              schema: { type: 'string', not: { enum: ['none', 'all'] } },
            },
          ],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  };
  const site = await buildFixture({
    'a.mdx': '---\nopenapi: api.json GET /x\n---\n',
    'api.json': JSON.stringify(spec),
  });
  assert.match(
    site.content('a'),
    /field-extra">new<\/span><code class="field-name">q<[^]*field-extra">beta &lt;b&gt;</,
  );
  assert.match(site.content('a'), /Not: <code>none<\/code>, <code>all<\/code>/);
});
