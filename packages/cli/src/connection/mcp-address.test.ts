import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CliContext } from '../context.ts';
import { toMcpAddress } from './mcp-address.ts';
import type { ConnectionOptions } from './resolve-connection.ts';

const home = mkdtempSync(join(tmpdir(), 'docwright-mcp-'));
after(() => rmSync(home, { recursive: true, force: true }));

interface Given extends ConnectionOptions {
  readonly env?: Readonly<Record<string, string>>;
}

function addressOf(named: string, { env, ...options }: Given = {}): [string, Readonly<Record<string, string>>] {
  const context = { cwd: home, env: { HOME: home, XDG_CONFIG_HOME: home, ...env } } as unknown as CliContext;
  const { url, headers } = toMcpAddress(context, options, named);
  return [url.href, headers];
}

test('a site’s MCP server is below its address, and receives no key', () => {
  const env = { DOCWRIGHT_API_KEY: 'dw_secret', DOCWRIGHT_BASE_URL: 'https://docs.example.com' };
  for (const [named, expected] of [
    ['https://docs.example.com', 'https://docs.example.com/mcp'],
    ['https://docs.example.com/', 'https://docs.example.com/mcp'],
    ['https://docs.example.com/guide//', 'https://docs.example.com/guide/mcp'],
    ['https://docs.example.com/guide/mcp', 'https://docs.example.com/guide/mcp'],
  ] as const)
    assert.deepEqual(addressOf(named, { env }), [expected, {}]);
});

test('the service’s MCP server receives the key, even below a path', () => {
  const headers = { authorization: 'Bearer dw_key' };
  const service = 'https://docwright.example.com';
  assert.deepEqual(addressOf(`${service}/v1/mcp`, { apiKey: 'dw_key' }), [`${service}/v1/mcp`, headers]);
  assert.deepEqual(addressOf(`${service}/api/v1/mcp`, { apiKey: 'dw_key', baseUrl: `${service}/api` }), [
    `${service}/api/v1/mcp`,
    headers,
  ]);
});

test('a key for another service isn’t sent, and a missing key is an error', () => {
  const named = 'https://docwright.example.com/v1/mcp';
  const env = { DOCWRIGHT_API_KEY: 'dw_secret', DOCWRIGHT_BASE_URL: 'https://other.example.com' };
  assert.throws(() => addressOf(named, { env }), {
    code: 'other_service',
    message: /for https:\/\/other\.example\.com, not/,
  });
  assert.throws(() => addressOf(named), { code: 'no_api_key' });
});

test('invalid addresses and addresses with a password are rejected', () => {
  assert.throws(() => addressOf('https://'), { code: 'invalid_address' });
  assert.throws(
    () => addressOf('https://ada:secret@docs.example.com'),
    (error: Error) => !error.message.includes('secret'),
  );
});
