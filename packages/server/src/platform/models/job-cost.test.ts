/** The cost of a 20-step job, calculated from the requests that providers receive. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runAgentTurn } from '@docwright/doc-agent';
import { createHttpClient } from '../http-client/index.ts';
import { createModel } from './create-model.ts';
import { findCapacity } from './model-capacity.ts';
import type { ModelSettings } from './model-settings.ts';
import { createPromptCache, type CachedTokens } from './testing/cache-of-requests.ts';
import { key, memoryTurn } from './testing/memory-turn.ts';
import { startScriptedModels, type ScriptedModels, type ScriptedTurn } from './testing/scripted-models.ts';
import { wireFormats } from './testing/wire-formats.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const prices = { inputUsdPerMillion: 3, outputUsdPerMillion: 15 };
const pages = Array.from({ length: 10 }, (_, index) => `guides/page-${index}`);
const bytesOfPage = 13_400;

const toPage = (path: string): string => {
  const lines = Array.from({ length: bytesOfPage / 100 }, (_, line) =>
    `Line ${line} of ${path} says what a reader of this page has to know, with colour ${line}.`.padEnd(99, '.'),
  );
  return `---\ntitle: ${path}\n---\n\n${lines.join('\n')}\n`;
};
const files = {
  'docs.json': JSON.stringify({ name: 'Harbour', navigation: { pages } }),
  ...Object.fromEntries(pages.map((path) => [`${path}.mdx`, toPage(path)])),
};

const read = (index: number): ScriptedTurn => [{ name: 'read', input: { path: pages[index] } }];
const edit = (index: number): ScriptedTurn => [
  {
    name: 'edit',
    input: { path: pages[index], edits: [{ old: 'has to know, with colour 7.', new: 'has to know, with color 7.' }] },
  },
];
/** The job reads ten pages and edits six, like the recorded job of the review. */
const script: readonly ScriptedTurn[] = [
  [{ name: 'search_docs', input: { query: 'colour' } }],
  ...[0, 1, 2, 3, 4, 5].flatMap((index) => (index % 2 === 0 ? [read(index), read(index + 1)] : [])),
  [{ name: 'grep', input: { regex: 'never there' } }],
  ...[6, 7, 8, 9].map(read),
  ...[0, 1, 2, 3, 4, 5].map(edit),
  [{ name: 'validate', input: { scope: 'changed' } }],
  [{ name: 'finish', input: { outcome: 'changes', title: 'Use "color"', summary: 'Six pages.' } }],
];

const settingsOf: Readonly<Record<string, Partial<ModelSettings>>> = {
  anthropic: { provider: 'anthropic', model: 'claude-sonnet-5', apiKey: key },
  bedrock: {
    provider: 'bedrock',
    model: 'eu.anthropic.claude-sonnet-5-v1:0',
    region: 'eu-west-1',
    accessKeyId: 'AKID',
    secretAccessKey: key,
  },
  openrouter: { provider: 'openai-compatible', model: 'anthropic/claude-sonnet-5', apiKey: key },
  openai: { provider: 'openai', model: 'gpt-6.1-sol', apiKey: key },
};

describe('a job of 20 steps', () => {
  let models: ScriptedModels;
  before(async () => (models = await startScriptedModels()));
  after(() => models[Symbol.asyncDispose]());

  async function runJob(name: string) {
    const settings = settingsOf[name] as ModelSettings;
    const format = wireFormats.find(({ provider }) => provider === settings.provider);
    assert.ok(format);
    const measure = createPromptCache();
    const measured: CachedTokens[] = [];
    const { baseUrl } = models.add(name, format.provider, ({ body, count }) => {
      const tokens = measure(body);
      measured.push(tokens);
      const calls = script[count - 1] as readonly { name: string; input: unknown }[];
      const answer = format.answer(
        calls.map((call) => ({ id: `call_${count}`, ...call })),
        '',
      ) as object;
      // Only Anthropic's usage is evaluated here. Other tests cover the other providers' formats.
      const usage = {
        input_tokens: tokens.total - tokens.read - tokens.written,
        cache_read_input_tokens: tokens.read,
        cache_creation_input_tokens: tokens.written,
        output_tokens: 60,
      };
      return { body: name === 'anthropic' ? { ...answer, usage } : answer };
    });
    // OpenRouter is recognized by its host, which is this machine in the test.
    const url = name === 'openrouter' ? baseUrl.replace('127.0.0.1', 'openrouter.ai') : baseUrl;
    const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [models.host] });
    const direct: typeof http = {
      ...http,
      request: (request) => http.request({ ...request, url: request.url.replace('openrouter.ai', '127.0.0.1') }),
    };
    try {
      const complete = { ...settings, baseUrl: url, prices };
      const turn = memoryTurn(createModel(complete, { http: direct }), { files });
      const outcome = await runAgentTurn({ ...turn, capacity: findCapacity([complete]) }, new AbortController().signal);
      assert.equal(outcome.result, 'changes', outcome.summary);
      assert.equal(outcome.files.length, 6);
      assert.equal(measured.length, 20);
      return { outcome, measured, requests: models.requestsOf(name).map(({ body }) => body) };
    } finally {
      await http.close();
    }
  }

  const sum = (measured: readonly CachedTokens[], field: keyof CachedTokens): number =>
    measured.reduce((total, tokens) => total + tokens[field], 0);

  for (const name of Object.keys(settingsOf)) {
    test(`reads at least 90% of its input tokens from the cache of ${name}`, async () => {
      const { measured } = await runJob(name);
      const total = sum(measured, 'total');
      assert.ok(total > 500_000 && total < 580_000, `${total} input tokens`);
      const marked = sum(measured, 'read') + sum(measured, 'written');
      assert.ok(marked / total >= 0.99, `${marked} of ${total} are marked`);
      assert.ok(sum(measured, 'read') / total >= 0.9, `${sum(measured, 'read')} of ${total} are read from the cache`);
    });
  }

  test('costs at most $0.35, and would cost more than $1.50 without a cache', async () => {
    const { outcome, measured } = await runJob('anthropic');
    const { usage } = outcome;
    const uncached = (usage.inputTokens * 3 + usage.outputTokens * 15) / 1e6;
    assert.ok(uncached > 1.5, `$${uncached} without a cache`);
    assert.ok(usage.costUsd <= 0.35, `$${usage.costUsd}`);
    assert.equal(usage.cachedInputTokens, sum(measured, 'read'));
    assert.equal(usage.cacheWriteTokens, sum(measured, 'written'));
  });

  test('sends OpenRouter no mark in a tool’s message, because OpenRouter would hang', async () => {
    const { requests } = await runJob('openrouter');
    const messages = requests.at(-1)?.['messages'] as readonly { role: string }[];
    assert.doesNotMatch(JSON.stringify(messages.filter(({ role }) => role === 'tool')), /cache_control/);
    assert.match(JSON.stringify(messages[0]), /"cache_control":\{"type":"ephemeral"\}/);
  });

  test('sends Anthropic at most four marks', async () => {
    const { requests } = await runJob('anthropic');
    for (const body of requests) {
      const marks = JSON.stringify(body).match(/"cache_control":/g)?.length ?? 0;
      assert.ok(marks >= 3 && marks <= 4, `${marks}`);
    }
  });
});
