import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startFakeService, type FakeAnswer } from '../testing/fake-service.ts';
import { runCommand, runJson } from '../testing/run-command.ts';

const home = mkdtempSync(join(tmpdir(), 'docwright-home-'));
const env = { HOME: home };
const saved = join(home, '.config/docwright/cli.json');
after(() => rmSync(home, { recursive: true }));

const me = {
  user: null,
  apiKey: { id: 'key_1', name: 'laptop' },
  organization: { id: 'org_1', name: 'Acme', plan: 'enterprise', operator: true },
  role: null,
  organizations: [],
  scopes: ['agent-jobs:write'],
  projectIds: ['proj_1'],
};
const readiness = (status: string, checks: object): FakeAnswer => ({
  body: { status, checks, warnings: ['Look here.'] },
});
const routes = {
  'GET /v1/me': () => ({ body: me }),
  'GET /healthz': () => ({ body: { status: 'ok', version: '9.9.9' } }),
  'GET /readyz': () => readiness('ready', { database: 'ok' }),
};

test('login checks the key and saves it in a file that only its owner can read; other commands then need no settings', async () => {
  await using service = await startFakeService(routes);
  const login = await runCommand(['login', service.baseUrl], { env, stdin: 'dw_laptop\n' });
  assert.equal(login.code, 0, login.stderr);
  assert.match(login.stdout, /Organization +Acme \(enterprise\)\nKey +laptop\n/);
  assert.equal(statSync(saved).mode & 0o777, 0o600);
  const { code, json } = await runJson(['status'], { env });
  assert.deepEqual([code, json['baseUrl'], json['version'], json['status']], [0, service.baseUrl, '9.9.9', 'ready']);
  assert.ok(
    service.requests.every(({ authorization }) => authorization === undefined || authorization === 'Bearer dw_laptop'),
  );
  assert.match((await runCommand(['logout'], { env })).stdout, /Deleted the saved key/);
  assert.equal(existsSync(saved), false);
  assert.match((await runCommand(['logout'], { env })).stdout, /No key/);
});

test('nothing is saved if the key is rejected or empty, or if the user has no home folder', async () => {
  await using service = await startFakeService({
    'GET /v1/me': () => ({ status: 401, body: { error: 'The API key is not valid.', code: 'unauthorized' } }),
  });
  const refused = await runCommand(['login', service.baseUrl], { env, stdin: 'dw_old\n' });
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /the API key dw_old… \(as entered\) is malformed/);
  const empty = await runCommand(['login', service.baseUrl], { env, stdin: '' });
  assert.deepEqual([empty.code, /no API key;/.test(empty.stderr)], [2, true]);
  const homeless = await runCommand(['login', service.baseUrl], { env: { HOME: '' }, stdin: 'dw_k\n' });
  assert.deepEqual([homeless.code, /set HOME/.test(homeless.stderr)], [2, true]);
  assert.equal(existsSync(saved), false);
});

test('status names the failed check if the service isn’t ready, and exits with the code for an unreachable service', async () => {
  await using service = await startFakeService({
    ...routes,
    'GET /readyz': () => ({ ...readiness('not_ready', { database: 'failed', disk: 'ok' }), status: 503 }),
  });
  const { code, stdout } = await runCommand(['status'], { env: { ...env, ...service.env } });
  assert.equal(code, 5, stdout);
  assert.match(stdout, /State +not ready, database: failed\n[^]*Warning: Look here\./);
});
