import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ask } from '../testing/ask.ts';
import { withIdleTimeout, ProviderTimeout, type StartIdleTimer } from './idle-timeout.ts';

const pages = [{ path: 'keys', title: 'API keys', markdown: '## Rotate a key\n\nCreate a second key first.' }];
const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
const answer =
  chunk({ delta: { content: 'Create a second key, see [API keys](/keys).' } }) +
  `${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`;
const beginStream = (response: ServerResponse): void =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();

/**
 * Calls a provider that responds like this. Its silence begins after `signsOfLife` (the first is the response headers),
 * and the timeout then expires immediately, independent of the machine's load. With `Infinity`, it never expires.
 */
async function askProvider(respond: (response: ServerResponse) => unknown, signsOfLife: number) {
  let requests = 0;
  let signs = 0;
  let fallSilent = (): void => undefined;
  const startTimer: StartIdleTimer = (run) => {
    fallSilent = run;
    const refresh = (): void => {
      signs += 1;
      if (signs === signsOfLife) setImmediate(run);
    };
    return { refresh, stop: () => undefined };
  };
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().on('end', () => {
      respond(response);
      if (signsOfLife === 0) fallSilent();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = createOpenAICompatible({ name: 'p', baseURL, fetch: withIdleTimeout(fetch, 20_000, startTimer) });
  const errors: unknown[] = [];
  const asked = await ask(pages, 'How do I rotate a key?', provider('m'), { onError: (error) => errors.push(error) });
  const closed = once(server, 'close');
  server.close();
  // The client must have closed the connection, or the server never closes.
  server.closeIdleConnections();
  await closed;
  return { ...asked, errors, requests, signs };
}

for (const [what, signsOfLife, respond] of [
  ['that never answers', 0, () => undefined],
  ['that sends only response headers', 1, beginStream],
  [
    'that falls silent during its reasoning',
    2,
    (response: ServerResponse) => {
      beginStream(response);
      response.write(chunk({ delta: { reasoning_content: 'Hm.' } }));
    },
  ],
] as const)
  test(`after the silence timeout, a provider ${what} is disconnected, and passages are shown`, async () => {
    const { text, end, errors, requests } = await askProvider(respond, signsOfLife);
    assert.match(text, /Create a second key first\./);
    assert.equal(end?.outcome, 'failed');
    assert.ok(errors[0] instanceof ProviderTimeout, String(errors[0]));
    assert.match(errors[0].message, /sent nothing for 20 s/);
    assert.equal(requests, 1);
  });

for (const [what, sign] of [
  ['the reasoning of a model', chunk({ delta: { reasoning_content: 'Hm. ' } })],
  ['comments that keep a stream open', ': processing\n\n'],
] as const)
  test(`the silence timeout is restarted by ${what}, even before the first word`, async () => {
    const { text, end, errors, signs } = await askProvider((response) => {
      beginStream(response);
      response.write(sign);
      response.end(answer);
    }, Number.POSITIVE_INFINITY);
    assert.deepEqual(errors, []);
    assert.ok(signs >= 2, 'the head and at least one piece of the body');
    assert.equal(text, 'Create a second key, see [API keys](/keys).');
    assert.equal(end?.outcome, 'answered');
  });

test('the silence timeout uses real time by default, and ends with the answer', async () => {
  const silent = withIdleTimeout(
    (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    1,
  );
  await assert.rejects(silent('http://127.0.0.1/'), ProviderTimeout);
  const answered = await withIdleTimeout(() => Promise.resolve(new Response('x')), 2 ** 30)('http://127.0.0.1/');
  assert.equal(await answered.text(), 'x');
});

test('text that arrived before a timeout is kept, followed by the passages', async () => {
  const { text, end } = await askProvider((response) => {
    beginStream(response);
    response.write(chunk({ delta: { content: 'Create a second key, see [API keys](/keys). Then ' } }));
  }, 2);
  assert.match(text, /^Create a second key, see \[API keys\]\(\/keys\)\.[^]*Create a second key first\./);
  assert.equal(end?.outcome, 'failed');
});
