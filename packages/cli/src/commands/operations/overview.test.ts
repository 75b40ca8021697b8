import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand } from '../../testing/run-command.ts';

const overview = {
  since: '2026-01-01T00:00:00.000Z',
  complete: true,
  agentJobs: { total: 3, outcomes: [{ outcome: 'no_changes', jobs: 3 }], openPullRequests: 1 },
  deployments: { total: 4, ready: 3, failed: 1, newest: [] },
  spend: { agentJobsUsd: 1.5, known: false, assistantUsd: null, projects: [] },
  failures: [
    { kind: 'agent_job', id: 'aj_1', projectId: 'proj_1', message: 'No model.', at: '2026-01-02T00:00:00.000Z' },
  ],
};

test('the overview shows figures and failures, and leaves out data that the key can’t read', async () => {
  await using service = await startFakeService({
    'GET /v1/overview': () => ({ body: overview }),
    'GET /v1/overview?project=proj_1': () => ({ body: { ...overview, agentJobs: null, failures: [] } }),
  });
  const { stdout } = await runCommand(['overview'], { env: service.env });
  assert.match(stdout, /Outcomes +3 no changes/);
  assert.match(stdout, /Deployments +4, 3 ready, 1 failed/);
  assert.match(stdout, /Spend on agent jobs +1\.50 USD or more/);
  assert.match(stdout, /agent job +aj_1 +proj_1 +No model\./);
  assert.doesNotMatch(stdout, /Assistant/);
  const own = await runCommand(['overview', '--project', 'proj_1'], { env: service.env });
  assert.match(own.stdout, /No failures/);
  assert.doesNotMatch(own.stdout, /Outcomes/);
});
