import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateAgentJobBody, CreateProjectBody } from '@docwright/contract';
import { Type } from 'typebox';
import { findUnknownFields } from './find-unknown-fields.ts';

const namesOf = (schema: object, body: unknown) => findUnknownFields(schema, body).map(({ name }) => name);

test('an unknown field is reported with the name that was sent', () => {
  const body = { prompt: 'x', baseBranch: 'next', branch: 'main' };
  assert.deepEqual(namesOf(CreateAgentJobBody, body), ['baseBranch']);
});

test('a nested field is reported with its path', () => {
  assert.deepEqual(findUnknownFields(CreateProjectBody, { features: { 'serach/~': true } }), [
    { name: 'features.serach/~', pointer: '/features/serach~1~0', meant: undefined },
  ]);
  const models = Type.Object({ models: Type.Array(Type.Union([Type.Object({ id: Type.String() }), Type.Null()])) });
  assert.deepEqual(findUnknownFields(models, { models: [null, { id: 'a', prize: 1 }] }), [
    { name: 'models[1].prize', pointer: '/models/1/prize', meant: undefined },
  ]);
});

test('the field that was probably meant is suggested', () => {
  const meantBy = (name: string) => findUnknownFields(CreateAgentJobBody, { [name]: 'x' })[0]?.meant;
  assert.deepEqual(
    ['promt', 'Prompt', 'asdraft', 'brnach', 'colour', 'x', '', 'p'.repeat(10_000), '__proto__'].map(meantBy),
    ['prompt', 'prompt', 'asDraft', 'branch', undefined, undefined, undefined, undefined, undefined],
  );
});

test('names of built-in properties are reported as unknown', () => {
  assert.deepEqual(namesOf(CreateAgentJobBody, { prompt: 'x', toString: 1 }), ['toString']);
});

test('only ten of a hundred unknown fields are reported', () => {
  const body = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, 1]));
  assert.equal(findUnknownFields(CreateAgentJobBody, body).length, 10);
});

test('fields after the tenth are not read', () => {
  let read = 0;
  const deep = new Proxy({}, { ownKeys: () => ((read += 1), []) });
  const body = {
    ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f${index}`, 1])),
    features: deep,
  };
  findUnknownFields(CreateProjectBody, body);
  assert.equal(read, 0);
  findUnknownFields(CreateProjectBody, { features: deep });
  assert.equal(read, 1);
});
