import assert from 'node:assert/strict';
import { test } from 'node:test';

import { buildFixture } from '../testing/build-fixture.ts';

const components = {
  schemas: {
    Cat: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, lives: { type: 'integer', example: 9 } },
    },
    Dog: { type: 'object', properties: { kind: { type: 'string' }, good: { type: 'boolean' } } },
    Shape: {
      type: 'object',
      required: ['form'],
      properties: { form: { type: 'string' }, area: { type: 'number', description: 'In square metres.' } },
      discriminator: { propertyName: 'form', mapping: { round: '#/components/schemas/Circle', flat: 'Line' } },
    },
    Circle: {
      allOf: [
        { $ref: '#/components/schemas/Shape' },
        { type: 'object', properties: { radius: { type: 'number', example: 2 } } },
      ],
    },
    Line: {
      allOf: [{ $ref: '#/components/schemas/Shape' }, { type: 'object', properties: { length: { type: 'number' } } }],
    },
    Vehicle: { type: 'object', properties: { wheels: { type: 'integer' } }, discriminator: { propertyName: 'sort' } },
    Car: {
      allOf: [{ $ref: '#/components/schemas/Vehicle' }, { type: 'object', properties: { doors: { type: 'integer' } } }],
    },
    Loop: {
      oneOf: [{ $ref: '#/components/schemas/Inner' }],
      discriminator: { propertyName: 'k' },
    },
    Inner: {
      allOf: [{ $ref: '#/components/schemas/Loop' }, { type: 'object', properties: { deep: { type: 'string' } } }],
    },
  },
};

async function contentOf(schema: unknown, side: 'request' | 'response' = 'response'): Promise<string> {
  const media = { content: { 'application/json': { schema } } };
  const spec = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://t.test' }],
    paths: {
      '/t': {
        post: {
          summary: 'T',
          ...(side === 'request' && { requestBody: { required: true, ...media } }),
          responses: { 200: { description: 'ok', ...(side === 'response' && media) } },
        },
      },
    },
    components,
  };
  const site = await buildFixture({ 'op.mdx': '---\nopenapi: POST /t\n---\n', 'openapi.json': JSON.stringify(spec) });
  assert.deepEqual(site.codes(), []);
  return site.files.get('op.html') ?? '';
}

/** Fields in order: name and type, indented by depth. */
function fieldsOf(html: string): string[] {
  return [...html.matchAll(/<code class="field-name[^"]*">([^<]*)<\/code><span class="field-type">([^<]*)/g)].map(
    ([, name, type]) => `${name}: ${type?.replaceAll('&lt;', '<').replaceAll('&gt;', '>')}`,
  );
}

