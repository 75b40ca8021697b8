import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { goodScript, smallSite, startAgentBench, type AgentBench } from './agent-bench.ts';

/**
 * Cancels while the agent works, and while its work is published. Other moments are tested next to the code of a job's
 * turn.
 */
const steps = ['step.tools:2', 'branch.pushed'] as const;

describe('a job that is canceled', () => {
  let bench: AgentBench;
  before(async () => (bench = await startAgentBench()));
  after(() => bench[Symbol.asyncDispose]());

  for (const [index, step] of steps.entries()) {
    test(`after ${step} fails as cancelled, remains in that state, and has at most one pull request`, async () => {
      const project = await bench.createProject(`cancel-${index}`, smallSite);
      await bench.script(project, goodScript);
      const { service } = bench;
      const id = await bench.start(project, 'Write color.');
      const path = `/v2/agent/${project}/job/${id}`;
      const cancelled = await cancelAfter(`${service.baseUrl}${path}`, service.apiKey, step);
      const job = await bench.wait(project, id);
      if (cancelled) {
        assert.deepEqual([job.status, job.error.code, job.result], ['failed', 'cancelled', null]);
        assert.equal((await service.request('POST', `${path}/cancel`)).status, 409);
      } else assert.equal(job.status, 'completed', 'it had just ended');
      await settled(bench);
      const later = await bench.wait(project, id);
      assert.deepEqual([later.status, later.updatedAt], [job.status, job.updatedAt], 'nothing is written after that');
      assert.ok((await pullRequestsOf(bench, id)).length <= 1);
      // A canceled job can continue, even if its work has already been pushed. If its pull request is known, the pull
      // request already contains all of the work.
      const isShown = !cancelled || job.prLink !== null;
      await bench.script(project, goodScript);
      const resumed = await bench.followUp(project, id, 'Continue.');
      assert.equal(resumed.result, isShown ? 'no_changes' : 'changes', JSON.stringify(resumed));
      const [pull, ...others] = await pullRequestsOf(bench, id);
      assert.deepEqual([pull?.state, others.length], ['open', 0]);
      assert.match(await bench.page(resumed.prLink), /The color of the sea/);
    });
  }
});

/** Reads the event stream up to the step, and cancels immediately. Returns false if the job had ended by then. */
async function cancelAfter(url: string, key: string, step: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const stream = await fetch(`${url}/events`, { headers: { ...headers, accept: 'text/event-stream' } });
  const [type, number] = step.split(':');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const seen = text.split('\n').filter((line) => line === `event: ${type ?? ''}`).length;
    if (seen >= Number(number ?? 1)) break;
  }
  return (await fetch(`${url}/cancel`, { method: 'POST', headers })).status === 200;
}

async function pullRequestsOf(bench: AgentBench, jobId: string): Promise<{ readonly state: string }[]> {
  const { pool } = bench.service.api.platform.database;
  const query = 'select state from local_pull_requests where head_branch = $1';
  return (await pool.query<{ state: string }>(query, [`docwright/${jobId}`])).rows;
}

/** Waits until no worker has a job. */
async function settled(bench: AgentBench): Promise<void> {
  const { pool } = bench.service.api.platform.database;
  for (;;) {
    const { rows } = await pool.query("select 1 from pgboss.job where state = 'active' and name like 'agent%' limit 1");
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
