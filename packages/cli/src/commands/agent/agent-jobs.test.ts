import assert from 'node:assert/strict';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { agentJob } from '../../testing/samples.ts';
import { maxAttachmentBytes, maxAttachments } from '@docwright/contract';
import * as ours from './read-attachments.ts';

const path = '/v2/agent/proj_1/job/aj_1';
const events = [
  { id: 1, type: 'job.created', at: '2026-01-01T00:00:00.000Z', data: {} },
  { id: 2, type: 'job.completed', at: '2026-01-01T00:00:01.000Z', data: { result: 'changes' } },
];
const eventStream = {
  body: events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  headers: { 'content-type': 'text/event-stream' },
};

test('jobs create sends the prompt, the given fields and the API key', async () => {
  await using service = await startFakeService({
    'POST /v2/agent/proj_1/job': () => ({ status: 201, body: { ...agentJob, status: 'active' } }),
  });
  const { code, json } = await runJson(['jobs', 'create', 'fix broken links', '--draft'], { env: service.env });
  assert.equal(code, 0);
  assert.equal(json['id'], 'aj_1');
  const [request] = service.requests;
  assert.deepEqual(request?.body, { prompt: 'fix broken links', asDraft: true });
  assert.equal(request?.authorization, 'Bearer dw_test');
});

test('with -, the prompt is read from stdin, and an empty prompt is rejected', async () => {
  await using service = await startFakeService({
    'POST /v2/agent/proj_1/job': () => ({ status: 201, body: agentJob }),
  });
  await runCommand(['jobs', 'create', '-'], { env: service.env, stdin: 'many\nlines é\n' });
  assert.deepEqual(service.requests[0]?.body, { prompt: 'many\nlines é\n' });
  assert.equal((await runCommand(['jobs', 'create', '-'], { env: service.env })).code, 2);
});

test('--attach has the same limits as the API', () => {
  assert.deepEqual([ours.maxAttachments, ours.maxAttachmentBytes], [maxAttachments, maxAttachmentBytes]);
});

