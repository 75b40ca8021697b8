import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAgentTurn } from '@docwright/doc-agent';
import type { AgentModel } from '@docwright/doc-agent';
import { createHttpClient } from '../http-client/index.ts';
import { createModel } from './create-model.ts';
import type { ModelSettings } from './model-settings.ts';
import { modelProviders, resolveModelSettings } from './model-settings.ts';
import { testModel } from './test-model.ts';
import { connectModel, key, memoryTurn, settingsFor } from './testing/memory-turn.ts';
import { startProvider } from './testing/scripted-provider.ts';
import type { ScriptedProvider } from './testing/scripted-provider.ts';
import { wireFormats } from './testing/wire-formats.ts';
import type { WireCall } from './testing/wire-formats.ts';

// The SDK prints advice about models; a service has its own log.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const never = new AbortController().signal;
const connect = (provider: ScriptedProvider, settings: ModelSettings | ModelSettings[]) =>
  connectModel(provider.host, settings);

const script: readonly (readonly WireCall[])[] = [
  [{ id: 'call_1', name: 'read', input: { path: 'a' } }],
  [{ id: 'call_2', name: 'edit', input: { path: 'a', edits: [{ old: 'colour', new: 'color' }] } }],
  [{ id: 'call_3', name: 'finish', input: { outcome: 'changes', title: 'Use "color"', summary: 'Done.' } }],
];

for (const format of wireFormats) {
  test(`${format.provider}: a job uses the provider's own wire format, including tools, results and usage`, async () => {
    await using provider = await startProvider((_, count) => ({ body: format.answer(script[count - 1] ?? [], '') }));
    await using connection = connect(provider, settingsFor(format, provider.baseUrl));
    const turn = memoryTurn(connection.model);
    const outcome = await runAgentTurn(turn, never);
    assert.equal(outcome.result, 'changes');
    assert.deepEqual(outcome.files, [{ path: 'a.mdx', change: 'modified', added: 1, removed: 1 }]);
    assert.deepEqual(
      outcome.usage,
      { inputTokens: 300, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 60, costUsd: 0, known: false },
      'no prices are set',
    );
    assert.equal(outcome.model, format.label);
    assert.equal(provider.requests.length, 3);
    for (const request of provider.requests) assert.match(request.path, format.path);
    const results = format.results(provider.requests[2]?.body ?? {});
    assert.equal(results.length, 2);
    assert.match(results[0] ?? '', /The colour\./);
    assert.match(results[1] ?? '', /parse/);
    if (format.provider !== 'bedrock')
      assert.ok(JSON.stringify(provider.requests[0]?.headers).includes(key), 'the key is sent in a header');
    assert.doesNotMatch(
      provider.requests.map((request) => `${request.path} ${JSON.stringify(request.body)}`).join(),
      new RegExp(key),
      'and in no other part of the request',
    );
  });

  test(`${format.provider}: a refused key is reported in an error that doesn’t contain it, and the call is not retried`, async () => {
    await using provider = await startProvider(() => ({
      status: 401,
      body: format.error(`Incorrect API key provided: ${key}, ${key.slice(0, 8)}****1c`),
    }));
    await using connection = connect(provider, settingsFor(format, provider.baseUrl));
    const turn = memoryTurn(connection.model);
    await assert.rejects(runAgentTurn(turn, never), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'model_unauthorized');
      assert.doesNotMatch(`${error.stack ?? ''} ${JSON.stringify(error)} ${JSON.stringify(turn.records)}`, /key-4f9a/);
      return true;
    });
    assert.equal(provider.requests.length, 1);
    await assert.rejects(Promise.resolve(askOnce(connection.model)), (error: Error) => {
      assert.doesNotMatch(
        `${error.stack ?? ''} ${JSON.stringify(error)} ${JSON.stringify(Object.getOwnPropertyDescriptors(error))}`,
        /key-4f9a/,
      );
      return true;
    });
  });

  test(`${format.provider}: overload and a truncated answer are retried, and answers in another format are errors`, async () => {
    await using provider = await startProvider((_, count) => {
      if (count === 1) return { status: 529, headers: { 'retry-after': '2' }, body: format.error('overloaded') };
      if (count === 2) return { body: format.answer([], 'x'.repeat(1000)), cut: true };
      const step = provider.requests.length - 3;
      return {
        body: format.answer(
          script[2]?.map((call) => ({ ...call, input: { outcome: 'no_changes', summary: `${step}` } })) ?? [],
          '',
        ),
      };
    });
    await using connection = connect(provider, settingsFor(format, provider.baseUrl));
    const outcome = await runAgentTurn(memoryTurn(connection.model), never);
    assert.equal(outcome.result, 'no_changes');
    assert.equal(provider.requests.length, 3);
    await using strange = await startProvider(() => ({ body: { hello: 'world' } }));
    await using other = connect(strange, settingsFor(format, strange.baseUrl));
    await assert.rejects(runAgentTurn(memoryTurn(other.model), never), { code: /model_unavailable|model_no_tools/ });
  });

  test(`${format.provider}: the model test reports in one line whether tools work`, async () => {
    await using good = await startProvider((_, count) => ({
      body:
        count === 1
          ? format.answer([{ id: 'call_1', name: 'repeat', input: { word: 'harbor' } }], '')
          : format.answer([], 'harbor'),
    }));
    await using talker = await startProvider(() => ({ body: format.answer([], 'harbor') }));
    await using refuser = await startProvider(() => ({ status: 404, body: format.error(`no such model for ${key}`) }));
    const lines: string[] = [];
    for (const provider of [good, talker, refuser]) {
      await using connection = connect(provider, settingsFor(format, provider.baseUrl));
      const result = await testModel(connection.model, { now: () => 0, signal: never });
      lines.push(`${result.works} ${result.line}`);
    }
    assert.match(lines[0] ?? '', /^true \S+ works with tools \(0 ms\)$/);
    assert.match(lines[1] ?? '', /^false \S+ does not work with tools: it responded with text/);
    assert.match(lines[2] ?? '', /^false \S+ can't be used: /);
    assert.doesNotMatch(lines.join(), /\n|key-4f9a/);
  });
}

