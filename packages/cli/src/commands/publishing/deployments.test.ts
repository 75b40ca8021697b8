import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { deployment } from '../../testing/samples.ts';

const status = 'GET /v1/project/update-status/dpl_1';

const one = 'GET /v1/projects/proj_1/deployments/dpl_1';
const toStream = (...states: readonly object[]) => ({
  headers: { 'content-type': 'text/event-stream' },
  body: states.map((state, id) => `id: ${id}\nevent: deployment\ndata: ${JSON.stringify(state)}\n\n`).join(''),
});

test('deploy --wait starts a deployment and prints each line of its log once, as it arrives', async () => {
  const running = { ...deployment, status: 'in_progress', endedAt: null };
  const logs = ['Fetching main', 'Commit c0ffee of main by Ada: Say hello', 'Built: 2 pages, 0 issues'];
  await using service = await startFakeService({
    'POST /v1/project/update/proj_1': () => ({ status: 202, body: { statusId: 'dpl_1' } }),
    [`${one}/events`]: () =>
      toStream(
        { ...running, status: 'queued' },
        { ...running, logs: logs.slice(0, 1) },
        { ...running, logs: logs.slice(0, 2) },
        { ...deployment, logs },
      ),
    [one]: () => ({ body: deployment }),
    [status]: () => ({ body: deployment }),
  });
  const args = ['deploy', '--project', 'proj_1', '--wait'];
  const { code, stderr } = await runCommand(args, { env: service.env });
  assert.deepEqual([code, stderr.trimEnd().split('\n')], [0, logs]);
  const { json, stderr: silent } = await runJson(args, { env: service.env });
  assert.deepEqual([json['status'], silent], ['success', '']);
});

test('a failed deployment is reported with its reason, and the command fails only if it waited', async () => {
  const failed = { ...deployment, status: 'failure', summary: 'No docs.json.', errorCode: 'no_docs_config' };
  await using service = await startFakeService({
    'POST /v1/project/preview/proj_1': () => ({
      status: 202,
      body: { statusId: 'dpl_1', previewUrl: 'http://x.test' },
    }),
    [`${one}/events`]: () => toStream(failed),
    [one]: () => ({ body: failed }),
    [status]: () => ({ body: failed }),
  });
  const args = ['deploy', '--project', 'proj_1', '--preview', 'next'];
  const waited = await runCommand([...args, '--wait'], { env: service.env });
  assert.equal(waited.code, 1);
  assert.match(waited.stdout, /No docs\.json\.[\s\S]*no_docs_config/);
  assert.equal((await runCommand(args, { env: service.env })).code, 0);
  assert.deepEqual(service.requests[0]?.body, { branch: 'next' });
});

test('the list shows which deployment is live, and promote sends the deployment’s project', async () => {
  await using service = await startFakeService({
    'GET /v1/projects/proj_1/deployments?environment=production&limit=20': () => ({
      body: { deployments: [{ ...deployment, active: true }], nextCursor: null },
    }),
    [status]: () => ({ body: deployment }),
    'POST /v1/projects/proj_1/deployments/dpl_1/promote': () => ({ body: { ...deployment, active: true } }),
  });
  const list = ['deployments', 'list', '--project', 'proj_1', '--environment', 'production'];
  assert.match((await runCommand(list, { env: service.env })).stdout, /dpl_1 +success \(live\) +main/);
  const promoted = await runJson(['deployments', 'promote', 'dpl_1'], { env: service.env });
  assert.equal(promoted.json['active'], true);
});
