import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@docwright/contract';
import fastify from 'fastify';
import { Type, type TSchema } from 'typebox';
import { createValidatorCompiler, toInvalidRequest } from './validate.ts';

const compile = createValidatorCompiler();
const validatorOf = (schema: TSchema, httpPart: 'body' | 'querystring' | 'params' = 'body') =>
  compile({ schema, httpPart, method: 'POST', url: '/' });

describe('request schemas', () => {
  test('are compiled at the first request', () => {
    let reads = 0;
    const ownKeys = (target: TSchema): (string | symbol)[] => {
      reads += 1;
      return Reflect.ownKeys(target);
    };
    const schema = new Proxy<TSchema>(Type.Object({ name: Type.String() }), { ownKeys });
    const validate = validatorOf(schema);
    assert.equal(reads, 0);
    assert.equal(validate({ name: 'a' }), true);
    const once = reads;
    assert.equal(validate({ name: 1 }), false);
    assert.equal(reads, once);
  });

  test('report only the errors of the current request', () => {
    const validate = validatorOf(Type.Object({ name: Type.String() }));
    assert.equal(validate({}), false);
    assert.match(toInvalidRequest('body', validate.errors as never).message, /"name" is required/);
    assert.equal(validate({ name: 'a' }), true);
    assert.equal(validate.errors, null);
    assert.equal(validate({ name: 2 }), false);
    assert.match(toInvalidRequest('body', validate.errors as never).message, /but is 2/);
  });

  test('convert strings to numbers in an address, but not in a body', () => {
    const schema = Type.Object({ limit: Type.Integer() });
    assert.equal(validatorOf(schema, 'querystring')({ limit: '5' }), true);
    assert.equal(validatorOf(schema)({ limit: '5' }), false);
  });

  test('produce short errors for large and deeply nested values, and don’t quote a secret', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const schema = Type.Object({ name: Type.Optional(Type.String()), newPassword: Type.Optional(Type.String()) });
    const validate = validatorOf(schema);
    const messageOf = (value: unknown): string => {
      assert.equal(validate(value), false);
      return toInvalidRequest('body', validate.errors as never).message;
    };
    assert.match(messageOf({ name: deep }), /"name" must be string, but is a list of 1 item\.$/);
    assert.match(messageOf({ name: { a: deep } }), /but is an object\.$/);
    assert.match(messageOf(deep), /the body must be object, but is a list of 1 item\.$/);
    assert.ok(messageOf('x'.repeat(1_000_000)).length < 200);
    assert.doesNotMatch(messageOf({ newPassword: 70_771 }), /70771/);
  });

  test('produce errors that explain the format of a reader group, and that a change needs a field', () => {
    const validate = validatorOf(operations.updateMember.body);
    for (const [body, message] of [
      [
        { readerGroups: ['a\0b'] },
        /must not have control characters, or spaces at its start or end, but is "a\\u0000b"/,
      ],
      [{}, /the body must have at least one field\./],
    ] as const) {
      assert.equal(validate(body), false);
      assert.match(toInvalidRequest('body', validate.errors as never).message, message);
    }
  });

  test('can be compiled for the whole contract', () => {
    let schemas = 0;
    for (const { body, query, params } of Object.values(operations)) {
      for (const [part, schema] of Object.entries({ body: body ?? Type.Object({}), querystring: query, params })) {
        schemas += 1;
        assert.doesNotThrow(() => validatorOf(schema, part as 'body')({}));
      }
    }
    assert.ok(schemas > 300, `only ${schemas} schemas were checked`);
  });
});

test('a route uses its schema from the first request on', async () => {
  const app = fastify();
  app.setValidatorCompiler(createValidatorCompiler());
  app.post('/', { schema: { body: Type.Object({ name: Type.String() }) } }, (request) => request.body);
  const post = async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).statusCode;
  assert.deepEqual([await post({ name: 1 }), await post({ name: 'a' }), await post({})], [400, 200, 400]);
  await app.close();
});