function askOnce(model: AgentModel) {
  return model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] });
}

const chat = wireFormats.find((format) => format.provider === 'openai-compatible');

test('malformed arguments are reported to the model in the call’s result', async () => {
  await using provider = await startProvider((_, count) => ({
    body: chat?.answer(
      count === 1
        ? [{ id: 'a', name: 'read', input: '{"path": ' }]
        : (script[2] ?? []).map((call) => ({ ...call, input: { outcome: 'no_changes', summary: '' } })),
      '',
    ),
  }));
  await using connection = connect(provider, { provider: 'openai-compatible', model: 'm', baseUrl: provider.baseUrl });
  const outcome = await runAgentTurn(memoryTurn(connection.model), never);
  assert.equal(outcome.result, 'no_changes');
  assert.match(chat?.results(provider.requests[1]?.body ?? {})[0] ?? '', /invalid_input/);
  assert.equal(provider.requests[0]?.headers.authorization, undefined, 'no key, no header');
});

test('an answer that exceeds the limit is refused', async () => {
  await using provider = await startProvider(() => ({ body: chat?.answer([], 'x'.repeat(2_000_000)) }));
  await using connection = connect(provider, { provider: 'openai-compatible', model: 'm', baseUrl: provider.baseUrl });
  await assert.rejects(runAgentTurn(memoryTurn(connection.model), never), { code: 'model_unavailable' });
});

test('a base URL at a private address is refused unless the operator allows the host', async () => {
  await using provider = await startProvider(() => ({ body: {} }));
  const http = createHttpClient({ allowPlainHttp: true });
  const model = createModel({ provider: 'openai-compatible', model: 'm', baseUrl: provider.baseUrl }, { http });
  await assert.rejects(Promise.resolve(askOnce(model)), /not a public address/);
  assert.equal(provider.requests.length, 0);
  await http.close();
});

test('a redirect is not followed, so the key is sent only to the original address', async () => {
  await using thief = await startProvider(() => ({ body: {} }));
  await using provider = await startProvider(() => ({ status: 307, headers: { location: thief.baseUrl }, body: {} }));
  await using connection = connect(provider, {
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: provider.baseUrl,
    apiKey: key,
  });
  await assert.rejects(Promise.resolve(askOnce(connection.model)));
  assert.equal(thief.requests.length, 0);
});

