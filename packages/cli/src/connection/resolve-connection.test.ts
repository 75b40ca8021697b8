import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CliContext } from '../context.ts';
import { resolveConnection, type ConnectionOptions } from './resolve-connection.ts';
import { saveConnection } from './saved-connection.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-connection-'));
const data = join(root, '.docwright');
mkdirSync(join(data, 'deep/er'), { recursive: true });
saveConnection(data, { baseUrl: 'http://localhost:4400', apiKey: 'dw_saved' });
after(() => rmSync(root, { recursive: true }));

const resolve = (options: ConnectionOptions, env: Record<string, string> = {}, cwd = root) =>
  resolveConnection({ env, cwd } as unknown as CliContext, options);

test('an option overrides the environment, and the environment overrides saved values', () => {
  const env = { DOCWRIGHT_BASE_URL: 'http://env', DOCWRIGHT_API_KEY: 'dw_env' };
  assert.deepEqual(resolve({ baseUrl: 'http://flag' }, env), { baseUrl: 'http://flag', apiKey: 'dw_env' });
  assert.deepEqual(resolve({}, env), { baseUrl: 'http://env', apiKey: 'dw_env' });
  assert.deepEqual(resolve({}), { baseUrl: 'http://localhost:4400', apiKey: 'dw_saved' });
});

test('the saved connection is found from a nested folder', () => {
  assert.equal(resolve({}, {}, join(data, 'deep/er')).apiKey, 'dw_saved');
});

test('a saved key isn’t sent to another address', () => {
  assert.equal(resolve({ baseUrl: 'https://elsewhere' }).apiKey, undefined);
  assert.equal(resolve({ baseUrl: 'http://LOCALHOST:4400/' }).apiKey, 'dw_saved');
});

test('only the owner can read the saved file', () => {
  assert.equal(statSync(join(data, 'cli.json')).mode & 0o777, 0o600);
});

test('an address without http or https, or an invalid saved file, is rejected with an error that names it', () => {
  assert.throws(() => resolve({ baseUrl: 'localhost:4400' }, { DOCWRIGHT_API_KEY: 'k' }), /"localhost:4400"/);
  const other = mkdtempSync(join(root, 'other-'));
  writeFileSync(join(other, 'cli.json'), '[]');
  assert.throws(() => resolve({ dataDir: other }), /cli\.json is not/);
});
