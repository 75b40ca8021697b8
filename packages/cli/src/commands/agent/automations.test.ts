import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const at = '2026-01-01T00:00:00.000Z';
const path = '/v1/projects/proj_1/automations';
const run = {
  id: 'run_1',
  automationId: 'auto_1',
  projectId: 'proj_1',
  state: 'no_changes',
  trigger: 'schedule',
  startedBy: null,
  events: 1,
  jobId: 'aj_1',
  pullRequest: null,
  costUsd: 0.5,
  outcome: 'All links work.',
  createdAt: at,
  startedAt: at,
  endedAt: at,
};
const automation = {
  id: 'auto_1',
  projectId: 'proj_1',
  name: 'Nightly',
  kind: 'custom',
  targetLanguages: [],
  enabled: true,
  trigger: { type: 'schedule', cron: '0 9 * * 1', timeZone: 'UTC' },
  instructions: 'fix broken links',
  contextRepositories: [],
  limits: { runsPerDay: 24, usdPerMonth: null, openPullRequests: 1 },
  notify: ['ada@example.com'],
  eventUrl: null,
  nextRunAt: at,
  waitingEvents: 0,
  waitingFor: null,
  lastRun: run,
  source: null,
  createdBy: 'ada@example.com',
  createdAt: at,
  updatedAt: at,
};

test('automations create sends the settings from its options and prints the secret', async () => {
  const secret = 'whsec_once';
  await using service = await startFakeService({
    [`POST ${path}`]: () => ({ status: 201, body: { ...automation, trigger: { type: 'event' }, secret } }),
  });
  const { stdout } = await runCommand(
    [
      'automations',
      'create',
      'Tickets',
      '--on',
      'event',
      '--instructions',
      'Do it.',
      '--usd-per-month',
      '5',
      '--notify',
      'ada@example.com',
      '--context',
      'https://host/code#dev src',
    ],
    { env: service.env },
  );
  assert.match(stdout, /Secret +whsec_once/);
  assert.deepEqual(service.requests[0]?.body, {
    name: 'Tickets',
    instructions: 'Do it.',
    trigger: { type: 'event' },
    limits: { usdPerMonth: 5 },
    contextRepositories: [{ repository: 'https://host/code', branch: 'dev', paths: ['src'] }],
    notify: ['ada@example.com'],
  });
});

test('automations list and its alias workflows list show automations with their last outcome', async () => {
  const problem = { path: '.docwright/automations/a.yaml', line: 3, message: '`trigger` is required.' };
  const source = { path: '.docwright/automations/b.yaml', commit: 'c0ffee0000' };
  await using service = await startFakeService({
    [`GET ${path}`]: () => ({ body: { automations: [automation], problems: [problem] } }),
    [`GET ${path}/auto_1`]: () => ({ body: { ...automation, source } }),
  });
  for (const name of ['automations', 'workflows']) {
    const { stdout } = await runCommand([name, 'list'], { env: service.env });
    assert.match(stdout, /auto_1 +Nightly +on +0 9 \* \* 1 \(UTC\) +no_changes +All links work\./);
    assert.match(stdout, /^\.docwright\/automations\/a\.yaml:3: `trigger` is required\.$/m);
  }
  const { stdout } = await runCommand(['automations', 'get', 'auto_1'], { env: service.env });
  assert.match(stdout, /File +\.docwright\/automations\/b\.yaml at c0ffee0$/m);
});

test('automations update rejects trigger settings without a trigger type, and negative limits', async () => {
  await using service = await startFakeService({
    [`PATCH ${path}/auto_1`]: () => ({ body: { ...automation, secret: null } }),
  });
  const update = (...args: string[]) => runCommand(['automations', 'update', 'auto_1', ...args], { env: service.env });
  assert.equal((await update('--cron', '0 9 * * *')).code, 2);
  assert.equal((await update('--usd-per-month', '-1')).code, 2);
  assert.equal(service.requests.length, 0);
  assert.equal((await update('--on', 'schedule', '--cron', '0 9 * * *', '--usd-per-month', 'none')).code, 0);
  assert.deepEqual(service.requests[0]?.body, {
    trigger: { type: 'schedule', cron: '0 9 * * *' },
    limits: { usdPerMonth: null },
  });
});

test('automations run, runs and get-run show runs', async () => {
  const evidence = [{ kind: 'commit', text: 'Rename a flag', source: 'https://host/code@c0ffee' }];
  await using service = await startFakeService({
    [`POST ${path}/auto_1/run`]: () => ({ status: 202, body: run }),
    [`GET ${path}/auto_1/runs?state=no_changes&limit=5`]: () => ({ body: { runs: [run], nextCursor: null } }),
    [`GET ${path}/auto_1/runs/run_1`]: () => ({ body: { ...run, evidence } }),
  });
  const { env } = service;
  assert.match((await runCommand(['automations', 'run', 'auto_1'], { env })).stdout, /Outcome +All links work\./);
  const listed = await runCommand(['automations', 'runs', 'auto_1', '--state', 'no_changes', '--limit', '5'], { env });
  assert.match(listed.stdout, /run_1 +no_changes +schedule/);
  const shown = await runCommand(['automations', 'get-run', 'auto_1', 'run_1'], { env });
  assert.match(shown.stdout, /commit https:\/\/host\/code@c0ffee\nRename a flag/);
  const { json } = await runJson(['automations', 'get-run', 'auto_1', 'run_1'], { env });
  assert.deepEqual(json, { ...run, evidence });
});

test('automations dry-run shows the events, prompt and scope, and the job that makes the changes', async () => {
  const tried = {
    events: [
      { kind: 'commit', at, text: 'Format', source: 'https://host/code@c0ffee', ignored: 'Its author is excluded.' },
    ],
    waitingEvents: 0,
    waitingFor: null,
    prompt: 'Fix broken links',
    asksFirst: true,
    evidence: [],
    scope: {
      repository: 'https://host/docs',
      branch: 'main',
      docsFolder: 'docs',
      model: 'builtin/rules-1',
      allowPaths: ['**'],
      denyPaths: [],
      contextRepositories: [],
      pullRequest: null,
    },
    jobId: 'aj_2',
  };
  await using service = await startFakeService({ [`POST ${path}/auto_1/dry-run`]: () => ({ body: tried }) });
  const { stdout } = await runCommand(['automations', 'dry-run', 'auto_1', '--diff'], { env: service.env });
  for (const part of [
    /Format +Its author is excluded\./,
    /Prompt\nFix broken links/,
    /docwright jobs diff aj_2$/m,
    /a new one/,
  ])
    assert.match(stdout, part);
  assert.deepEqual(service.requests[0]?.body, { diff: true });
});
