import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel, toModelBody, withProvider } from './model-draft.ts';

const ollama = withProvider(emptyModel, 'ollama');

test('choosing a local server fills in its address, and leaving it removes the address', () => {
  assert.equal(ollama.baseUrl, 'http://127.0.0.1:11434/v1');
  assert.equal(withProvider(ollama, 'vllm').baseUrl, 'http://127.0.0.1:8000/v1');
  assert.equal(withProvider(ollama, 'anthropic').baseUrl, '');
  assert.deepEqual(toModelBody({ ...ollama, model: 'qwen3:8b' }), {
    provider: 'ollama',
    model: 'qwen3:8b',
    baseUrl: 'http://127.0.0.1:11434/v1',
  });
});

test('an address that was written by hand stays with every provider', () => {
  const elsewhere = { ...ollama, baseUrl: 'https://gpu.example/v1' };
  assert.equal(withProvider(elsewhere, 'vllm').baseUrl, 'https://gpu.example/v1');
  assert.equal(withProvider(elsewhere, 'openai-compatible').baseUrl, 'https://gpu.example/v1');
});

test('the built-in rules have one name', () => {
  assert.equal(withProvider(ollama, 'builtin').model, 'rules-1');
});
