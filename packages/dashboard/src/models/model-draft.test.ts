import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyModel, toModelBody, withModel, withProvider, type ModelDraft } from './model-draft.ts';

const ollama = withProvider(emptyModel, 'ollama');

test('choosing a local server fills in its address, and choosing another provider removes it', () => {
  assert.equal(ollama.baseUrl, 'http://127.0.0.1:11434/v1');
  assert.equal(withProvider(ollama, 'vllm').baseUrl, 'http://127.0.0.1:8000/v1');
  assert.equal(withProvider(ollama, 'anthropic').baseUrl, '');
  assert.deepEqual(toModelBody({ ...ollama, model: 'qwen3:8b' }), {
    provider: 'ollama',
    model: 'qwen3:8b',
    baseUrl: 'http://127.0.0.1:11434/v1',
  });
});

test('a manually entered address is kept when the provider changes', () => {
  const elsewhere = { ...ollama, baseUrl: 'https://gpu.example/v1' };
  assert.equal(withProvider(elsewhere, 'vllm').baseUrl, 'https://gpu.example/v1');
  assert.equal(withProvider(elsewhere, 'openai-compatible').baseUrl, 'https://gpu.example/v1');
});

test('choosing the built-in rules fills in the name of their model', () => {
  assert.equal(withProvider(ollama, 'builtin').model, 'rules-1');
});

const pricesOf = ({ inputUsdPerMillion, outputUsdPerMillion }: ModelDraft) => [inputUsdPerMillion, outputUsdPerMillion];

test('a known model fills in its list prices, and another name removes them', () => {
  const known = withModel(emptyModel, 'claude-sonnet-5-5', 'writing');
  assert.deepEqual(pricesOf(known), ['2', '10']);
  assert.deepEqual(pricesOf(withModel(known, 'claude-opus-5-5', 'writing')), ['4', '20']);
  assert.deepEqual(pricesOf(withModel(known, 'claude-sonnet-5-', 'writing')), ['', '']);
  assert.deepEqual(pricesOf(withModel(known, 'constructor', 'writing')), ['', '']);
  assert.deepEqual(pricesOf(withModel(emptyModel, 'text-embedding-3-small', 'search')), ['', ''], 'another provider’s');
});

test('manually entered prices are kept when the name changes', () => {
  const own = { ...withModel(emptyModel, 'claude-sonnet-5-5', 'writing'), inputUsdPerMillion: '2.5' };
  assert.deepEqual(pricesOf(withModel(own, 'claude-opus-5-5', 'writing')), ['2.5', '10']);
});

test('selecting another provider removes the filled-in prices', () => {
  const known = withModel(emptyModel, 'claude-sonnet-5-5', 'writing');
  assert.deepEqual(pricesOf(withProvider(known, 'openai')), ['', '']);
});

test('selecting another provider or model removes the number of context tokens', () => {
  const limited: ModelDraft = { ...ollama, model: 'qwen3:8b', unshown: { contextTokens: 65_536 } };
  assert.equal(toModelBody(limited).contextTokens, 65_536);
  assert.equal(toModelBody(withModel(limited, 'qwen3:14b', 'writing')).contextTokens, undefined);
  assert.equal(toModelBody(withProvider(limited, 'builtin')).contextTokens, undefined);
});
