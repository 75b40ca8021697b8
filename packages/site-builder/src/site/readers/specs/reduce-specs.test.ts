import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture, type BuiltSite } from '../../../testing/build-fixture.ts';

type Json = Record<string, unknown>;
const mint = (...groups: string[]) => ({ 'x-mint': { groups } });

function docs(rest: Json = {}): string {
  const navigation = { groups: [{ group: 'API', openapi: 'api.json' }] };
  return JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation, ...rest });
}

const spec = (paths: Json, components: Json = {}, rest: Json = {}): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths, components, ...rest });

const operation = (schema: Json, rest: Json = {}): Json => ({
  summary: 'Thing',
  responses: { 200: { description: 'ok', content: { 'application/json': { schema, ...rest } } } },
});

const build = (files: Record<string, string>, ...groups: string[]): Promise<BuiltSite> =>
  buildFixture({ 'docs.json': docs(), ...files }, { restricted: { audience: { signedIn: true, groups } } });

const specOf = (site: BuiltSite, path = 'api.json'): Json => JSON.parse(site.files.get(path) ?? '{}') as Json;
const holds = (site: BuiltSite, text: string): boolean => [...site.files.values()].some((file) => file.includes(text));

describe('groups of a specification restrict', () => {
  const rows: Record<string, readonly [paths: Json, components?: Json]> = {
    'an operation': [{ '/a': { get: { ...operation({}), summary: 'zqhidden', ...mint('a') } } }],
    'a path': [{ '/zqhidden': { get: operation({}), ...mint('a') } }],
    'a path whose operations have their own x-mint': [
      { '/zqhidden': { ...mint('a'), get: { ...operation({}), 'x-mint': { content: 'zqhidden' } } } },
    ],
    'a property': [{ '/a': { get: operation({ properties: { zqhidden: { type: 'string', ...mint('a') } } }) } }],
    'a property by reference': [
      { '/a': { get: operation({ properties: { zqhidden: { $ref: '#/components/schemas/Zqhidden' } } }) } },
      { schemas: { Zqhidden: { type: 'object', ...mint('a') } } },
    ],
    'a parameter': [
      { '/a': { get: { ...operation({}), parameters: [{ name: 'zqhidden', in: 'query', ...mint('a') }] } } },
    ],
    'a parameter by its schema': [
      { '/a': { get: { ...operation({}), parameters: [{ name: 'zqhidden', in: 'query', schema: mint('a') }] } } },
    ],
    'a variant': [
      {
        '/a': { get: operation({ oneOf: [{ title: 'zqhidden', type: 'object', ...mint('a') }, { type: 'string' }] }) },
      },
    ],
    'a variant with its discriminator': [
      {
        '/a': {
          get: operation({
            oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/Zqhidden' }],
            discriminator: { propertyName: 'kind', mapping: { zqhidden: 'Zqhidden', a: 'A' } },
          }),
        },
      },
      { schemas: { A: { type: 'object' }, Zqhidden: { type: 'object', ...mint('a') } } },
    ],
    'an enum value': [
      {
        '/a': {
          get: operation({
            enum: ['zqhidden', 'b'],
            'x-mint-enum': { zqhidden: ['a'] },
            'x-enum-descriptions': { zqhidden: 'zqhidden', b: 'B' },
            default: 'zqhidden',
          }),
        },
      },
    ],
    'examples of a property': [
      {
        '/a': {
          get: operation(
            { $ref: '#/components/schemas/Thing' },
            {
              example: { list: [{ id: 1, secret: 'zqhidden' }] },
              examples: { one: { $ref: '#/components/examples/One' } },
            },
          ),
        },
      },
      {
        examples: { One: { value: { list: [{ secret: 'zqhidden' }] } } },
        schemas: {
          Thing: { properties: { list: { items: { $ref: '#/components/schemas/Item' } } } },
          Item: {
            required: ['id', 'secret'],
            example: { id: 2, secret: 'zqhidden' },
            properties: { id: { type: 'integer' }, secret: { type: 'string', ...mint('a') } },
          },
        },
      },
    ],
    'examples of a variant': [
      {
        '/a': {
          get: operation(
            { oneOf: [{ properties: { a: {} } }, { properties: { zqhidden: {} }, ...mint('a') }] },
            { example: { a: 1, zqhidden: 2 } },
          ),
        },
      },
    ],
    'the name of a property in a sibling’s list of required properties': [
      {
        '/a': {
          get: operation({
            allOf: [{ properties: { zqhidden: mint('a') } }, { required: ['zqhidden'], type: 'object' }],
          }),
        },
      },
    ],
    'parts that only a restricted operation uses': [
      {
        '/a': { get: operation({}) },
        '/b': {
          post: {
            ...operation({ $ref: '#/components/schemas/Zqhidden' }),
            tags: ['zqhidden'],
            security: [{ zqhiddenKey: [] }],
            ...mint('a'),
          },
        },
      },
      {
        schemas: { Zqhidden: { properties: { x: { $ref: '#/components/schemas/ZqhiddenToo' } } }, ZqhiddenToo: {} },
        securitySchemes: { zqhiddenKey: { type: 'http', scheme: 'bearer' } },
      },
    ],
  };
  for (const [name, [paths, components]] of Object.entries(rows)) {
    test(name, async () => {
      const tags = JSON.stringify(paths).includes('"tags"') ? { tags: [{ name: 'zqhidden' }] } : {};
      const open = { '/open': { get: { ...operation({}), summary: 'zqopen' } } };
      const files = { 'api.json': spec({ ...open, ...paths }, components, tags) };
      const without = await build(files, 'b');
      assert.deepEqual(
        [...without.files].flatMap(([path, text]) => (/zqhidden/i.test(path + text) ? [path] : [])),
        [],
      );
      assert.ok(holds(without, 'zqopen') && without.files.has('api.json'));
      assert.ok(holds(await build(files, 'a'), 'zqhidden'));
    });
  }
});

