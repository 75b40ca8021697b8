import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { describeSchema, fieldsOf } from './describe-schema.ts';

describe('the type of a field', () => {
  for (const [schema, words] of [
    [Type.String({ format: 'date-time' }), 'string (date-time)'],
    [Type.String({ minLength: 1, maxLength: 200 }), 'string (1 to 200 characters)'],
    [Type.String({ maxLength: 0 }), 'string (up to 0 characters)'],
    [Type.Integer({ minimum: 1 }), 'integer (1 or more)'],
    [Type.Number({ maximum: 5, default: 0 }), 'number (up to 5, default 0)'],
    [Type.Boolean({ default: false }), 'boolean (default false)'],
    [Type.Union([Type.String({ minLength: 1 }), Type.Null()]), 'string (1 characters or more) or null'],
    [Type.Enum(['a', 'b"c']), '"a" | "b\\"c"'],
    [Type.Array(Type.String({ maxLength: 9 })), 'array of string (up to 9 characters)'],
    [Type.Array(Type.Object({}, { $id: 'Issue' })), 'array of Issue'],
    [Type.Object({}), 'object'],
    [Type.Unknown(), 'anything'],
  ] as const) {
    test(`is told as ${words}`, () => assert.equal(describeSchema(schema), words));
  }
});

describe('the fields of an object', () => {
  const names = (schema: Parameters<typeof fieldsOf>[0]) =>
    fieldsOf(schema).map(({ name, required }) => `${name}${required ? '!' : ''}`);

  test('are followed by those of the objects inside of them, also of one that may be null and of a list’s', () => {
    const inner = Type.Object({ deep: Type.Object({ x: Type.String() }) });
    const schema = Type.Object({
      a: inner,
      b: Type.Optional(Type.Union([Type.Object({ y: Type.Optional(Type.String()) }), Type.Null()])),
      c: Type.Array(Type.Object({ z: Type.String() })),
    });
    assert.deepEqual(names(schema), ['a!', 'a.deep!', 'a.deep.x!', 'b', 'b.y', 'c!', 'c[].z!']);
  });

  test('of a list of things with a name of their own are described where those are', () => {
    const listed = Type.Object({ issues: Type.Array(Type.Object({ code: Type.String() }, { $id: 'Issue' })) });
    assert.deepEqual(names(listed), ['issues!']);
  });

  test('that may be null have the description of what they are else', () => {
    const schema = Type.Object({ at: Type.Union([Type.String({ description: 'When.' }), Type.Null()]) });
    assert.equal(fieldsOf(schema)[0]?.description, 'When.');
  });
});
