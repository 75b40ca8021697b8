import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createHttpClient } from '../http-client/index.ts';
import { createModel } from './create-model.ts';

const key = 'key-4f9a8b7c6d5e4f3a2b1c';
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Write color.' }] }];
const call = { index: 0, id: 'c', type: 'function', function: { name: 'delete_page', arguments: '{"path":"index"}' } };
const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

test('an answer whose provider stops sending after a tool call fails at the limit for silence', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ content: 'I begin.' }) + chunk({ tool_calls: [call] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createHttpClient({ allowPlainHttp: true, allowedPrivateHosts: [host] });
  const settings = { provider: 'openai-compatible', model: 'm', baseUrl: `http://${host}`, apiKey: key } as const;
  try {
    const model = createModel([settings], { http, silenceMs: 200 });
    assert.equal(model.specificationVersion, 'v4');
    await assert.rejects(async () => model.doGenerate({ prompt, maxOutputTokens: 100 }), /sent nothing for 0\.2 s/);
  } finally {
    await http.close();
    server.closeAllConnections();
    server.close();
  }
});
