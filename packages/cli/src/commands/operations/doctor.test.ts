import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-doctor-'));
after(() => rmSync(root, { recursive: true }));

const routes = {
  'GET /healthz': () => ({ body: { status: 'ok', version: '9.9.9' } }),
  'GET /v1/me': () => ({ body: { organization: { name: 'Acme' }, scopes: ['agent-jobs:write'] } }),
};

test('a service with a different version causes a warning with a remedy, and a rejected key a failure', async () => {
  await using service = await startFakeService(routes);
  const { code, stdout } = await runCommand(['doctor', '--no-machine'], { env: service.env });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /! Version +this command is version .*, and the service is version 9\.9\.9\n +→ Upgrade/);
  assert.match(stdout, /✓ API key +of Acme/);
  await using closed = await startFakeService({
    ...routes,
    'GET /v1/me': () => ({ status: 401, body: { error: 'The API key is not valid.', code: 'unauthorized' } }),
  });
  const refused = await runJson(['doctor', '--no-machine'], { env: closed.env });
  assert.deepEqual([refused.code, refused.json['healthy']], [1, false]);
});

test('an invalid setting is a failure that quotes its value; without a service, its checks are skipped', async () => {
  const env = { HOME: root, DOCWRIGHT_DATA_DIR: join(root, 'data'), DOCWRIGHT_MODEL: 'gpt5' };
  const { code, stdout } = await runCommand(['doctor'], { env });
  assert.equal(code, 1);
  assert.match(stdout, /✗ Settings +DOCWRIGHT_MODEL is "gpt5"/);
  assert.match(stdout, /– Service /);
});

test('doctor checks this machine, and prints one object with --json', async () => {
  const env = { HOME: root, DOCWRIGHT_DATA_DIR: join(root, 'data'), DOCWRIGHT_PORT: '0', DOCWRIGHT_SANDBOX: 'none' };
  const { json } = await runJson(['doctor'], { env });
  const findings = json['findings'] as { name: string; state: string }[];
  assert.deepEqual(findings.find(({ name }) => name === 'git')?.state, 'ok');
});
