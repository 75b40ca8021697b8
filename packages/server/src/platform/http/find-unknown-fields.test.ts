import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CreateAgentJobBody, CreateProjectBody } from '@docwright/contract';
import { Type } from 'typebox';
import { findUnknownFields } from './find-unknown-fields.ts';

test('a field that an operation does not know is named, as it was sent', () => {
  const body = { prompt: 'x', baseBranch: 'next', branch: 'main' };
  assert.deepEqual(findUnknownFields(CreateAgentJobBody, body), ['baseBranch']);
});

test('a field inside of another is named with its path', () => {
  assert.deepEqual(findUnknownFields(CreateProjectBody, { features: { serach: true } }), ['features.serach']);
  const models = Type.Object({ models: Type.Array(Type.Union([Type.Object({ id: Type.String() }), Type.Null()])) });
  assert.deepEqual(findUnknownFields(models, { models: [null, { id: 'a', prize: 1 }] }), ['models[1].prize']);
});

test('names of what every object has are unknown as well', () => {
  assert.deepEqual(findUnknownFields(CreateAgentJobBody, { prompt: 'x', toString: 1 }), ['toString']);
});

test('ten are named, however many there are', () => {
  const body = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${String(index)}`, 1]));
  assert.equal(findUnknownFields(CreateAgentJobBody, body).length, 10);
});
