import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const example = fileURLToPath(new URL('../../../../../examples/docs-site', import.meta.url));

/** Sends an MCP client's messages, one per line, and returns the responses. */
async function talk(args: readonly string[], requests: readonly object[]): Promise<string[]> {
  const child = spawn(process.execPath, [main, 'mcp', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const heard: string[] = [];
  for (const request of requests) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
  for await (const line of createInterface(child.stdout)) {
    heard.push(line);
    if (heard.length === requests.filter((request) => 'id' in request).length) child.stdin.end();
  }
  // Responses can arrive in any order.
  const idOf = (line: string): number => Number(/"id":(\d+)\}$/.exec(line)?.[1]);
  return heard.toSorted((a, b) => idOf(a) - idOf(b));
}

test('an MCP client searches a folder with docs.json and reads an operation, over stdin and stdout', async () => {
  const clientInfo = { name: 'test', version: '1' };
  const answers = await talk(
    [example],
    [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'install sdk' } } },
      { id: 3, method: 'tools/call', params: { name: 'read_operation', arguments: { id: 'createFlag' } } },
    ],
  );
  const [hello, found, operation] = answers;
  assert.match(hello ?? '', /"serverInfo":\{"name":"docs","title":"Lantern"/);
  assert.match(found ?? '', /\/quickstart/);
  assert.match(operation ?? '', /operationId: createFlag/);
});
