import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';

const spec = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/pets': {
      post: {
        summary: 'Add',
        description: 'Adds **one**.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- listed',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {
          201: { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
    },
  },
  webhooks: {
    born: {
      post: {
        summary: 'Born',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: { 200: { description: 'OK' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['identity'],
        properties: {
          identity: { type: 'string', readOnly: true },
          password: { type: 'string', writeOnly: true },
          place: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
        },
      },
    },
  },
};

const { files } = await buildFixture({
  'docs.json': JSON.stringify({
    name: 'T',
    theme: 'mint',
    colors: { primary: '#000' },
    navigation: { groups: [{ group: 'API', openapi: 'openapi.json' }] },
  }),
  'openapi.json': JSON.stringify(spec),
});
const fieldsOf = (html: string): string[] =>
  [...html.matchAll(/<code class="field-name">([^<]*)</g)].map(([, name]) => name ?? '');

test('a request body has no read-only fields, a response has no write-only fields, and a webhook has all fields', () => {
  const [body = '', answer = ''] = (files.get('api-reference/add.html') ?? '').split('id="response"');
  assert.deepEqual(fieldsOf(body), ['password', 'place']);
  assert.deepEqual(fieldsOf(answer), ['identity', 'place']);
  assert.deepEqual(fieldsOf(files.get('api-reference/born.html') ?? ''), ['identity', 'password', 'place']);
});

test('a tuple shows the type of each position', () => {
  assert.match(files.get('api-reference/add.html') ?? '', /<span class="field-type">\[number, string\]</);
});

test("a specification's long description is formatted like the page, and its metadata is one line of plain text", () => {
  const html = files.get('api-reference/add.html') ?? '';
  assert.match(html, /<meta name="description" content="Adds one\. a b 1 2 listed">/);
  assert.match(html, /<div class="page-description prose"><p>Adds <strong>one/);
});
