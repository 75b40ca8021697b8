import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { agentJob } from '../../testing/samples.ts';

const path = '/v2/agent/proj_1/job/aj_1';
const head = 'c0ffee0000000000000000000000000000000001';
const pullRequest = { number: 7, url: 'https://host/pull/7', state: 'open', headCommit: head, endedAt: null };
const project = ['--project', 'proj_1'];

const start = () =>
  startFakeService({
    [`GET ${path}`]: () => ({ body: { ...agentJob, pullRequest } }),
    [`POST ${path}/pull-request/merge`]: () => ({ body: { ...pullRequest, state: 'merged' } }),
    [`POST ${path}/pull-request/close`]: () => ({ body: { ...pullRequest, state: 'closed' } }),
    [`POST ${path}/pull-request/comments`]: () => ({ status: 201, body: { url: 'https://host/pull/7#c1' } }),
  });

test('jobs merge merges the commit that the job pushed, or the given commit', async () => {
  await using service = await start();
  const run = (...options: string[]) =>
    runCommand(['jobs', 'merge', 'aj_1', ...options, ...project], { env: service.env });
  assert.match((await run()).stdout, /Pull request #7 is merged: https:\/\/host\/pull\/7/);
  await run('--commit', head.slice(0, 7));
  await run('--commit', 'd'.repeat(40));
  assert.deepEqual(
    service.requests.flatMap(({ body }) => (body === undefined ? [] : [body])),
    [{ headCommit: head }, { headCommit: head }, { headCommit: 'd'.repeat(40) }],
  );
});

test('jobs merge fails with an error if the job has no pull request', async () => {
  await using service = await startFakeService({ [`GET ${path}`]: () => ({ body: agentJob }) });
  const { code, stderr } = await runCommand(['jobs', 'merge', 'aj_1', ...project], { env: service.env });
  assert.equal(code, 6);
  assert.match(stderr, /"aj_1" has no pull request/);
});

test('jobs close closes the pull request, and jobs comment prints the comment’s address', async () => {
  await using service = await start();
  const closed = await runJson(['jobs', 'close', 'aj_1', ...project], { env: service.env });
  assert.equal(closed.json['state'], 'closed');
  const commented = await runCommand(['jobs', 'comment', 'aj_1', '-', ...project], {
    env: service.env,
    stdin: 'Looks good.',
  });
  assert.equal(commented.stdout.trim(), 'https://host/pull/7#c1');
  assert.deepEqual(service.requests.at(-1)?.body, { text: 'Looks good.' });
});
