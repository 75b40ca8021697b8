import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  CodeHostError,
  isCodeHostError,
  knownProtection,
  type BranchProtection,
  type CodeHost,
} from '../../../platform/code-host/index.ts';
import { recordEvent } from './record-event.ts';
import { leaveForReview, mergeRun, type MergeDeps } from './merge-run.ts';
import type { AutomationRow, RunRow } from './tables.ts';
import { openAutomatedDocs, pullRequest, type AutomatedDocs } from './testing/automated-docs.ts';

describe('an automation that merges', () => {
  let automated: AutomatedDocs;
  let automation: AutomationRow;
  let merged: string[] = [];
  before(async () => {
    automated = await openAutomatedDocs();
  });
  after(() => automated.close());
  beforeEach(async () => {
    merged = [];
    const { pool } = automated.deps.database;
    await pool.query('DELETE FROM automations');
    await pool.query('DELETE FROM rate_uses');
    automation = await automated.create({ name: 'Direct', updateMode: 'direct_merge' });
  });

  interface Opened {
    readonly run: RunRow;
    readonly jobId: string;
    readonly branch: string;
    readonly number: number;
    readonly head: string;
  }

  /** A run whose job has opened a pull request on the embedded code host. */
  async function openRun(
    end: { readonly gate?: string; readonly risks?: readonly string[] } = {},
    job: Readonly<Record<string, unknown>> = {},
  ): Promise<Opened> {
    const { docs } = automated;
    const { pool } = docs.database;
    await automated.run(automation.id);
    const [started] = await automated.runsOf(automation.id);
    const jobId = started?.job_id ?? assert.fail('no job');
    const branch = `docwright/${jobId}`;
    const base = (await docs.mirror.fetch({ branches: ['main'] })).branches.get('main');
    const made = await docs.commit(base ?? '', { [`${jobId}.mdx`]: 'New.\n' });
    await docs.mirror.push({ branch, sha: made.sha, expected: null });
    const request = { headBranch: branch, baseBranch: 'main', title: 'T', body: '', draft: false };
    const { number, url } = await docs.host.createPullRequest(request);
    const columns: Readonly<Record<string, unknown>> = {
      status: 'completed',
      result: 'changes',
      publish_state: 'pr_known',
      branch,
      base_commit: base,
      commit_sha: made.sha,
      tree_sha: made.tree,
      pushed_sha: made.sha,
      pr_number: number,
      pr_link: url,
      pr_state: 'open',
      files: JSON.stringify([{ path: `${jobId}.mdx`, change: 'added', added: 1, removed: 0 }]),
      ...job,
    };
    const names = Object.keys(columns);
    await pool.query(
      `UPDATE agent_jobs SET ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`,
      [jobId, ...Object.values(columns)],
    );
    await pool.query(
      `INSERT INTO agent_job_events (job_id, id, type, data)
       SELECT id, last_event_id + 100, 'job.completed', $2 FROM agent_jobs WHERE id = $1`,
      [jobId, JSON.stringify({ gate: 'passed', risks: [], ...end })],
    );
    await automated.endJob(automation.id, { result: 'changes', pullRequest: pullRequest(number) });
    const [run] = await automated.runsOf(automation.id);
    assert.ok(run);
    return { run, jobId, branch, number, head: made.sha };
  }

  const signal = new AbortController().signal;
  const depsWith = (host: Partial<CodeHost> = {}): MergeDeps => ({
    ...automated.deps,
    onMerged: async ({ id }) => void merged.push(id),
    connectRepository: async (owner) => {
      const connected = await automated.deps.connectRepository(owner);
      return { ...connected, host: { ...connected.host, ...host } };
    },
  });
  const protectedBy = (protection: BranchProtection): MergeDeps =>
    depsWith({ getBranchProtection: () => Promise.resolve(protection) });
  const runOf = async ({ run }: Opened): Promise<RunRow> =>
    (await automated.runsOf(automation.id)).find(({ id }) => id === run.id) ?? assert.fail('no run');
  const assertLeft = async (opened: Opened, reason: RegExp): Promise<void> => {
    const { state, outcome } = await runOf(opened);
    assert.equal(state, 'review_needed', outcome ?? '');
    assert.match(outcome ?? '', /^Opened pull request #\d+: Say it\. Left for review: /);
    assert.match(outcome ?? '', reason);
    assert.equal((await automated.docs.host.getPullRequest(opened.number)).state, 'open');
    assert.deepEqual(merged, []);
  };
  const audited = async (jobId: string): Promise<string[]> =>
    (
      await automated.deps.database.pool.query(
        `SELECT actor_name || ' ' || action AS entry FROM audit_events
         WHERE target_id = $1 AND action LIKE '%pull_request_merged'`,
        [jobId],
      )
    ).rows.map(({ entry }) => entry);

  test('merges the commit that was checked, once, in its own name', async () => {
    const opened = await openRun();
    await mergeRun(depsWith(), opened.run.id, signal);
    const { state, outcome } = await runOf(opened);
    assert.deepEqual([state, outcome], ['accepted', `Opened pull request #${opened.number}: Say it. Merged.`]);
    assert.equal((await automated.docs.host.getPullRequest(opened.number)).state, 'merged');
    assert.deepEqual([await audited(opened.jobId), merged], [['Direct agent_job.pull_request_merged'], [opened.jobId]]);
    const head = await automated.docs.headOf('main');
    await mergeRun(depsWith(), opened.run.id, signal);
    assert.deepEqual([await automated.docs.headOf('main'), (await audited(opened.jobId)).length], [head, 1]);
    assert.equal((await runOf(opened)).outcome, outcome);
  });

  test('records a merge whose answer was lost, also in the audit log', async () => {
    const opened = await openRun();
    const losing = depsWith({
      mergePullRequest: async (...args) => {
        await automated.docs.host.mergePullRequest(...args);
        throw new CodeHostError('outcome-unknown', 'no answer');
      },
    });
    await assert.rejects(mergeRun(losing, opened.run.id, signal));
    await mergeRun(depsWith(), opened.run.id, signal);
    assert.equal((await runOf(opened)).state, 'accepted');
    assert.deepEqual([await audited(opened.jobId), merged], [['Direct agent_job.pull_request_merged'], [opened.jobId]]);
  });

  for (const [what, protection, reason] of [
    ['requires approvals', knownProtection({ requiredApprovals: 1 }), /the branch main requires 1 approval\.$/],
    ['requires checks', knownProtection({ requiresChecks: true }), /the branch main requires checks/],
    ['lets only others merge', knownProtection({ mayMerge: false }), /do not let this credential merge/],
    ['can’t be read', { kind: 'unknown', reason: 'No permission.' }, /does not report.*No permission\.$/],
  ] as const) {
    test(`leaves the pull request for review if the branch ${what}`, async () => {
      const opened = await openRun();
      await mergeRun(protectedBy(protection), opened.run.id, signal);
      await assertLeft(opened, reason);
    });
  }

  test('merges into a branch that requires a pull request without approvals', async () => {
    const opened = await openRun();
    await mergeRun(protectedBy(knownProtection({ mayPush: false, requiresPullRequest: true })), opened.run.id, signal);
    assert.equal((await runOf(opened)).state, 'accepted');
  });

  test('leaves it for review if the protection was added between the check and the merge', async () => {
    for (const [code, text] of [
      ['merge-blocked', 'An approval is missing.'],
      ['checks-required', 'A check is missing.'],
      ['forbidden', 'Not allowed.'],
    ] as const) {
      const opened = await openRun();
      const mergePullRequest = () => Promise.reject(new CodeHostError(code, text));
      await mergeRun(depsWith({ mergePullRequest }), opened.run.id, signal);
      await assertLeft(opened, new RegExp(text));
      await automated.docs.host.updatePullRequest(opened.number, { state: 'closed' });
      await automated.deps.database.pool.query('DELETE FROM automation_runs');
    }
  });

  test('never merges commits that it hasn’t checked', async () => {
    const opened = await openRun();
    await automated.docs.pushToBranch(opened.branch, { 'theirs.mdx': 'Theirs.\n' });
    await mergeRun(depsWith(), opened.run.id, signal);
    await assertLeft(opened, /branch has commits that were not part of the checks/);
  });

  test('leaves it for review if the job’s commit is based on commits of others', async () => {
    const opened = await openRun();
    const pushed = await automated.docs.pushToBranch(opened.branch, { 'theirs.mdx': 'Theirs.\n' });
    await automated.deps.database.pool.query('UPDATE agent_jobs SET commit_sha = $2, pushed_sha = $2 WHERE id = $1', [
      opened.jobId,
      pushed,
    ]);
    await mergeRun(depsWith(), opened.run.id, signal);
    await assertLeft(opened, /contains commits of others/);
  });

  test('leaves it for review if its settings were changed after the run started', async () => {
    const opened = await openRun();
    await automated.change(automation.id, { instructions: 'Only this was meant to be merged' });
    await mergeRun(depsWith(), opened.run.id, signal);
    await assertLeft(opened, /changed after the run started/);
  });

  test('leaves it for review if it uses what readers wrote', async () => {
    const { pool } = automated.deps.database;
    const opened = await openRun();
    const evidence = JSON.stringify([{ kind: 'suggestion', text: 'x', source: 'sug_1' }]);
    await pool.query('UPDATE automation_runs SET evidence = $2 WHERE id = $1', [opened.run.id, evidence]);
    await mergeRun(depsWith(), opened.run.id, signal);
    await assertLeft(opened, /uses what readers wrote/);
  });

  test('neither merges nor starts a run after its organization was deleted', async () => {
    const { pool, kysely } = automated.deps.database;
    const opened = await openRun();
    const other = await automated.create({ name: 'Other' });
    const event = { automation: other, subject: 'one', evidence: [] };
    await kysely.transaction().execute((tx) => recordEvent(automated.deps, tx, event));
    await pool.query('UPDATE organizations SET deleted_at = now()');
    try {
      await mergeRun(depsWith(), opened.run.id, signal);
      await automated.advance(other.id);
    } finally {
      await pool.query('UPDATE organizations SET deleted_at = NULL');
    }
    await assertLeft(opened, /its organization was deleted/);
    assert.deepEqual(await automated.runsOf(other.id), []);
    await automated.advance(other.id);
    assert.equal((await automated.runsOf(other.id)).length, 1);
  });

  test('leaves it for review if the base branch moved', async () => {
    const opened = await openRun();
    await automated.docs.moveMain({ 'moved.mdx': 'Moved.\n' });
    await mergeRun(depsWith(), opened.run.id, signal);
    await assertLeft(opened, /the branch main has new commits/);
  });

  test('leaves drafts, and pull requests whose branches were changed', async () => {
    const opened = await openRun();
    const { host } = automated.docs;
    const shownAs = (change: object): MergeDeps =>
      depsWith({ getPullRequest: async (number) => ({ ...(await host.getPullRequest(number)), ...change }) });
    for (const change of [{ draft: true }, { fromFork: true }, { baseBranch: 'other' }, { headBranch: 'other' }]) {
      await automated.deps.database.pool.query(`UPDATE automation_runs SET outcome = $1, merge_state = 'waiting'`, [
        opened.run.outcome,
      ]);
      await mergeRun(shownAs(change), opened.run.id, signal);
      await assertLeft(opened, /is a draft|branches of the pull request were changed/);
    }
  });

  for (const [what, end, job, reason] of [
    ['the docs gate failed', { gate: 'failed' }, {}, /the docs gate did not pass/],
    ['the docs gate did not run', { gate: 'not_run' }, {}, /the docs gate did not pass/],
    ['the review found risks', { risks: ['A doubt.'] }, {}, /found risks/],
    ['the job has further turns', {}, { turns: 2 }, /several turns/],
    ['a follow-up is running', {}, { status: 'active' }, /follow-up/],
    [
      'files are deleted',
      {},
      { files: JSON.stringify([{ path: 'a.mdx', change: 'deleted', added: 0, removed: 9 }]) },
      /it deletes 1 file/,
    ],
  ] as const) {
    test(`leaves it for review if ${what}`, async () => {
      const opened = await openRun(end);
      const names = Object.keys(job);
      if (names.length > 0)
        await automated.deps.database.pool.query(
          `UPDATE agent_jobs SET ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`,
          [opened.jobId, ...Object.values(job)],
        );
      await mergeRun(depsWith(), opened.run.id, signal);
      await assertLeft(opened, reason);
    });
  }

  test('does not merge once it is disabled, or no longer merges', async () => {
    for (const change of [{ enabled: false }, { updateMode: 'pull_request' }] as const) {
      automation = await automated.create({ name: 'Changed', updateMode: 'direct_merge' });
      const opened = await openRun();
      await automated.change(automation.id, change);
      await mergeRun(depsWith(), opened.run.id, signal);
      await assertLeft(opened, /disabled or changed/);
    }
  });

  test('tries again if the code host is unavailable, and explains it in the end', async () => {
    const opened = await openRun();
    const getBranchProtection = () => Promise.reject(new CodeHostError('unavailable', 'The code host is down.'));
    await assert.rejects(mergeRun(depsWith({ getBranchProtection }), opened.run.id, signal), (error) =>
      isCodeHostError(error, 'unavailable'),
    );
    assert.equal((await runOf(opened)).outcome, opened.run.outcome);
    await leaveForReview(depsWith(), opened.run.id, 'the merge failed: The code host is down.');
    await assertLeft(opened, /The code host is down\.$/);
  });

  test('gives one reason, however often and by how many workers it is tried', async () => {
    const opened = await openRun();
    const deps = protectedBy(knownProtection({ requiredApprovals: 1 }));
    const enqueue = () => Promise.reject(new Error('The database is down.'));
    const failing = { ...deps, engine: { ...deps.engine, enqueue } };
    await assert.rejects(mergeRun(failing, opened.run.id, signal), /database is down/);
    assert.equal((await runOf(opened)).outcome, opened.run.outcome);
    await Promise.all([1, 2, 3].map(() => mergeRun(deps, opened.run.id, signal)));
    // The ticket arrives again after its decision, and nothing would prevent the merge anymore.
    await mergeRun(deps, opened.run.id, signal);
    await mergeRun(depsWith(), opened.run.id, signal);
    await leaveForReview(deps, opened.run.id, 'the merge failed');
    await assertLeft(opened, /^(?:(?!Left for review).)*Left for review: the branch main requires 1 approval\.$/);
  });

  test('merges, even if the agent’s summary says that it was left for review', async () => {
    const opened = await openRun();
    const outcome = `${opened.run.outcome} Left for review: nothing.`;
    await automated.deps.database.pool.query('UPDATE automation_runs SET outcome = $1', [outcome]);
    await mergeRun(depsWith(), opened.run.id, signal);
    const { state, merge_state: decision, outcome: told } = await runOf(opened);
    assert.deepEqual([state, decision, told], ['accepted', 'merged', `${outcome} Merged.`]);
  });

  test('two workers merge once', async () => {
    const opened = await openRun();
    await Promise.allSettled([1, 2].map(() => mergeRun(depsWith(), opened.run.id, signal)));
    await mergeRun(depsWith(), opened.run.id, signal);
    const { state, outcome } = await runOf(opened);
    assert.equal(state, 'accepted');
    assert.match(outcome ?? '', /Say it\. Merged\.$/);
    assert.deepEqual((await audited(opened.jobId)).length, 1);
  });

  test('does nothing for runs that do not exist or have ended', async () => {
    await mergeRun(depsWith(), 'run_none', signal);
    await leaveForReview(depsWith(), 'run_none', 'x');
  });
});