test('a chain continues with the next model, and returns the name of the model that answered', async () => {
  await using provider = await startProvider((request) =>
    request.body['model'] === 'first'
      ? {
          status: 429,
          body: { error: { message: 'enforced_spend_limit_reached', code: 'enforced_spend_limit_reached' } },
        }
      : {
          body: chat?.answer(
            (script[2] ?? []).map((call) => ({ ...call, input: { outcome: 'no_changes', summary: '' } })),
            '',
          ),
        },
  );
  const entry = (model: string): ModelSettings => ({
    provider: 'openai-compatible',
    model,
    baseUrl: provider.baseUrl,
    apiKey: key,
  });
  await using chain = connect(provider, [entry('first'), entry('second')]);
  const outcome = await runAgentTurn(memoryTurn(chain.model), never);
  assert.deepEqual([outcome.result, outcome.model], ['no_changes', 'openai-compatible/m-1-answered']);
  await using dead = connect(provider, [entry('first'), entry('first')]);
  await assert.rejects(runAgentTurn(memoryTurn(dead.model), never), { code: 'model_spend_limit' });
});

test('errors in settings state the problem, but contain no key', () => {
  const bad: readonly (readonly [ModelSettings, RegExp])[] = [
    [{ provider: 'nope' as 'openai', model: 'm' }, /not a model provider.*anthropic/],
    [{ provider: 'openai', model: 'm' }, /needs `apiKey`/],
    [{ provider: 'openai', model: 'a b', apiKey: key }, /needs `model`/],
    [{ provider: 'openai-compatible', model: 'm' }, /needs `baseUrl`/],
    [{ provider: 'openai', model: 'm', apiKey: key, baseUrl: 'ftp://x' }, /http\(s\) URL/],
    [{ provider: 'openai', model: 'm', apiKey: key, baseUrl: `https://u:${key}@x.example` }, /without user name/],
    [{ provider: 'openai', model: 'm', apiKey: `${key}\n x` }, /is not valid in a header/],
    [{ provider: 'bedrock', model: 'm', region: 'x' }, /needs `region`/],
    [{ provider: 'bedrock', model: 'm', region: 'eu-west-1' }, /needs `accessKeyId`/],
  ];
  for (const [settings, message] of bad) {
    assert.throws(
      () => resolveModelSettings(settings),
      (error: Error) => message.test(error.message) && !error.message.includes(key),
    );
  }
  assert.deepEqual(
    modelProviders.filter((provider) => !wireFormats.some((format) => format.provider === provider)),
    ['builtin'],
    'all providers except builtin have wire-format tests',
  );
});

test('a local server has a default address, and doesn’t need a key', async () => {
  const address = (provider: ModelSettings['provider'], baseUrl = '') =>
    resolveModelSettings({ provider, model: 'm', baseUrl }).baseUrl;
  assert.deepEqual(
    (['ollama', 'lmstudio', 'llamacpp', 'vllm'] as const).map((provider) => address(provider)),
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:1234/v1', 'http://127.0.0.1:8080/v1', 'http://127.0.0.1:8000/v1'],
  );
  assert.equal(address('ollama', 'http://gpu.example/v1/'), 'http://gpu.example/v1');
  await using provider = await startProvider(() => ({ body: chat?.answer([], 'hello') }));
  await using connection = connect(provider, { provider: 'ollama', model: 'm', baseUrl: provider.baseUrl });
  await askOnce(connection.model);
  assert.equal(provider.requests[0]?.headers.authorization, undefined);
});

test('requests contain no values from the environment variables of the providers’ SDKs', async () => {
  const names = [
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_BASE_URL',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'AWS_BEARER_TOKEN_BEDROCK',
    'AWS_ENDPOINT_URL',
    'AWS_SESSION_TOKEN',
    'AZURE_API_KEY',
  ];
  const before = names.map((name) => [name, process.env[name]] as const);
  try {
    for (const name of names) process.env[name] = 'https://environment.invalid/canary-of-the-operator';
    for (const format of wireFormats) {
      await using provider = await startProvider((_, count) => ({ body: format.answer(script[count - 1] ?? [], '') }));
      await using connection = connect(provider, settingsFor(format, provider.baseUrl));
      await runAgentTurn(memoryTurn(connection.model), never);
      assert.equal(provider.requests.length, 3, format.provider);
      assert.doesNotMatch(JSON.stringify(provider.requests), /canary-of-the-operator/, format.provider);
    }
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