function exampleOf(html: string): unknown {
  const [, code = ''] = /<code class="language-json">(.*?)<\/code>/s.exec(html) ?? [];
  return JSON.parse(
    code
      .replace(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>'),
  );
}

const object = (properties: Record<string, unknown>, required: string[] = []): unknown => ({
  type: 'object',
  properties,
  required,
});

test('a field is described as nullable if it uses anyOf, oneOf or a list of types', async () => {
  const html = await contentOf(
    object({
      a: { anyOf: [{ type: 'string', description: 'The words of A.' }, { type: 'null' }] },
      b: { oneOf: [{ type: 'null' }, { type: 'string', enum: ['x', 'y'] }], description: 'The words of B.' },
      c: { type: ['integer', 'null'] },
      d: { anyOf: [{ $ref: '#/components/schemas/Dog' }, { type: 'null' }] },
    }),
  );
  assert.deepEqual(fieldsOf(html), [
    'a: string | null',
    'b: enum<string> | null',
    'c: integer | null',
    'd: object | null',
    'kind: string',
    'good: boolean',
  ]);
  assert.equal(html.match(/<details class="field-children"/g)?.length, 1);
  assert.match(html, /The words of A\./);
  assert.match(html, /<code>x<\/code>, <code>y<\/code>/);
});

const nothing = { type: 'null' };

test('null is merged into the type, including in lists, maps and variants, and the description is kept', async () => {
  const words = (description: string): unknown => ({ anyOf: [{ type: 'string', description }, nothing] });
  const html = await contentOf(
    object(
      {
        list: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Dog' }, nothing] } },
        twice: { anyOf: [words('Twice.'), nothing] },
        values: { anyOf: [{ type: 'string', description: 'Values.' }, { enum: [null] }] },
        both: { nullable: true, type: ['integer', 'null'] },
        all: { allOf: [words('All.')] },
        map: { type: 'object', additionalProperties: words('Map.') },
        choice: { oneOf: [object({ deep: words('Deep.') }, ['deep']), { $ref: '#/components/schemas/Cat' }, nothing] },
      },
      ['list', 'choice'],
    ),
  );
  assert.deepEqual(fieldsOf(html), [
    'list: (object | null)[]',
    'kind: string',
    'good: boolean',
    'twice: string | null',
    'values: string | null',
    'both: integer | null',
    'all: string | null',
    'map: object',
    '{key}: string | null',
    'choice: object | null',
    'deep: string | null',
    'kind: string',
    'lives: integer',
  ]);
  for (const text of ['Twice.', 'Values.', 'All.', 'Map.', 'Deep.']) assert.ok(html.includes(text), text);
  assert.equal(html.match(/<details class="field-children"/g)?.length, 3);
  assert.doesNotMatch(html, /field-required/);
});

test('required fields have a label in messages that a client sends, but not in messages that it receives', async () => {
  const spec = {
    asyncapi: '3.0.0',
    info: { title: 'T', version: '1' },
    channels: {
      c: {
        address: '/c',
        messages: {
          In: { payload: object({ got: { anyOf: [{ type: 'string' }, nothing] } }, ['got']) },
          Out: { payload: object({ put: { type: 'string' } }, ['put']) },
        },
      },
    },
    operations: {
      a: { action: 'send', channel: { $ref: '#/channels/c' }, messages: [{ $ref: '#/channels/c/messages/In' }] },
      b: { action: 'receive', channel: { $ref: '#/channels/c' }, messages: [{ $ref: '#/channels/c/messages/Out' }] },
    },
  };
  const site = await buildFixture({
    'op.mdx': '---\nasyncapi: asyncapi.json c\n---\n',
    'asyncapi.json': JSON.stringify(spec),
  });
  const html = site.files.get('op.html') ?? '';
  assert.deepEqual(fieldsOf(html), ['put: string', 'got: string | null']);
  assert.match(html, /field-name">put<.*?field-required/s);
  assert.doesNotMatch(html, /field-name">got<.*?field-required/s);
});

test('a message that is a list shows the description and the fields of its items', async () => {
  const items = {
    type: 'object',
    description: 'Words of one event.',
    properties: { level: { type: 'string' } },
  };
  const spec = {
    asyncapi: '3.0.0',
    info: { title: 'T', version: '1' },
    channels: { c: { address: '/c', messages: { In: { payload: { type: 'array', items } } } } },
  };
  const site = await buildFixture({
    'op.mdx': '---\nasyncapi: asyncapi.json c\n---\n',
    'asyncapi.json': JSON.stringify(spec),
  });
  const html = site.files.get('op.html') ?? '';
  assert.deepEqual(fieldsOf(html), ['level: string']);
  assert.match(html, /<p>Words of one event\.<\/p>/);
});

test('required fields are marked in a request, but not in a response', async () => {
  const schema = object({ a: { type: 'string' } }, ['a']);
  assert.match(await contentOf(schema, 'request'), /field-name">a<.*?field-required/s);
  assert.doesNotMatch(await contentOf(schema), /field-required/);
});

test('the description of a list’s items is shown once, for values, objects and lists of lists', async () => {
  const html = await contentOf(
    object({
      tags: { type: 'array', description: 'All tags.', items: { type: 'string', description: 'Words of one tag.' } },
      pets: {
        type: 'array',
        items: { type: 'object', description: 'Words of one pet.', properties: { name: { type: 'string' } } },
      },
      grid: { type: 'array', items: { type: 'array', items: { type: 'integer', description: 'Words of one cell.' } } },
      same: { type: 'array', description: 'Said once.', items: { type: 'string', description: 'Said once.' } },
    }),
  );
  for (const text of ['All tags.', 'Words of one tag.', 'Words of one pet.', 'Words of one cell.', 'Said once.'])
    assert.equal(html.split(`<p>${text}</p>`).length - 1, 1, text);
  assert.match(html, /<summary>[^<]*<\/summary><p>Words of one pet\.<\/p><div class="field"/);
  const list = await contentOf({
    type: 'array',
    items: { type: 'object', description: 'Words of an entry.', properties: { id: { type: 'string' } } },
  });
  assert.match(list, /<p>Words of an entry\.<\/p>[\s\S]*<code class="field-name">id<\/code>/);
});

test('a tuple shows each of its items, in the type, the fields and the example', async () => {
  const point = {
    type: 'array',
    prefixItems: [
      { type: 'string', example: 'a' },
      { type: 'integer', example: 2 },
    ],
    items: false,
  };
  const tuple = {
    type: 'array',
    prefixItems: [{ type: 'string', example: 'id' }, { $ref: '#/components/schemas/Cat' }],
    items: { type: 'boolean' },
  };
  const html = await contentOf(object({ point, tuple }));
  assert.deepEqual(fieldsOf(html), [
    'point: [string, integer]',
    '[0]: string',
    '[1]: integer',
    'tuple: [string, object, ...boolean[]]',
    '[0]: string',
    '[1]: object',
    'kind: string',
    'lives: integer',
    '[2…]: boolean',
  ]);
  assert.deepEqual(exampleOf(html), { point: ['a', 2], tuple: ['id', { kind: '<string>', lives: 9 }] });
});

test('variants show the value that distinguishes them, and the example contains it', async () => {
  const schema = {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
  };
  const html = await contentOf(schema);
  assert.match(html, /<code>kind<\/code>: <code>feline<\/code>/);
  assert.match(html, /<code>kind<\/code>: <code>Dog<\/code>/);
  assert.deepEqual(exampleOf(html), { kind: 'feline', lives: 9 });
});

test('a base schema with a discriminator shows the schemas that its mapping names', async () => {
  const html = await contentOf({ $ref: '#/components/schemas/Shape' });
  for (const name of ['radius: number', 'length: number']) assert.ok(fieldsOf(html).includes(name), name);
  assert.equal(html.match(/In square metres\./g)?.length, 2);
  assert.deepEqual(exampleOf(html), { form: 'round', area: 12.3, radius: 2 });
});

test('without a mapping, the schemas that include the base are its variants', async () => {
  const html = await contentOf({ $ref: '#/components/schemas/Vehicle' });
  assert.ok(fieldsOf(html).includes('doors: integer'));
  assert.deepEqual(exampleOf(html), { wheels: 123, doors: 123, sort: 'Car' });
});

test('a variant that includes its own base doesn’t recurse endlessly', async () => {
  assert.ok(fieldsOf(await contentOf({ $ref: '#/components/schemas/Loop' })).includes('deep: string'));
});

test('a missing specification at a URL is reported once, and mentioned in a warning for each of its pages', async () => {
  const url = 'https://api.nowhere.test/openapi.json';
  const site = await buildFixture({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#0a7d55' },
      api: { openapi: url, asyncapi: 'gone.yaml' },
      navigation: { pages: ['one', 'two'] },
    }),
    'one.mdx': '---\nopenapi: GET /one\n---\n',
    'two.mdx': '---\nopenapi: GET /two\n---\n',
  });
  const found = site.report.issues.map(({ path, severity, code, message }) => [
    path,
    severity,
    code,
    message.includes(url),
  ]);
  assert.deepEqual(found, [
    ['docs.json', 'error', 'openapi-missing', false],
    ['docs.json', 'error', 'openapi-remote-spec', true],
    ['one.mdx', 'warning', 'openapi-not-found', true],
    ['two.mdx', 'warning', 'openapi-not-found', true],
  ]);
});

test('a specification that only pages refer to by URL is reported as an error once, at the first of these pages', async () => {
  const url = 'https://api.nowhere.test/openapi.json';
  const site = await buildFixture({
    'one.mdx': `---\nopenapi: ${url} GET /one\n---\n`,
    'two.mdx': `---\nopenapi: ${url} GET /two\n---\n`,
  });
  assert.deepEqual(
    site.report.issues.map(({ path, severity, code }) => `${path} ${severity} ${code}`),
    ['one.mdx warning openapi-not-found', 'one.mdx error openapi-remote-spec', 'two.mdx warning openapi-not-found'],
  );
});

test('the example of a message has its own name, or the title or name of the message', async () => {
  const message = (parts: object): object => ({
    payload: { type: 'object', properties: { a: { type: 'string' } } },
    ...parts,
  });
  const site = await buildFixture({
    'ws.mdx': '---\nasyncapi: /events\n---\n',
    'asyncapi.json': JSON.stringify({
      asyncapi: '3.0.0',
      info: { title: 'T', version: '1' },
      servers: { main: { host: 'ws.t.test', protocol: 'wss' } },
      channels: {
        events: {
          address: '/events',
          messages: {
            joined: message({ title: 'Somebody joined' }),
            left: message({}),
            said: message({
              examples: [{ name: 'Short', payload: { a: 'x' } }, { payload: { a: 'y' } }, { payload: { a: 'z' } }],
            }),
          },
        },
      },
    }),
  });
  const html = site.files.get('ws.html') ?? '';
  const titles = [...html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, title]) => title);
  assert.deepEqual(titles, ['Somebody joined', 'left', 'Short', 'said', 'said 2']);
});
