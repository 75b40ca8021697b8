import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultCapacity } from '@docwright/doc-agent';
import { findCapacity } from './model-capacity.ts';
import type { ModelSettings } from './model-settings.ts';

const settings = (provider: ModelSettings['provider'], model: string, more: Partial<ModelSettings> = {}) => ({
  provider,
  model,
  ...more,
});
const capacityOf = (...chain: ModelSettings[]) => {
  const { contextTokens, outputTokens } = findCapacity(chain);
  return [contextTokens, outputTokens];
};

describe('a model’s context window and output limit', () => {
  test('are its family’s, even if a gateway or a region adds a prefix to its name', () => {
    for (const model of ['claude-sonnet-5', 'anthropic/claude-sonnet-5', 'eu.anthropic.claude-sonnet-5-v1:0'])
      assert.deepEqual(capacityOf(settings('openai-compatible', model)), [1_000_000, 16_000], model);
    assert.deepEqual(capacityOf(settings('openai', 'gpt-4-0613')), [8_192, 4_096]);
    assert.deepEqual(capacityOf(settings('openai', 'GPT-4o-mini')), [128_000, 16_000]);
  });

  test('are small for a local server, even if the model’s name resembles a known one', () => {
    assert.deepEqual(capacityOf(settings('ollama', 'claude-like:8b')), [32_768, 8_192]);
  });

  test('are the defaults for an unknown model', () => {
    const { contextTokens, outputTokens } = defaultCapacity;
    assert.deepEqual(capacityOf(settings('openai-compatible', 'acme-1')), [contextTokens, outputTokens]);
  });

  test('can be configured independently of each other', () => {
    assert.deepEqual(capacityOf(settings('vllm', 'm', { contextTokens: 65_536 })), [65_536, 8_192]);
    assert.deepEqual(capacityOf(settings('openai', 'gpt-5', { outputTokens: 64_000 })), [400_000, 64_000]);
  });

  test('are the smallest in a chain, because any of its models may receive the next request', () => {
    const chain = [settings('openai', 'gpt-4'), settings('ollama', 'm', { outputTokens: 2_048 })];
    assert.deepEqual(capacityOf(...chain), [8_192, 2_048]);
  });
});

describe('whether a model can see images', () => {
  const seesImages = (...chain: ModelSettings[]) => findCapacity(chain).seesImages;

  test('is known for its family, and defaults to no for unknown models', () => {
    for (const model of [
      'claude-sonnet-5',
      'claude-3-haiku',
      'gpt-4o-mini',
      'gpt-4-turbo',
      'openai/gpt-6',
      'o3',
      'gemini-3-pro',
    ])
      assert.equal(seesImages(settings('openai-compatible', model)), true, model);
    for (const model of ['gpt-4-0613', 'gpt-3.5-turbo', 'acme-1'])
      assert.equal(seesImages(settings('openai-compatible', model)), false, model);
    assert.equal(seesImages(settings('ollama', 'claude-like:8b')), false);
    assert.equal(seesImages(settings('builtin', 'rules-1')), false);
  });

  test('can be configured', () => {
    assert.equal(seesImages(settings('ollama', 'llava', { seesImages: true })), true);
    assert.equal(seesImages(settings('openai', 'gpt-5', { seesImages: false })), false);
  });

  test('depends on all models of a chain', () => {
    assert.equal(seesImages(settings('openai', 'gpt-5'), settings('ollama', 'm')), false);
  });
});
