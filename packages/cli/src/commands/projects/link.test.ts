import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { agentJob, deployment, exportJob } from '../../testing/samples.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-link-')));
const deep = join(root, 'docs/guides');
const file = join(root, '.docwright.json');
after(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  mkdirSync(deep, { recursive: true });
  rmSync(file, { force: true });
});

const project = (id: string, name: string) => ({ id, name });
const projects = [project('proj_1', 'Docs'), project('proj_2', 'Handbook')];
const list = { 'GET /v1/projects?limit=100': () => ({ body: { projects, nextCursor: null } }) };
const envOf = (baseUrl: string) => ({ DOCWRIGHT_BASE_URL: baseUrl, DOCWRIGHT_API_KEY: 'dw_test' });

test('--project accepts an ID, or a name in upper or lower case', async () => {
  await using service = await startFakeService({
    ...list,
    'GET /v2/agent/proj_2/job/aj_1': () => ({ body: agentJob }),
    'POST /v1/static-export/proj_2/jobs': () => ({ status: 404, body: { error: 'no such export', code: 'not_found' } }),
  });
  const env = envOf(service.baseUrl);
  for (const project of ['proj_2', 'Handbook', 'handbook'])
    assert.equal(
      (await runCommand(['jobs', 'get', 'aj_1', '--project', project], { env, cwd: root })).code,
      0,
      project,
    );
  const opened = await runJson(['open', '--project', 'handbook'], { env, cwd: root });
  assert.equal(opened.json['url'], `${service.baseUrl}/dashboard/projects/proj_2`);
  const exported = await runJson(['export', '--no-download', '--project', 'handbook'], { env, cwd: root });
  assert.equal(exported.json['error'], 'no such export', JSON.stringify(exported.json));
  const { code, stderr } = await runCommand(['jobs', 'get', 'aj_1', '--project', 'Nothing'], { env, cwd: root });
  assert.equal(code, 4);
  assert.match(stderr, /"Nothing" is not a project of this key: proj_1 \(Docs\), proj_2 \(Handbook\)/);
});

test('in a linked folder and its subfolders, jobs, deployments and exports need no --project', async () => {
  await using service = await startFakeService({
    ...list,
    'GET /v2/agent/proj_2/job/aj_1': () => ({ body: agentJob }),
    'GET /v1/projects/proj_2/deployments?limit=20': () => ({ body: { deployments: [deployment], nextCursor: null } }),
    'POST /v1/static-export/proj_2/jobs': () => ({ status: 202, body: { ...exportJob, status: 'failed' } }),
    'GET /v1/static-export/jobs/se_1': () => ({ body: { ...exportJob, status: 'failed' } }),
  });
  const env = envOf(service.baseUrl);
  const linked = await runJson(['link', 'handbook'], { env, cwd: root });
  assert.deepEqual([linked.code, linked.json['projectId'], linked.json['file']], [0, 'proj_2', file]);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { baseUrl: service.baseUrl, projectId: 'proj_2' });
  assert.equal((await runCommand(['jobs', 'get', 'aj_1'], { env, cwd: deep })).code, 0);
  assert.equal((await runCommand(['deployments', 'list'], { env, cwd: deep })).code, 0);
  const started = await runCommand(['export', '--no-download'], { env, cwd: deep });
  assert.ok(
    service.requests.some(({ route }) => route.startsWith('POST') && route.includes('proj_2')),
    started.stderr,
  );
});

test('the named project overrides the link', async () => {
  await using service = await startFakeService({
    'GET /v2/agent/proj_1/job/aj_1': () => ({ body: agentJob }),
  });
  const env = envOf(service.baseUrl);
  writeFileSync(file, JSON.stringify({ baseUrl: service.baseUrl, projectId: 'proj_2' }));
  assert.equal((await runCommand(['jobs', 'get', 'aj_1', '--project', 'proj_1'], { env, cwd: deep })).code, 0);
  const named = { ...env, DOCWRIGHT_PROJECT: 'proj_1' };
  assert.equal((await runCommand(['jobs', 'get', 'aj_1'], { env: named, cwd: deep })).code, 0);
});

test('a link to another service is rejected with both addresses, before any request', async () => {
  await using service = await startFakeService({});
  writeFileSync(file, JSON.stringify({ baseUrl: 'https://docs.example.com', projectId: 'proj_2' }));
  const { code, stderr } = await runCommand(['jobs', 'list'], { env: envOf(service.baseUrl), cwd: deep });
  assert.equal(code, 2);
  assert.ok(stderr.includes('https://docs.example.com') && stderr.includes(service.baseUrl), stderr);
  assert.deepEqual(service.requests, []);
});

test('an invalid .docwright.json is rejected with its name, and link --remove deletes a parent folder’s link', async () => {
  await using service = await startFakeService(list);
  const env = envOf(service.baseUrl);
  writeFileSync(file, '[]');
  assert.match((await runCommand(['jobs', 'list'], { env, cwd: deep })).stderr, /\.docwright\.json is not/);
  await runCommand(['link', 'proj_1'], { env, cwd: root });
  assert.equal((await runCommand(['link', '--remove'], { env, cwd: deep })).code, 0);
  assert.equal(existsSync(file), false);
});

test('with several projects, a project must be named, and an unknown name lists them', async () => {
  await using service = await startFakeService(list);
  const env = envOf(service.baseUrl);
  const unnamed = await runCommand(['link'], { env, cwd: root });
  assert.deepEqual([unnamed.code, /proj_1 \(Docs\), proj_2 \(Handbook\)/.test(unnamed.stderr)], [2, true]);
  const wrong = await runCommand(['link', 'Blog'], { env, cwd: root });
  assert.deepEqual([wrong.code, /"Blog" is not a project of this key: proj_1/.test(wrong.stderr)], [4, true]);
  assert.equal(existsSync(file), false);
});
