import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { agentJob, deployment, exportJob } from '../../testing/samples.ts';

const job = 'GET /v2/agent/proj_1/job/aj_1';
const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const calls = [{ id: 'c1', name: 'move_page', input: { to: 'guides/import', from: 'guides/migrate' } }];
const events = [
  { id: 1, type: 'job.created', at: at(0), data: { prompt: 'Move the\nmigration guide.' } },
  { id: 2, type: 'turn.started', at: at(0), data: {} },
  { id: 3, type: 'step.model', at: at(1), data: { step: 1, detail: { text: 'I move it.', calls } } },
  {
    id: 4,
    type: 'step.tools',
    at: at(2),
    data: { detail: { results: [{ id: 'c1', isError: true, output: 'not allowed' }] } },
  },
  { id: 5, type: 'pull_request.ready', at: at(3), data: { number: 7, prLink: 'https://host/7' } },
  { id: 6, type: 'job.completed', at: at(4), data: { result: 'changes' } },
];
const stream = {
  body: events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  headers: { 'content-type': 'text/event-stream' },
};
const reported = [
  '00:00:00  Prompt: Move the migration guide.',
  '00:00:01  I move it.',
  '00:00:01  Move guides/migrate → guides/import',
  '00:00:02    refused: not allowed',
  '00:00:03  Pull request #7 is ready: https://host/7',
  '00:00:04  Completed',
];
const routes = {
  [`${job}/events`]: () => stream,
  [job]: () => ({ body: agentJob }),
  [`${job}?wait=30`]: () => ({ body: agentJob }),
};

test('a job’s steps are printed until the job ends, followed by its result', async () => {
  await using service = await startFakeService(routes);
  const env = { ...service.env, TZ: 'UTC' };
  const { code, stdout, stderr } = await runCommand(['logs', 'aj_1'], { env });
  assert.deepEqual([code, stderr.trimEnd().split('\n')], [0, reported]);
  assert.match(stdout, /^Job +aj_1\n/);
  const { json, stderr: silent } = await runJson(['logs', 'aj_1'], { env });
  assert.deepEqual([json['id'], silent], ['aj_1', '']);
});

test('--no-follow prints the events so far and doesn’t wait', async () => {
  await using service = await startFakeService({
    [`${job}/events`]: () => ({ body: { events: events.slice(0, 1) } }),
    [job]: () => ({ body: { ...agentJob, status: 'active' } }),
  });
  const { code, stderr } = await runCommand(['logs', 'aj_1', '--no-follow'], { env: { ...service.env, TZ: 'UTC' } });
  assert.deepEqual([code, stderr], [0, `${reported[0] ?? ''}\n`]);
});

test('following a failed deployment or export exits with 1; showing it exits with 0', async () => {
  const failed = { ...deployment, status: 'failure', logs: ['Fetching main', 'No docs.json'] };
  const failedExport = { ...exportJob, status: 'failed', error: 'No docs.json' };
  await using service = await startFakeService({
    'GET /v1/project/update-status/dpl_1': () => ({ body: failed }),
    'GET /v1/projects/proj_1/deployments/dpl_1/events': () => ({
      ...stream,
      body: `id: 1\nevent: deployment\ndata: ${JSON.stringify(failed)}\n\n`,
    }),
    'GET /v1/projects/proj_1/deployments/dpl_1': () => ({ body: failed }),
    'GET /v1/static-export/jobs/se_1': () => ({ body: failedExport }),
  });
  const { env } = service;
  const followed = await runCommand(['logs', 'dpl_1'], { env });
  assert.deepEqual([followed.code, followed.stderr], [1, 'Fetching main\nNo docs.json\n']);
  const looked = await runCommand(['logs', 'dpl_1', '--no-follow'], { env });
  assert.deepEqual([looked.code, looked.stderr], [0, 'Fetching main\nNo docs.json\n']);
  assert.equal((await runCommand(['logs', 'se_1'], { env })).code, 1);
  assert.equal((await runCommand(['logs', 'se_1', '--no-follow'], { env })).code, 0);
});

test('without an ID, the most recently started item that the key may read is used', async () => {
  await using service = await startFakeService({
    ...routes,
    'GET /v2/agent/proj_1/jobs?limit=1': () => ({
      body: { jobs: [{ ...agentJob, createdAt: at(2) }], nextCursor: null },
    }),
    'GET /v1/projects/proj_1/deployments?limit=1': () => ({
      body: { deployments: [{ ...deployment, createdAt: at(1) }], nextCursor: null },
    }),
    'GET /v1/static-export/jobs?project=proj_1&limit=1': () => ({
      status: 403,
      body: { error: 'no', code: 'forbidden' },
    }),
  });
  assert.match((await runCommand(['logs'], { env: service.env })).stdout, /^Job +aj_1\n/);
  assert.equal((await runCommand(['logs', 'whe_1'], { env: service.env })).code, 2);
});

test('a project without activity exits with 4, and a key without read access exits with 3', async () => {
  const empty = (name: string) => ({ body: { [name]: [], nextCursor: null } });
  await using nothing = await startFakeService({
    'GET /v2/agent/proj_1/jobs?limit=1': () => empty('jobs'),
    'GET /v1/projects/proj_1/deployments?limit=1': () => empty('deployments'),
    'GET /v1/static-export/jobs?project=proj_1&limit=1': () => empty('jobs'),
  });
  assert.equal((await runCommand(['logs'], { env: nothing.env })).code, 4);
  const refused = () => ({ status: 403, body: { error: 'lacks the scope', code: 'forbidden' } });
  await using blind = await startFakeService({
    'GET /v2/agent/proj_1/jobs?limit=1': refused,
    'GET /v1/projects/proj_1/deployments?limit=1': refused,
    'GET /v1/static-export/jobs?project=proj_1&limit=1': refused,
  });
  assert.equal((await runCommand(['logs'], { env: blind.env })).code, 3);
});
