import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ask } from '../testing/ask.ts';
import { endSilence, ProviderSilent } from './end-silence.ts';

const pages = [{ path: 'keys', title: 'API keys', markdown: '## Rotate a key\n\nCreate a second key first.' }];
const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
const answer =
  chunk({ delta: { content: 'Create a second key, see [API keys](/keys).' } }) +
  `${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;
const beginStream = (response: ServerResponse): void =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();

/** A question to a provider that answers so, and is given up after so many milliseconds without a byte. */
async function askProvider(respond: (response: ServerResponse) => unknown, silenceMs: number) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => void respond(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseURL = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
  const provider = createOpenAICompatible({ name: 'p', baseURL, fetch: endSilence(fetch, silenceMs) });
  const errors: unknown[] = [];
  const asked = await ask(pages, 'How do I rotate a key?', provider('m'), { onError: (error) => errors.push(error) });
  const closed = once(server, 'close');
  server.close();
  // Nothing is held open at the provider: its connections end by themselves, or the server never closes.
  server.closeIdleConnections();
  await closed;
  return { ...asked, errors, requests };
}

for (const [what, respond] of [
  ['that never answers', () => undefined],
  ['that sends its head and nothing more', beginStream],
  [
    'that falls silent behind its first thought',
    (response: ServerResponse) => {
      beginStream(response);
      response.write(chunk({ delta: { reasoning_content: 'Hm.' } }));
    },
  ],
] as const)
  test(`a provider ${what} is given up, its connection ends, and the pages answer`, async () => {
    const { text, end, errors, requests } = await askProvider(respond, 50);
    assert.match(text, /Create a second key first\./);
    assert.equal(end?.outcome, 'failed');
    assert.ok(errors[0] instanceof ProviderSilent, String(errors[0]));
    assert.match(errors[0].message, /sent nothing for 0\.05 s/);
    assert.equal(requests, 1);
  });

for (const [what, sign] of [
  ['the thoughts of a model', chunk({ delta: { reasoning_content: 'Hm. ' } })],
  ['comments that keep a stream open', ': processing\n\n'],
] as const)
  test(`${what} are signs of life, however long they go on before the first word`, async () => {
    const { text, end, errors } = await askProvider(async (response) => {
      beginStream(response);
      for (let sent = 0; sent < 8; sent += 1) {
        response.write(sign);
        await pause(150);
      }
      response.end(answer);
    }, 1_000);
    assert.deepEqual(errors, []);
    assert.equal(text, 'Create a second key, see [API keys](/keys).');
    assert.equal(end?.outcome, 'answered');
  });

test('what was said before a silence stays, and the passages follow', async () => {
  const { text, end } = await askProvider((response) => {
    beginStream(response);
    response.write(chunk({ delta: { content: 'Create a second key, see [API keys](/keys). Then ' } }));
  }, 50);
  assert.match(text, /^Create a second key, see \[API keys\]\(\/keys\)\.[^]*Create a second key first\./);
  assert.equal(end?.outcome, 'failed');
});
