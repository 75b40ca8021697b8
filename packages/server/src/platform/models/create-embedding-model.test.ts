import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createHttpClient, type HttpClient } from '../http-client/index.ts';
import { createEmbeddingModel } from './create-embedding-model.ts';
import type { ModelSettings } from './model-settings.ts';

const key = 'sk-canary-5d4c3b2a1f0e';
const signal = (): AbortSignal => new AbortController().signal;

/** The response from `/v1/embeddings` of OpenAI and compatible servers. */
const answerTo = (input: readonly string[]) => ({
  object: 'list',
  model: 'embed',
  data: input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1] })),
  usage: { prompt_tokens: input.length, total_tokens: input.length },
});

describe('an embedding model', () => {
  let http: HttpClient;
  let origin = '';
  let seen: { readonly url: string; readonly key: string | undefined; readonly input: readonly string[] }[] = [];
  let respond: (response: ServerResponse, input: readonly string[]) => void;
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
    seen.push({ url: request.url ?? '', key: request.headers.authorization, input });
    respond(response, input);
  };
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = createHttpClient({ allowedPrivateHosts: [new URL(origin).host], userAgent: 'docwright' });
  });
  after(async () => {
    server.close();
    await http.close();
  });
  beforeEach(() => {
    seen = [];
    respond = (response, input) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerTo(input)));
    };
  });
  const settings = (more: Partial<ModelSettings> = {}): ModelSettings => ({
    provider: 'openai-compatible',
    model: 'embed',
    apiKey: key,
    baseUrl: `${origin}/v1`,
    ...more,
  });

  test('is called in OpenAI’s format, with the allowed number of texts per call', async () => {
    const texts = Array.from({ length: 100 }, (_, index) => 'x'.repeat(index));
    const model = createEmbeddingModel(settings(), { http });
    const vectors = await model.embed(texts, signal());
    assert.equal(model.model, 'openai-compatible/embed');
    assert.deepEqual(
      vectors.map(([length]) => length),
      texts.map(({ length }) => length),
    );
    assert.deepEqual(
      seen.map(({ url, key, input }) => [url, key, input.length]),
      [
        ['/v1/embeddings', `Bearer ${key}`, 64],
        ['/v1/embeddings', `Bearer ${key}`, 36],
      ],
    );
  });

  test('reports errors without its key, and doesn’t follow redirects', async () => {
    respond = (response) => response.writeHead(401).end(JSON.stringify({ error: { message: `wrong key ${key}` } }));
    const refused = await createEmbeddingModel(settings(), { http })
      .embed(['a'], signal())
      .catch((error: unknown) => error);
    assert.match(String(refused), /wrong key/);
    assert.doesNotMatch(JSON.stringify(refused) + String(refused), /canary/);
    respond = (response) => response.writeHead(302, { location: `${origin}/thief` }).end();
    await assert.rejects(createEmbeddingModel(settings(), { http }).embed(['a'], signal()));
    assert.deepEqual([...new Set(seen.map(({ url }) => url))], ['/v1/embeddings']);
  });

  test('is not called at a private address that isn’t allowed', async () => {
    const strict = createHttpClient({ allowedPrivateHosts: [], userAgent: 'docwright' });
    await assert.rejects(createEmbeddingModel(settings(), { http: strict }).embed(['a'], signal()));
    assert.deepEqual(seen, []);
    await strict.close();
  });

  test('reserves its maximum cost from a budget, and returns the unused part', async () => {
    const kept: number[] = [];
    const budget = {
      isLimited: true,
      reserve: async (usd: number) => {
        kept.push(usd);
        return async (unused: number) => void kept.push(-unused);
      },
    };
    const prices = { inputUsdPerMillion: 1_000_000, outputUsdPerMillion: 0 };
    await createEmbeddingModel(settings({ prices }), { http, budget }).embed(['four', 'five!'], signal());
    assert.deepEqual(kept, [9, -7]);
    assert.throws(() => createEmbeddingModel(settings(), { http, budget }), /no price/);
    const spent = { isLimited: true, reserve: () => Promise.reject(new Error('spent')) };
    await assert.rejects(
      createEmbeddingModel(settings({ prices }), { http, budget: spent }).embed(['a'], signal()),
      /spent/,
    );
    assert.equal(seen.length, 1);
  });

  test('is refused for a provider without embedding models', () => {
    for (const provider of ['anthropic', 'builtin'] as const)
      assert.throws(() => createEmbeddingModel(settings({ provider }), { http }), /no embedding models/);
  });
});