test('published specifications contain no names of groups', async () => {
  const thing = {
    properties: { a: { type: 'string', ...mint('zqgroup', 'x') } },
    enum: ['p'],
    'x-mint-enum': { p: ['x'] },
  };
  const site = await build({ 'api.json': spec({ '/a': { get: operation(thing) } }) }, 'x');
  assert.ok(!holds(site, 'zqgroup') && !holds(site, 'x-mint-enum'));
  assert.ok(JSON.stringify(specOf(site)).includes('"p"'));
});

test('a specification in YAML remains YAML', async () => {
  const yaml = [
    'openapi: 3.1.0',
    'info: { title: S, version: "1" }',
    '# zqhidden comment',
    'paths:',
    '  /open: { get: { summary: Open, responses: {} } }',
    '  /zqhidden:',
    '    get: { summary: Hidden, responses: {}, x-mint: { groups: [a] } }',
  ].join('\n');
  const navigation = { groups: [{ group: 'API', openapi: 'api.yaml' }] };
  const site = await build({ 'docs.json': docs({ navigation }), 'api.yaml': yaml });
  assert.match(site.files.get('api.yaml') ?? '', /^openapi: 3\.1\.0\n/);
  assert.ok(site.files.has('api-reference/open.html') && !holds(site, 'zqhidden'));
});

test('parts in other files, and files that only restricted parts use, are left out', async () => {
  const files = {
    'api.json': spec({
      '/a': { $ref: 'paths.json#/a' },
      '/b': { get: { ...operation({ $ref: 'zqhidden.json' }), ...mint('a') } },
    }),
    'paths.json': JSON.stringify({
      a: { get: operation({ properties: { zqhidden: { $ref: 'deep.json#/Zqhidden' } } }) },
    }),
    'deep.json': JSON.stringify({ Zqhidden: { type: 'object', ...mint('a') }, Open: {} }),
    'zqhidden.json': JSON.stringify({ type: 'object' }),
  };
  const site = await build(files, 'b');
  assert.ok(site.files.has('api-reference/thing.html') && !holds(site, 'zqhidden'));
  assert.ok(!site.files.has('zqhidden.json'));
});

test('an overlay can restrict operations, and isn’t published', async () => {
  const overlay = { overlay: '1.0.0', actions: [{ target: "$.paths['/b']", update: mint('a') }] };
  const files = {
    'docs.json': docs({
      api: { openapi: { source: 'api.json', overlays: ['overlay.json'] } },
    }),
    'api.json': spec({ '/a': { get: operation({}) }, '/b': { get: { ...operation({}), summary: 'zqhidden' } } }),
    'overlay.json': JSON.stringify(overlay),
  };
  const without = await build(files);
  assert.ok(!holds(without, 'zqhidden') && !without.files.has('overlay.json'));
  const member = await build(files, 'a');
  assert.ok(member.files.has('api-reference/zqhidden.html') && !member.files.has('overlay.json'));
});

test('an operation whose page is restricted is left out of the file, unless it also has a public page', async () => {
  const navigation = {
    groups: [
      { group: 'Open', pages: ['api.json GET /a', 'index'] },
      { group: 'Staff', groups: ['a'], pages: ['api.json GET /b', 'api.json GET /a'] },
    ],
  };
  const files = {
    'docs.json': docs({ navigation }),
    'index.mdx': '---\ntitle: A\nopenapi: GET /a\n---\n',
    'api.json': spec({ '/a': { get: operation({}) }, '/b': { get: operation({}) } }),
  };
  const site = await build(files);
  assert.deepEqual(Object.keys(specOf(site)['paths'] as Json), ['/a']);
});

test('a specification is not published if readers can’t open any of its pages', async () => {
  const navigation = {
    groups: [
      { group: 'H', pages: ['index'] },
      { group: 'S', groups: ['a'], openapi: 'api.json' },
    ],
  };
  const files = {
    'docs.json': docs({ navigation }),
    'index.mdx': 'Home',
    'api.json': spec({ '/a': { get: operation({}) } }),
  };
  assert.ok(!(await build(files)).files.has('api.json'));
  assert.ok((await build(files, 'a')).files.has('api.json'));
});

test('invalid groups admit no one and are reported', async () => {
  const paths = { '/a': { get: operation({}) }, '/b': { get: { ...operation({}), 'x-mint': { groups: true } } } };
  const site = await build({ 'api.json': spec(paths) }, 'true');
  assert.deepEqual(Object.keys(specOf(site)['paths'] as Json), ['/a']);
  assert.match(site.issue('access-value')?.message ?? '', /^\/paths\/~1b\/get: groups is neither/);
});

test('a specification without groups is published unchanged', async () => {
  const files = { 'api.json': spec({ '/a': { get: operation({}) } }, {}, { 'x-mint': {} }) };
  assert.equal((await build(files)).files.get('api.json'), files['api.json']);
});