test('--attach sends images with their names, and rejects missing files, folders, large files and too many files', async () => {
  await using service = await startFakeService({
    'POST /v2/agent/proj_1/job': () => ({ status: 201, body: agentJob }),
    [`POST ${path}/message`]: () => ({ body: agentJob }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'docwright-attach-'));
  try {
    await writeFile(join(folder, 'error.png'), 'pixels');
    await writeFile(join(folder, 'large.png'), '');
    await truncate(join(folder, 'large.png'), 3_500_001);
    const image = { name: 'error.png', content: Buffer.from('pixels').toString('base64') };
    const given = { env: service.env, cwd: folder };
    await runCommand(['jobs', 'create', 'x', '--attach', 'error.png', '--attach', './error.png'], given);
    await runCommand(['jobs', 'message', 'aj_1', 'x', '--attach', join(folder, 'error.png')], given);
    assert.deepEqual(
      service.requests.map(({ body }) => body),
      [
        { prompt: 'x', attachments: [image, image] },
        { prompt: 'x', attachments: [image] },
      ],
    );
    for (const [files, message] of [
      [['none.png'], /none\.png can't be read: the file doesn't exist/],
      [['.'], /can't be read: it is a folder/],
      [['large.png'], /large\.png has 3500001 bytes; at most 3500000/],
      [Array.from({ length: 11 }, () => 'error.png'), /--attach accepts 10 files, not 11/],
    ] as const) {
      const { code, stderr } = await runCommand(
        ['jobs', 'create', 'x', ...files.flatMap((file) => ['--attach', file])],
        given,
      );
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    assert.equal(service.requests.length, 2, 'nothing else is sent');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('jobs create --wait prints the events on stderr and ends with the job', async () => {
  await using service = await startFakeService({
    'POST /v2/agent/proj_1/job': () => ({ status: 201, body: { ...agentJob, status: 'active' } }),
    [`GET ${path}/events`]: () => eventStream,
    [`GET ${path}`]: () => ({ body: agentJob }),
    [`GET ${path}?wait=30`]: () => ({ body: agentJob }),
  });
  const { code, stdout, stderr } = await runCommand(['jobs', 'create', 'x', '--wait'], { env: service.env });
  assert.equal(code, 0);
  assert.equal(stderr, '00:00:00 job.created\n00:00:01 job.completed result=changes\n');
  assert.match(stdout, /Pull request {2}https:\/\/host\/docs\/pull\/1/);
});

test('jobs get prints the known merge data', async () => {
  const merge = { unchanged: false, linesChangedBefore: 1, lines: 3, linesChangedAfter: 2, measuredAt: null };
  const show = async (known: object): Promise<string> => {
    await using service = await startFakeService({
      [`GET ${path}`]: () => ({ body: { ...agentJob, merge: { ...merge, ...known } } }),
    });
    return (await runCommand(['jobs', 'get', 'aj_1', '--project', 'proj_1'], { env: service.env })).stdout;
  };
  assert.match(await show({}), /Merged +changed by others \(1 line\); 2 of 3 lines changed 14 days later\n/);
  assert.match(await show({ unchanged: true, linesChangedAfter: null }), /Merged +unchanged\n/);
  assert.doesNotMatch(await show({ unchanged: null, linesChangedAfter: null }), /Merged/);
});

test('waiting for a job that fails exits with 1; showing the failed job later exits with 0', async () => {
  const failed = {
    ...agentJob,
    status: 'failed',
    error: { code: 'repository_empty', message: 'no commits', remedy: 'Push one.', retryable: false },
  };
  await using service = await startFakeService({
    [`GET ${path}/events`]: () => eventStream,
    [`GET ${path}`]: () => ({ body: failed }),
    [`GET ${path}?wait=30`]: () => ({ body: failed }),
  });
  const watched = await runCommand(['jobs', 'watch', 'aj_1'], { env: service.env });
  assert.equal(watched.code, 1);
  assert.match(watched.stdout, /repository_empty: no commits\n {2}Push one\./);
  assert.equal((await runCommand(['jobs', 'get', 'aj_1'], { env: service.env })).code, 0);
});

for (const [result, expected] of Object.entries({
  changes: 0,
  no_changes: 0,
  answer: 0,
  needs_input: 8,
  needs_model: 8,
  blocked_by_policy: 8,
  conflict: 8,
})) {
  test(`waiting for a job that ends as ${result} exits with ${expected}`, async () => {
    const ended = { ...agentJob, result };
    await using service = await startFakeService({
      'POST /v2/agent/proj_1/job': () => ({ status: 201, body: { ...agentJob, status: 'active', result: null } }),
      [`GET ${path}/events`]: () => eventStream,
      [`GET ${path}`]: () => ({ body: ended }),
      [`GET ${path}?wait=30`]: () => ({ body: ended }),
    });
    assert.equal((await runCommand(['jobs', 'create', 'x', '--wait'], { env: service.env })).code, expected);
    assert.equal((await runCommand(['jobs', 'create', 'x'], { env: service.env })).code, 0);
    assert.equal((await runCommand(['jobs', 'get', 'aj_1'], { env: service.env })).code, 0);
  });
}

test('an answer is shown with its cited lines', async () => {
  const lines = { repository: 'https://github.com/acme/docs', commit: 'abcdef0123'.repeat(4), path: 'docs/keys.mdx' };
  const citations = [
    { ...lines, from: 3, to: 7 },
    { ...lines, from: 9, to: 9 },
  ];
  const summary = 'After a month.';
  const ended = {
    ...agentJob,
    result: 'answer',
    prLink: null,
    files: [],
    summary,
    answer: { text: summary, citations },
  };
  await using service = await startFakeService({ [`GET ${path}`]: () => ({ body: ended }) });
  const { stdout } = await runCommand(['jobs', 'get', 'aj_1'], { env: service.env });
  assert.ok(
    stdout.includes(
      'After a month.\n\nSources:\n  docs/keys.mdx:3-7 (acme/docs@abcdef0)\n  docs/keys.mdx:9 (acme/docs@abcdef0)',
    ),
    stdout,
  );
});

test('jobs list reads further pages if the limit is larger than a page', async () => {
  await using service = await startFakeService({
    'GET /v2/agent/proj_1/jobs?limit=100': () => ({ body: { jobs: [agentJob], nextCursor: 'c' } }),
    'GET /v2/agent/proj_1/jobs?limit=100&cursor=c': () => ({ body: { jobs: [agentJob], nextCursor: null } }),
  });
  const { json } = await runJson(['jobs', 'list', '--limit', '150'], { env: service.env });
  assert.equal((json['jobs'] as unknown[]).length, 2);
});

test('jobs diff prints only the diff', async () => {
  await using service = await startFakeService({ [`GET ${path}/diff`]: () => ({ body: '--- a\n+++ b\n' }) });
  assert.equal((await runCommand(['jobs', 'diff', 'aj_1'], { env: service.env })).stdout, '--- a\n+++ b\n');
});

test('jobs message --wait sends the follow-up', async () => {
  await using service = await startFakeService({
    [`GET ${path}/events`]: () => ({ body: { events: events.slice(0, 1) } }),
    [`POST ${path}/message`]: () => ({ body: { ...agentJob, status: 'active' } }),
    [`GET ${path}`]: () => ({ body: agentJob }),
    [`GET ${path}?wait=30`]: () => ({ body: agentJob }),
  });
  await runCommand(['jobs', 'message', 'aj_1', 'more', '--wait'], { env: service.env });
  const sent = service.requests.find(({ route }) => route.startsWith('POST'));
  assert.deepEqual(sent?.body, { prompt: 'more' });
});

test('without --project, a key’s only project is used, and a key with several projects is rejected', async () => {
  const project = (id: string) => ({ id, name: id });
  const env = (baseUrl: string) => ({ DOCWRIGHT_BASE_URL: baseUrl, DOCWRIGHT_API_KEY: 'dw_test' });
  await using one = await startFakeService({
    'GET /v1/projects?limit=10': () => ({ body: { projects: [project('proj_1')], nextCursor: null } }),
    [`GET ${path}`]: () => ({ body: agentJob }),
  });
  assert.equal((await runCommand(['jobs', 'get', 'aj_1'], { env: env(one.baseUrl) })).code, 0);
  await using two = await startFakeService({
    'GET /v1/projects?limit=10': () => ({ body: { projects: [project('a'), project('b')], nextCursor: null } }),
  });
  const { code, stderr } = await runCommand(['jobs', 'get', 'aj_1'], { env: env(two.baseUrl) });
  assert.equal(code, 2);
  assert.match(stderr, /--project.*a \(a\), b \(b\)/);
});

test('jobs cancel exits with 0 even though a canceled job counts as failed', async () => {
  const error = { code: 'cancelled', message: 'cancelled', remedy: '', retryable: false };
  await using service = await startFakeService({
    [`POST ${path}/cancel`]: () => ({ body: { ...agentJob, status: 'failed', error } }),
  });
  assert.equal((await runCommand(['jobs', 'cancel', 'aj_1'], { env: service.env })).code, 0);
});
