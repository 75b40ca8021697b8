import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';

const object = (...names: string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const reference = { $ref: '#/components/schemas/Base' };

const schemas: Readonly<Record<string, object>> = {
  'two choices in allOf': {
    allOf: [{ oneOf: [object('f1'), object('f2')] }, { oneOf: [object('f3'), object('f4')] }],
  },
  'three choices in allOf, with their own fields': {
    allOf: [{ oneOf: [object('f1'), object('f2')] }, { anyOf: [object('f3')] }, object('f4')],
    oneOf: [object('f5'), object('f6')],
  },
  'oneOf next to anyOf': { ...object('f1'), oneOf: [object('f2')], anyOf: [object('f3'), object('f4')] },
  'fields next to a reference': { ...reference, properties: { f1: { type: 'string' } }, required: ['f1'] },
  'a reference with fields in allOf': { allOf: [{ ...reference, ...object('f1') }, object('f2')] },
  // As text, because an object with `then` looks like a promise.
  'if, then, else': JSON.parse(
    `{"if": {}, "then": ${JSON.stringify(object('f1'))}, "else": ${JSON.stringify(object('f2'))}}`,
  ) as object,
  dependentSchemas: { ...object('f1'), dependentSchemas: { f1: object('f2') } },
  'several patterns': {
    patternProperties: { '^a': object('f1'), '^b': object('f2') },
    additionalProperties: object('f3'),
  },
  unevaluatedProperties: { ...object('f1'), unevaluatedProperties: object('f2') },
  contains: { type: 'array', contains: object('f1') },
  'a choice that contains its own schema': {
    allOf: [{ oneOf: [{ $ref: '#/components/schemas/Loop' }, object('f1')] }, { oneOf: [object('f2')] }],
  },
};

describe('an operation shows every field of its schema', () => {
  for (const [name, schema] of Object.entries(schemas))
    test(name, async () => {
      const content = { 'application/json': { schema } };
      const spec = {
        openapi: '3.1.0',
        info: { title: 'T', version: '1' },
        components: {
          schemas: {
            Base: object('base'),
            Loop: {
              allOf: [{ oneOf: [{ $ref: '#/components/schemas/Loop' }, object('deep')] }, { oneOf: [object('end')] }],
            },
          },
        },
        paths: { '/x': { post: { requestBody: { content }, responses: { 200: { description: 'ok', content } } } } },
      };
      const site = await buildFixture({
        'api.json': JSON.stringify(spec),
        'a.mdx': '---\nopenapi: api.json POST /x\n---\n',
      });
      assert.deepEqual(site.codes(), []);
      const shown = new Set([...site.content('a').matchAll(/class="field-name">([^<]+)</g)].map(([, field]) => field));
      const fields = new Set(JSON.stringify(schema).match(/\bf\d\b/g));
      if (JSON.stringify(schema).includes('/Base"')) fields.add('base');
      assert.deepEqual(
        [...fields].filter((field) => !shown.has(field)),
        [],
      );
    });
});
