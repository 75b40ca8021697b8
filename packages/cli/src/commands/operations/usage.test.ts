import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand } from '../../testing/run-command.ts';

const total = {
  agentJobs: 3,
  inputTokens: 1200,
  outputTokens: 300,
  agentJobsUsd: 1.5,
  pullRequests: {
    opened: 3,
    merged: 2,
    closed: 1,
    mergedUnchanged: 1,
    mergedChanged: 0,
    lines: 40,
    linesChangedAfter: 1,
    shareChangedAfter: 0.025,
    costPerMergeUsd: 0.75,
  },
  assistantUsd: null,
  exports: 2,
  deployments: 4,
};
const { agentJobs, inputTokens, outputTokens, agentJobsUsd, pullRequests } = total;
const figures = { agentJobs, inputTokens, outputTokens, agentJobsUsd, pullRequests };
const starters = [
  { kind: 'user', id: 'user_1', name: 'ada@example.com', ...figures },
  { kind: 'api_key', id: 'key_1', name: null, ...figures },
  { kind: 'system', id: null, name: null, ...figures },
];
const storage = {
  usedBytes: 3_000_000,
  quotaBytes: 10_000_000,
  repositoryBytes: 2_000_000,
  bundleBytes: 900_000,
  recordBytes: 100_000,
};
const usage = {
  storage,
  month: '2026-11',
  complete: true,
  known: false,
  total,
  projects: [{ projectId: 'proj_1', ...total }],
  starters,
};

test('a month’s usage is printed by project and by the jobs’ starters, and unknown values are labeled', async () => {
  await using service = await startFakeService({
    'GET /v1/usage': () => ({ body: usage }),
    'GET /v1/usage?month=2026-10': () => ({ body: { ...usage, month: '2026-10', projects: [], starters: null } }),
  });
  const { stdout } = await runCommand(['usage'], { env: service.env });
  assert.match(stdout, /proj_1 +3 +1200 +300 +1\.50 +- +2 +4/);
  assert.match(stdout, /all +3 /);
  assert.match(
    stdout,
    /ada@example\.com +member +3 +1200 +300 +1\.50 +2 +0\.75\n *key_1 +API key .*\n *Docwright +system /,
  );
  assert.match(stdout, /A provider didn't report a job's usage/);
  assert.match(stdout, /Stored: 3\.0 MB, of 10\.0 MB \(repositories 2\.0 MB, /);
  assert.match(stdout, /proj_1 +3 +2 +1 +1 of 1 +2\.5% of 40 +0\.75\n *all +3 +2 /);
  const before = await runCommand(['usage', '--month', '2026-10'], { env: service.env });
  assert.match(before.stdout, /Nothing was started in 2026-10\./);
});

test('the pull request table is omitted if no pull requests were opened, and unknown figures aren’t shown as zero', async () => {
  const unknown = { ...total.pullRequests, mergedUnchanged: 0, shareChangedAfter: null, costPerMergeUsd: null };
  const none = { ...unknown, opened: 0, merged: 0, closed: 0 };
  const of = (pullRequests: object) => ({
    ...usage,
    total: { ...total, pullRequests },
    projects: [{ projectId: 'proj_1', ...total, pullRequests }],
    starters: null,
  });
  await using service = await startFakeService({
    'GET /v1/usage': () => ({ body: of(unknown) }),
    'GET /v1/usage?month=2026-10': () => ({ body: of(none) }),
  });
  const { stdout } = await runCommand(['usage'], { env: service.env });
  assert.match(stdout, /proj_1 +3 +2 +1 +- +- +-\n/);
  const empty = await runCommand(['usage', '--month', '2026-10'], { env: service.env });
  assert.doesNotMatch(empty.stdout, /PULL REQUESTS/);
});
