import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { createHttpClient } from '../http-client/index.ts';
import { createReaderModel } from './create-model.ts';
import { BudgetSpent, type ModelBudget } from './meter-model.ts';
import type { ModelPrices, ModelSettings } from './model-settings.ts';

const key = 'key-4f9a8b7c6d5e4f3a2b1c';
const prices: ModelPrices = { inputUsdPerMillion: 1, outputUsdPerMillion: 10 };
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'How?' }] }];
const options = { prompt, maxOutputTokens: 100 };

const chunk = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const end =
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n` +
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 } })}\n\ndata: [DONE]\n\n`;
const streamed = { 'content-type': 'text/event-stream' };

/** Serves several providers on one port. The path's first segment selects the provider. */
async function openProviders(answers: Readonly<Record<string, (response: ServerResponse) => void>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const name = /^\/(?<name>\w+)\//.exec(request.url ?? '')?.groups?.['name'] ?? '';
      asked.push(name);
      answers[name]?.(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [host] });
  return {
    asked,
    open: (
      names: readonly string[],
      budget?: ModelBudget,
      more: Partial<ModelSettings> = { prices },
      silenceMs = 20_000,
    ) =>
      createReaderModel(
        names.map((name) => ({
          provider: 'openai-compatible',
          model: name,
          baseUrl: `http://${host}/${name}`,
          apiKey: key,
          ...more,
        })),
        { http, silenceMs },
        budget,
      ),
    [Symbol.asyncDispose]: async () => {
      await http.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(model: AgentModel | undefined): Promise<readonly LanguageModelV4StreamPart[]> {
  assert.equal(model?.specificationVersion, 'v4');
  return Array.fromAsync((await model.doStream(options)).stream);
}

const textOf = (parts: readonly LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');

/** A budget in memory. A project's budget is in the database. */
function openBudget(usd: number): ModelBudget & { left: number } {
  const budget = {
    left: usd,
    isLimited: true,
    reserve: (most: number) => {
      if (most > budget.left) return Promise.reject(new BudgetSpent('spent'));
      budget.left -= most;
      return Promise.resolve((rest: number) => {
        budget.left += rest;
        return Promise.resolve();
      });
    },
  };
  return budget;
}

test('a word is passed on before the provider has written the next word', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  await using providers = await openProviders({
    slow: (response) => {
      response.writeHead(200, streamed);
      response.write(chunk('First'));
      void isRead.then(() => response.end(chunk(' second') + end));
    },
  });
  const model = providers.open(['slow']);
  assert.equal(model?.specificationVersion, 'v4');
  const texts: string[] = [];
  for await (const part of (await model.doStream(options)).stream) {
    if (part.type !== 'text-delta') continue;
    texts.push(part.delta);
    read();
  }
  assert.deepEqual(texts, ['First', ' second']);
});

test('an answer that is sent byte by byte is read correctly', async () => {
  await using providers = await openProviders({
    trickles: (response) => {
      response.writeHead(200, streamed);
      for (const byte of Buffer.from(chunk('Größe: 日本') + end)) response.write(Buffer.of(byte));
      response.end();
    },
  });
  assert.equal(textOf(await readAll(providers.open(['trickles']))), 'Größe: 日本');
});

test('the next model answers if a model fails before its first word, but not if it fails later', async () => {
  await using providers = await openProviders({
    refuses: (response) => response.writeHead(429, { 'content-type': 'application/json' }).end('{"error":"slow down"}'),
    html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    says: (response) => response.writeHead(200, streamed).end(`data: {"error":{"message":"overloaded"}}\n\n`),
    breaks: (response) => {
      response.writeHead(200, streamed);
      response.write(chunk('Begun'), () => response.destroy());
    },
    good: (response) => response.writeHead(200, streamed).end(chunk('Fine.') + end),
  });
  assert.equal(textOf(await readAll(providers.open(['refuses', 'html', 'says', 'good']))), 'Fine.');
  assert.deepEqual(providers.asked, ['refuses', 'html', 'says', 'good']);
  await assert.rejects(readAll(providers.open(['refuses', 'refuses'])), { statusCode: 429 });
  await assert.rejects(readAll(providers.open(['breaks', 'good'])));
  assert.equal(providers.asked.at(-1), 'breaks');
});

test('a provider that sends nothing is replaced by the next one, and its reservation is kept', async () => {
  const thinks = (response: ServerResponse) => {
    response.writeHead(200, streamed);
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content: 'Hm' } }] })}\n\n`);
  };
  await using providers = await openProviders({
    nothing: () => undefined,
    head: (response) => response.writeHead(200, streamed).flushHeaders(),
    thinks,
    good: (response) => response.writeHead(200, streamed).end(chunk('Fine.') + end),
  });
  assert.equal(textOf(await readAll(providers.open(['nothing', 'head', 'good'], undefined, {}, 400))), 'Fine.');
  assert.deepEqual(providers.asked, ['nothing', 'head', 'good']);
  await assert.rejects(readAll(providers.open(['thinks', 'good'], undefined, {}, 400)), /sent nothing for 0\.4 s/);
  const budget = openBudget(0.01);
  await assert.rejects(readAll(providers.open(['nothing'], budget, { prices }, 400)), /sent nothing for 0\.4 s/);
  assert.ok(budget.left < 0.01 - (100 * 10) / 1_000_000, String(budget.left));
});

test('a provider on the local machine can be silent while it loads its model', async () => {
  await using providers = await openProviders({
    slow: (response) => void setTimeout(() => response.writeHead(200, streamed).end(chunk('Fine.') + end), 150),
  });
  assert.equal(textOf(await readAll(providers.open(['slow'], undefined, { provider: 'ollama' }, 50))), 'Fine.');
});

test('an error in a stream contains no key', async () => {
  await using providers = await openProviders({
    echoes: (response) => response.writeHead(200, streamed).end(`data: {"error":{"message":"wrong key ${key}"}}\n\n`),
  });
  const parts = await readAll(providers.open(['echoes']));
  const error = parts.find((part) => part.type === 'error');
  assert.ok(error !== undefined);
  assert.doesNotMatch(`${String(error.error)} ${JSON.stringify(error.error)}`, new RegExp(key));
});

test('a budget is charged the cost of a call, its maximum cost without usage figures, and nothing if the call is refused', async () => {
  await using providers = await openProviders({
    good: (response) => response.writeHead(200, streamed).end(chunk('Fine.') + end),
    silent: (response) => response.writeHead(200, streamed).end(`${chunk('Fine.')}data: [DONE]\n\n`),
    refuses: (response) => response.writeHead(401).end(),
  });
  const budget = openBudget(0.01);
  await readAll(providers.open(['good'], budget));
  const cost = (20 * 1 + 5 * 10) / 1_000_000;
  assert.ok(Math.abs(budget.left - (0.01 - cost)) < 1e-9, String(budget.left));
  await assert.rejects(readAll(providers.open(['refuses'], budget)));
  assert.ok(Math.abs(budget.left - (0.01 - cost)) < 1e-9, 'a refused call costs nothing');
  await readAll(providers.open(['silent'], budget));
  assert.ok(budget.left < 0.01 - cost - (100 * 10) / 1_000_000, String(budget.left));
});

test('a call that could cost more than the remaining budget is not made, and neither is a call to a model without prices', async () => {
  await using providers = await openProviders({
    good: (response) => response.writeHead(200, streamed).end(chunk('Fine.') + end),
  });
  await assert.rejects(readAll(providers.open(['good'], openBudget(0.0005))), BudgetSpent);
  assert.equal(providers.open(['good'], openBudget(1), {}), undefined);
  assert.notEqual(providers.open(['good'], { ...openBudget(1), isLimited: false }, {}), undefined);
  assert.deepEqual(providers.asked, []);
});
