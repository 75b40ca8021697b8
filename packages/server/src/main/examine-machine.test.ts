import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { examineMachine, checkClock, checkNodeVersion, type Finding } from './examine-machine.ts';
import { loadSettings } from './settings/load-settings.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-doctor-'));
after(() => rmSync(root, { recursive: true }));

async function examine(environment: Readonly<Record<string, string>>, isRunning = false) {
  const settings = loadSettings({
    flags: { dataDir: join(root, 'new') },
    environment: { DOCWRIGHT_PORT: '0', DOCWRIGHT_SANDBOX: 'none', ...environment },
  });
  const { signal } = new AbortController();
  const findings = await examineMachine(settings, { now: () => new Date(), signal, isRunning });
  return (name: string): Finding | undefined => findings.find((finding) => finding.name === name);
}

test('a machine that meets all requirements passes, and its data folder is not created', async () => {
  const find = await examine({});
  for (const name of ['Node', 'git', 'Port of the API', 'Data folder', 'Disk', 'Database', 'Model builtin/rules-1'])
    assert.equal(find(name)?.state, 'ok', name);
  assert.match(find('Data folder')?.found ?? '', /is created at the first start/);
  assert.throws(() => chmodSync(join(root, 'new'), 0o700), { code: 'ENOENT' });
});

test('an untested version of Node causes a warning', () => {
  assert.equal(checkNodeVersion('v24.21.0').state, 'ok');
  for (const version of ['v26.0.0', 'v2.4.0', 'v240.0.0']) {
    const { state, found, remedy } = checkNodeVersion(version);
    assert.deepEqual([state, found], ['warning', version]);
    assert.match(remedy ?? '', /Node 24: "npm exec docwright"/);
  }
});

test('a port used by another program is reported with its setting, unless the program is the running service', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const taken = { DOCWRIGHT_PORT: port, DOCWRIGHT_HOST: '127.0.0.1', DOCWRIGHT_SITES_PORT: '0' };
  const finding = (await examine(taken))('Port of the API');
  assert.equal(finding?.state, 'failed');
  assert.match(finding.remedy ?? '', /^Stop the program that uses it, or set DOCWRIGHT_PORT/);
  assert.equal((await examine(taken, true))('Port of the API')?.state, 'ok');
  server.close();
});

test('a data folder that other users can open causes a warning, and a file in its place causes a failure', async () => {
  const open = join(root, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  const of = async (dataDir: string) => {
    const settings = loadSettings({
      flags: { dataDir },
      environment: { DOCWRIGHT_PORT: '0', DOCWRIGHT_SANDBOX: 'none' },
    });
    const { signal } = new AbortController();
    const findings = await examineMachine(settings, { now: () => new Date(), signal, isRunning: false });
    return findings.find(({ name }) => name === 'Data folder');
  };
  // As root, the service sets 710 at each start, so that PostgreSQL's user can traverse the folder.
  const own = process.getuid?.() === 0 ? '710' : '700';
  assert.equal((await of(open))?.remedy, `chmod ${own} ${open}`);
  chmodSync(open, parseInt(own, 8));
  assert.equal((await of(open))?.state, 'ok', 'the remedy’s mode causes no warning');
  writeFileSync(join(root, 'file'), '');
  assert.equal((await of(join(root, 'file')))?.state, 'failed');
});

test('an unreachable database and an unreachable model are reported separately, without the database’s password', async () => {
  const find = await examine({
    DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/docs',
    DOCWRIGHT_MODEL: 'ollama/none',
    DOCWRIGHT_MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
  });
  assert.match(find('Database')?.remedy ?? '', /DATABASE_URL/);
  assert.doesNotMatch(find('Database')?.found ?? '', /secret/);
  assert.equal(find('Model ollama/none')?.state, 'failed');
  assert.equal(find('git')?.state, 'ok');
});

test('a clock that is 30 s off passes, and one that is 120 s off is reported with its direction', () => {
  const here = new Date('2026-01-01T00:02:00Z');
  assert.equal(checkClock('a', new Date('2026-01-01T00:01:30Z'), here).state, 'ok');
  assert.equal(checkClock('a', new Date('2026-01-01T00:00:00Z'), here).found, '120 s ahead of a');
  assert.equal(checkClock('a', new Date('2026-01-01T00:04:00Z'), here).found, '120 s behind a');
});
