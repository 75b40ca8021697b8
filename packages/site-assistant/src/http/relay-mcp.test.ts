import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { sampleSite } from '../testing/sample-site.ts';
import { serveSample } from '../testing/serve-sample.ts';

const relay = new URL('relay-mcp.ts', import.meta.url).href;
const hello = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/**
 * Sends the client's messages, one per line. The client closes its input immediately, but still receives the responses.
 */
async function talk(url: string, requests: readonly object[], headers: object = {}): Promise<string[]> {
  const program = `import(${JSON.stringify(relay)}).then((m) => m.relayMcpOverStdio({ url: new URL(${JSON.stringify(url)}), headers: ${JSON.stringify(headers)} }, new AbortController().signal))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''));
  const heard: string[] = [];
  for await (const line of createInterface(child.stdout)) heard.push(line);
  return heard;
}

test('a client that uses standard input and output can call a tool of a site over HTTP', async () => {
  const pages = [{ path: 'keys', title: 'Keys', markdown: 'Rotate a key each year.' }];
  await using served = await serveSample(sampleSite(pages), { mode: 'on' } as never);
  const heard = await talk(`${served.origin}/mcp`, [
    hello,
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'read_page', arguments: { path: 'keys' } } },
  ]);
  assert.equal(heard.length, 2);
  assert.ok(heard.some((line) => line.includes('"serverInfo"')));
  assert.ok(heard.some((line) => line.includes('Rotate a key each year.')));
});

test('a request has the given headers, and is answered with an error if the server rejects it or none is listening', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"the key is not known"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1/mcp`;
  const [refused = ''] = await talk(url, [hello], { authorization: 'Bearer k' });
  assert.match(
    refused,
    /"id":1.*"error":\{"code":-32000,"message":"The request to http[^"]*\/v1\/mcp failed: .*the key is not known/s,
  );
  assert.equal(seen[0]?.authorization, 'Bearer k');
  server.closeAllConnections();
  server.close();
  const [away = ''] = await talk(url, [hello, { method: 'notifications/initialized' }]);
  assert.match(away, /"id":1.*failed: fetch failed/);
});
