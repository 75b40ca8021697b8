import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Json, JsonObject } from './api-spec.ts';
import { convertSwagger } from './convert-swagger.ts';

const plain = (value: Json): unknown => JSON.parse(JSON.stringify(value));

test('schema features of 2.0 are converted to 3.0 in definitions, bodies and responses', () => {
  const written = {
    discriminator: 'kind',
    properties: { a: { type: 'string', 'x-nullable': true }, b: { type: 'array', items: { type: 'file' } } },
    allOf: [{ $ref: '#/definitions/B' }, { additionalProperties: { type: 'file' } }],
    example: { discriminator: 'kind', type: 'file' },
  };
  const expected = {
    discriminator: { propertyName: 'kind' },
    properties: {
      a: { type: 'string', 'x-nullable': true, nullable: true },
      b: { type: 'array', items: { type: 'string', format: 'binary' } },
    },
    allOf: [{ $ref: '#/components/schemas/B' }, { additionalProperties: { type: 'string', format: 'binary' } }],
    example: { discriminator: 'kind', type: 'file' },
  };
  const converted = convertSwagger({
    swagger: '2.0',
    definitions: { A: written },
    paths: {
      '/a': {
        post: {
          parameters: [{ name: 'b', in: 'body', schema: written }],
          responses: { 200: { description: 'ok', schema: written } },
        },
      },
    },
  });
  const { components, paths } = plain(converted) as {
    components: { schemas: { A: unknown } };
    paths: { '/a': { post: { requestBody: { content: object }; responses: { 200: { content: object } } } } };
  };
  assert.deepEqual(components.schemas.A, expected);
  const { requestBody, responses } = paths['/a'].post;
  assert.deepEqual(requestBody.content, { 'application/json': { schema: expected } });
  assert.deepEqual(responses[200].content, { 'application/json': { schema: expected } });
});

test('a list in a query is comma-separated unless its format is "multi"', () => {
  const list = (name: string, more: JsonObject = {}): JsonObject => {
    return { name, in: 'query', type: 'array', items: { type: 'string' }, ...more };
  };
  const parameters = [list('a'), list('b', { collectionFormat: 'csv' }), list('c', { collectionFormat: 'multi' })];
  const converted = convertSwagger({ swagger: '2.0', paths: { '/a': { get: { parameters, responses: {} } } } });
  const { paths } = plain(converted) as { paths: { '/a': { get: { parameters: { explode: boolean }[] } } } };
  assert.deepEqual(
    paths['/a'].get.parameters.map(({ explode }) => explode),
    [false, false, true],
  );
});

/** Copies of a document, each with one value replaced by something invalid. */
function* spoil(text: string): Generator<JsonObject> {
  const paths: string[][] = [];
  const visit = (node: unknown, path: string[]): void => {
    paths.push(path);
    if (typeof node === 'object' && node !== null)
      for (const [key, value] of Object.entries(node)) visit(value, [...path, key]);
  };
  visit(JSON.parse(text), []);
  for (const path of paths.slice(1)) {
    for (const wrong of [null, 'x', 7, [], {}, [null]]) {
      const copy = JSON.parse(text) as JsonObject;
      const key = path.at(-1) ?? '';
      const parent = path.slice(0, -1).reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], copy);
      (parent as Record<string, unknown>)[key] = wrong;
      yield copy;
    }
  }
}

test('an invalid value anywhere in a document doesn’t prevent converting the rest', () => {
  const file = import.meta.resolve('@readme/oas-examples/2.0/json/petstore-expanded.json');
  let count = 0;
  for (const document of spoil(readFileSync(new URL(file), 'utf8'))) {
    assert.equal(convertSwagger(document)['openapi'], '3.0.3');
    count += 1;
  }
  assert.ok(count > 800, `${count}`);
});
