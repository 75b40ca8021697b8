import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf } from './answer-with-model.ts';

test('a model is named as in the settings, without the interface of its provider', () => {
  const named = (provider: string) => labelOf({ provider, modelId: 'tiny.1' } as Parameters<typeof labelOf>[0]);
  assert.equal(named('openai-compatible.chat'), 'openai-compatible/tiny.1');
  assert.equal(named('builtin'), 'builtin/tiny.1');
  assert.equal(labelOf('openai/tiny'), 'openai/tiny');
});
