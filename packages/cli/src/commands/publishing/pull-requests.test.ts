import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const head = 'c0ffee0000000000000000000000000000000001';
const own = {
  projectId: 'proj_1',
  number: 6,
  url: 'https://host/docs/pull/6',
  title: 'Next chapter',
  author: 'ada',
  headBranch: 'next',
  headCommit: 'beef',
  baseBranch: 'main',
  fork: false,
  waitsForApproval: false,
  approval: null,
  problem: null,
};
const fork = {
  ...own,
  number: 7,
  title: null,
  author: null,
  headBranch: 'fix',
  headCommit: head,
  fork: true,
  waitsForApproval: true,
};
const approval = { commit: head, by: 'Ada', at: '2026-01-01T00:00:00.000Z' };
const list = 'GET /v1/projects/proj_1/pull-requests';
const approve = 'POST /v1/projects/proj_1/pull-requests/7/approve';
const project = ['--project', 'proj_1'];

test('the list shows which pull requests wait for approval, and --waiting leaves out all others', async () => {
  await using service = await startFakeService({
    [list]: () => ({
      body: { pullRequests: [fork, own, { ...fork, number: 5, waitsForApproval: false, approval }] },
    }),
  });
  const all = await runCommand(['pull-requests', 'list', ...project], { env: service.env });
  assert.match(all.stdout, /#7 +fix +c0ffee000000 +main +waits for approval/);
  assert.match(all.stdout, /#6 +Next chapter +ada +next +beef +main +from its branch/);
  assert.match(all.stdout, /#5 .* approved by Ada/);
  const { json } = await runJson(['pull-requests', 'list', '--waiting', ...project], { env: service.env });
  assert.deepEqual(json['pullRequests'], [fork]);
});

test('approve completes a head commit abbreviated to 7 characters, and sends other commits as given', async () => {
  await using service = await startFakeService({
    [list]: () => ({ body: { pullRequests: [fork] } }),
    [approve]: () => ({ body: { ...fork, waitsForApproval: false, approval } }),
  });
  const run = (commit: string) =>
    runCommand(['pull-requests', 'approve', '#7', '--commit', commit, ...project], { env: service.env });
  assert.match((await run(head.slice(0, 7))).stdout, /#7 is approved at c0ffee000000/);
  await run('c0ffee');
  await run('dead00000000');
  assert.deepEqual(
    service.requests.filter(({ body }) => body !== undefined && body !== null).map(({ body }) => body),
    [{ commit: head }, { commit: 'c0ffee' }, { commit: 'dead00000000' }],
  );
  const none = await runCommand(['pull-requests', 'approve', '7', ...project], { env: service.env });
  assert.equal(none.code, 2);
  assert.match(none.stderr, /--commit/);
});
