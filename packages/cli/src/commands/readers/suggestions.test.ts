import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { agentJob } from '../../testing/samples.ts';

const at = '2026-01-01T00:00:00.000Z';
const path = '/v1/projects/proj_1/suggestions';
const suggestion = {
  id: 'sug_1',
  kind: 'missing_topic',
  title: 'Nothing found for “rotate keys”',
  status: 'open',
  visitors: 4,
  lastSeenAt: at,
  evidence: [{ kind: 'search', text: 'rotate keys', visitors: 4, lastSeenAt: at }],
  pages: [{ path: '/guides/keys', title: 'Keys', changedAt: null }],
  prompt: 'Write it.',
  job: null,
  effect: null,
};

test('suggestions list sends only the given filters, and reports an incomplete list', async () => {
  const other = { ...suggestion, id: 'sug_2', title: `No page at /${'x'.repeat(100)}`, job: { id: 'aj_1' } };
  await using service = await startFakeService({
    [`GET ${path}`]: () => ({ body: { suggestions: [suggestion, other], complete: true } }),
    [`GET ${path}?status=resolved&minVisitors=1&limit=100`]: () => ({ body: { suggestions: [], complete: false } }),
  });
  const list = (...args: string[]) => runCommand(['suggestions', 'list', ...args], { env: service.env });
  const { stdout } = await list();
  assert.match(
    stdout,
    /^ID +KIND +STATUS +READERS +JOB +TITLE\nsug_1 +missing_topic +open +4 +Nothing found for “rotate keys”\n/,
  );
  assert.match(stdout, /\nsug_2 .* aj_1 +No page at \/x+…\n$/);
  const some = ['--status', 'resolved', '--min-visitors', '1', '--limit', '100'];
  assert.match((await list(...some)).stdout, /^No suggestions\.\nNot all suggestions are shown: /);
  for (const args of [
    ['--status', 'done'],
    ['--min-visitors', '0'],
    ['--limit', '101'],
  ])
    assert.equal((await list(...args)).code, 2, args.join(' '));
  assert.equal(service.requests.length, 2);
  const { json } = await runJson(['suggestions', 'list'], { env: service.env });
  assert.deepEqual(json, { suggestions: [suggestion, other], complete: true });
});

test('suggestions dismiss and suggestions reopen set the status, and show a change’s effect', async () => {
  const pullRequest = { url: 'https://host/docs/pull/1', state: 'merged' };
  const job = { id: 'aj_1', status: 'completed', result: 'changes', pullRequest };
  const effect = { since: at, before: { visitors: 9, days: 14 }, after: { visitors: 1, days: 1 } };
  const sets = [
    {
      ...suggestion,
      status: 'dismissed',
      pages: [{ path: '/guides/keys', title: 'Keys', changedAt: '2026-01-03T00:00:00.000Z' }],
    },
    { ...suggestion, status: 'resolved', job, effect },
    { ...suggestion, status: 'resolved', job, effect: { ...effect, after: null } },
  ];
  await using service = await startFakeService({ [`PATCH ${path}/sug_1`]: () => ({ body: sets.shift() }) });
  const run = (name: string) => runCommand(['suggestions', name, 'sug_1'], { env: service.env });
  const dismissed = await run('dismiss');
  assert.match(
    dismissed.stdout,
    /^ID +sug_1\n[\s\S]*Readers +4\nPage +\/guides\/keys \(changed 2026-01-03, after readers last had this problem\)\n$/,
  );
  const { stdout } = await run('reopen');
  assert.match(stdout, /Pull request +https:\/\/host\/docs\/pull\/1 \(merged\)\n/);
  assert.match(stdout, /Effect +9 readers in 14 days before, 1 reader in 1 day after\n/);
  assert.match((await run('reopen')).stdout, /9 readers in 14 days before, no full day yet after\n/);
  assert.deepEqual(
    service.requests.map(({ body }) => body),
    [{ status: 'dismissed' }, { status: 'open' }, { status: 'open' }],
  );
});

test('suggestions fix sends only the given fields, and prints how to follow the job', async () => {
  const job = { ...agentJob, status: 'active', result: null, prLink: null };
  await using service = await startFakeService({ [`POST ${path}/sug_1/job`]: () => ({ status: 201, body: job }) });
  const args = ['suggestions', 'fix', 'sug_1'];
  const { stdout, code } = await runCommand(args, { env: service.env });
  assert.equal(code, 0);
  assert.match(stdout, /^Job +aj_1\n[\s\S]*\nFollow it: docwright jobs watch aj_1 --project proj_1\n$/);
  const { json } = await runJson([...args, '--prompt', '-', '--draft'], { env: service.env, stdin: 'many\nlines\n' });
  assert.equal(json['id'], 'aj_1');
  assert.equal((await runCommand([...args, '--prompt', '-'], { env: service.env })).code, 2);
  assert.deepEqual(
    service.requests.map(({ body }) => body),
    [{}, { prompt: 'many\nlines\n', asDraft: true }],
  );
});

test('suggestions fix and dismiss report a conflict while a job handles the suggestion', async () => {
  const refused = { error: 'The suggestion "sug_1" is being handled by job aj_1.', code: 'suggestion_in_progress' };
  await using service = await startFakeService({
    [`POST ${path}/sug_1/job`]: () => ({ status: 409, body: refused }),
    [`PATCH ${path}/sug_1`]: () => ({ status: 409, body: refused }),
  });
  for (const name of ['fix', 'dismiss']) {
    const { code, stderr } = await runCommand(['suggestions', name, 'sug_1'], { env: service.env });
    assert.equal(code, 6);
    assert.match(stderr, /handled by job aj_1/);
  }
  assert.equal(service.requests.length, 2);
});
