import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  CodeHostError,
  isCodeHostError,
  knownProtection,
  type BranchProtection,
  type CodeHost,
  type CommitCheck,
  type RequiredChecks,
} from '../../../platform/code-host/index.ts';
import { HOME, principalOf } from '../../../testing/module-database.ts';
import { recordEvent } from './record-event.ts';
import { leaveForReview, mergeRun, type MergeDeps } from './merge-run.ts';
import { changeAutomation } from './save-automation.ts';
import type { AutomationRow, RunRow } from './tables.ts';
import { toRun } from './to-automation.ts';
import { openAutomatedDocs, pullRequest, type AutomatedDocs } from './testing/automated-docs.ts';

describe('an automation that merges', () => {
  let automated: AutomatedDocs;
  let automation: AutomationRow;
  let merged: string[] = [];
  let reported: string[] = [];
  before(async () => {
    automated = await openAutomatedDocs();
  });
  after(() => automated.close());
  beforeEach(async () => {
    merged = [];
    reported = [];
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

  /** Creates a run whose job has opened a pull request on the embedded code host. */
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
  const merge = (deps: MergeDeps, runId: string, attempt = 0): Promise<void> =>
    mergeRun(deps, { runId, attempt }, signal);
  const depsWith = (host: Partial<CodeHost> = {}): MergeDeps => ({
    ...automated.deps,
    onMerged: async ({ id }) => void merged.push(id),
    publishEvent: async (_tx, { type }) => void reported.push(type),
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
    assert.deepEqual([merged, [...new Set(reported)]], [[], ['automation.run.review_needed']]);
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
    await merge(depsWith(), opened.run.id);
    await merge(depsWith(), opened.run.id);
    assert.deepEqual(reported, ['automation.run.accepted']);
    const { state, outcome } = await runOf(opened);
    assert.deepEqual([state, outcome], ['accepted', `Opened pull request #${opened.number}: Say it. Merged.`]);
    assert.equal((await automated.docs.host.getPullRequest(opened.number)).state, 'merged');
    assert.deepEqual([await audited(opened.jobId), merged], [['Direct agent_job.pull_request_merged'], [opened.jobId]]);
    const head = await automated.docs.headOf('main');
    await merge(depsWith(), opened.run.id);
    assert.deepEqual([await automated.docs.headOf('main'), (await audited(opened.jobId)).length], [head, 1]);
    assert.equal((await runOf(opened)).outcome, outcome);
  });

  for (const [name, change, reason] of [
    ['may still merge', undefined, undefined],
    ['was removed', `delete from members where user_id = 'usr_ada'`, /: ada@example\.com is no longer a member of/],
    [
      'may no longer merge',
      `update members set role = 'editor' where user_id = 'usr_ada'`,
      /: ada@example\.com now has the role "editor", which lacks the scope "repositories:write"\.$/,
    ],
    [
      'has no account anymore',
      `delete from users where id = 'usr_ada'`,
      /: the person who last changed the automation is no longer a member of/,
    ],
  ] as const)
    test(`${reason === undefined ? 'merges' : 'leaves its pull request for review'} if the person who last changed the automation ${name}`, async () => {
      const { pool } = automated.deps.database;
      await pool.query(`insert into users (id, name, email) values ('usr_ada', 'Ada', 'ada@example.com')
                        on conflict do nothing`);
      await pool.query(
        `insert into members (organization_id, user_id, role) values ($1, 'usr_ada', 'admin')
         on conflict (organization_id, user_id) do update set role = 'admin'`,
        [HOME],
      );
      const ada = principalOf({ actor: { kind: 'user', id: 'usr_ada', name: 'ada@example.com' } });
      const body = { limits: { openPullRequests: 5 } };
      await changeAutomation(automated.deps, { principal: ada, projectId: 'project', id: automation.id, body });
      // Another person can only stop it.
      const eve = principalOf({
        actor: { kind: 'user', id: 'usr_eve', name: 'eve@example.com' },
        scopes: ['content:write'],
      });
      for (const { enabled, principal } of [
        { enabled: false, principal: eve },
        { enabled: true, principal: ada },
      ])
        await changeAutomation(automated.deps, {
          principal,
          projectId: 'project',
          id: automation.id,
          body: { enabled },
        });
      const opened = await openRun();
      if (change !== undefined) await pool.query(change);
      await merge(depsWith(), opened.run.id);
      if (reason !== undefined) return assertLeft(opened, reason);
      const { state, outcome } = await runOf(opened);
      assert.equal(state, 'accepted', outcome ?? '');
    });

  test('records a merge whose response was lost, including in the audit log', async () => {
    const opened = await openRun();
    const losing = depsWith({
      mergePullRequest: async (...args) => {
        await automated.docs.host.mergePullRequest(...args);
        throw new CodeHostError('outcome-unknown', 'no answer');
      },
    });
    await assert.rejects(merge(losing, opened.run.id));
    await merge(depsWith(), opened.run.id);
    assert.equal((await runOf(opened)).state, 'accepted');
    assert.deepEqual([await audited(opened.jobId), merged], [['Direct agent_job.pull_request_merged'], [opened.jobId]]);
  });

  for (const [what, protection, reason] of [
    ['requires approvals', knownProtection({ requiredApprovals: 1 }), /the branch main requires 1 approval\.$/],
    ['lets only others merge', knownProtection({ mayMerge: false }), /do not let this credential merge/],
    ['can’t be read', { kind: 'unknown', reason: 'No permission.' }, /does not report.*No permission\.$/],
  ] as const) {
    test(`leaves its pull request for review if the branch ${what}`, async () => {
      const opened = await openRun();
      await merge(protectedBy(protection), opened.run.id);
      await assertLeft(opened, reason);
    });
  }

  test('merges into a branch that requires a pull request without approvals', async () => {
    const opened = await openRun();
    await merge(protectedBy(knownProtection({ mayPush: false, requiresPullRequest: true })), opened.run.id);
    assert.equal((await runOf(opened)).state, 'accepted');
  });

  test('leaves its pull request for review if branch protection was added between the check and the merge', async () => {
    for (const [code, text] of [
      ['merge-blocked', 'An approval is missing.'],
      ['forbidden', 'Not allowed.'],
    ] as const) {
      const opened = await openRun();
      const mergePullRequest = () => Promise.reject(new CodeHostError(code, text));
      await merge(depsWith({ mergePullRequest }), opened.run.id);
      await assertLeft(opened, new RegExp(text));
      await automated.docs.host.updatePullRequest(opened.number, { state: 'closed' });
      await automated.deps.database.pool.query('DELETE FROM automation_runs');
    }
  });

  describe('into a branch that requires checks', () => {
    const states = new Map<string, CommitCheck['state']>();
    let asked: string[] = [];
    beforeEach(() => {
      states.clear();
      asked = [];
    });
    const requiring = (requiredChecks: RequiredChecks = { names: ['build', 'lint'], others: 0 }): MergeDeps =>
      depsWith({
        getBranchProtection: () => Promise.resolve(knownProtection({ requiresPullRequest: true, requiredChecks })),
        listChecks: ({ commit }) => {
          asked.push(commit);
          return Promise.resolve([...states].map(([name, state]) => ({ name, state })));
        },
      });
    /** Returns the tickets that wait in the queue, and the seconds until their attempts. */
    const tickets = async ({ run }: Opened): Promise<{ attempt: number; seconds: number }[]> => {
      const { rows } = await automated.deps.database.pool.query<{ attempt: number; starts: Date }>(
        `SELECT (data ->> 'attempt')::int AS attempt, start_after AS starts FROM pgboss.job
         WHERE data ->> 'automationRunId' = $1 AND data ? 'attempt' ORDER BY 1`,
        [run.id],
      );
      const now = automated.clock.now();
      return rows.map(({ attempt, starts }) => ({ attempt, seconds: Math.round((starts.getTime() - now) / 1000) }));
    };

    test('waits for the required checks of the commit, and merges when all have passed', async () => {
      const opened = await openRun();
      await merge(requiring(), opened.run.id);
      states.set('build', 'pending').set('lint', 'passed').set('flaky', 'failed');
      await merge(requiring(), opened.run.id, 1);
      const { state, outcome, merge_waits_for: waitsFor } = await runOf(opened);
      assert.deepEqual([state, outcome], ['review_needed', opened.run.outcome]);
      assert.match(waitsFor ?? '', /^Waiting for the check "build" until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
      assert.match(toRun(await runOf(opened)).outcome ?? '', /Say it\. Waiting for the check "build" until .* UTC\.$/);
      assert.deepEqual(await tickets(opened), [
        { attempt: 1, seconds: 15 },
        { attempt: 2, seconds: 30 },
      ]);
      states.set('build', 'passed');
      await merge(requiring(), opened.run.id, 2);
      const merged = await runOf(opened);
      assert.deepEqual([merged.state, merged.merge_state, merged.merge_waits_for], ['accepted', 'merged', null]);
      assert.deepEqual(asked, [opened.head, opened.head, opened.head]);
      assert.equal((await automated.docs.host.getPullRequest(opened.number)).state, 'merged');
    });

    test('starts no second series of attempts for a repeated ticket', async () => {
      const opened = await openRun();
      await Promise.all([1, 2, 3].map(() => merge(requiring(), opened.run.id)));
      await merge(requiring(), opened.run.id, 1);
      await merge(requiring(), opened.run.id, 1);
      await merge(requiring(), opened.run.id);
      assert.deepEqual(
        (await tickets(opened)).map(({ attempt }) => attempt),
        [1, 2],
      );
    });

    for (const [what, required, given, reason] of [
      ['failed', undefined, { build: 'failed', lint: 'pending' }, /the check "build" failed\.$/],
      [
        'that the rules don’t name failed',
        { names: [], others: 1 },
        { a: 'failed', b: 'failed' },
        /checks "a", "b" failed\.$/,
      ],
    ] as const) {
      test(`leaves its pull request for review if a required check ${what}`, async () => {
        const opened = await openRun();
        for (const [name, state] of Object.entries(given)) states.set(name, state);
        await merge(requiring(required), opened.run.id);
        await assertLeft(opened, reason);
      });
    }

    test('names the missing checks and the time limit when the limit is reached', async () => {
      const opened = await openRun();
      await automated.deps.database.pool.query(
        `UPDATE automation_runs SET ended_at = ended_at - interval '61 minutes' WHERE id = $1`,
        [opened.run.id],
      );
      states.set('lint', 'passed');
      await merge(requiring(), opened.run.id, 0);
      await assertLeft(opened, /: the check "build" did not pass within 60 minutes\.$/);
    });

    test('stops waiting once the merge can’t succeed', async () => {
      const { pool } = automated.deps.database;
      for (const [change, reason] of [
        [() => automated.docs.moveMain({ 'moved.mdx': `${Math.random()}` }), /main has new commits/],
        [
          (one: Opened) => automated.docs.pushToBranch(one.branch, { 'b.mdx': 'B' }),
          /branch has commits that were not/,
        ],
        [() => automated.change(automation.id, { enabled: false }), /disabled or changed/],
        [
          (one: Opened) => automated.docs.host.updatePullRequest(one.number, { state: 'closed' }),
          /the pull request was closed/,
        ],
      ] as const) {
        await pool.query('DELETE FROM automations');
        automation = await automated.create({ name: 'Direct', updateMode: 'direct_merge' });
        const opened = await openRun();
        await merge(requiring(), opened.run.id);
        await change(opened);
        await merge(requiring(), opened.run.id, 1);
        const { state, merge_state: decision, outcome } = await runOf(opened);
        assert.deepEqual([state, decision], ['review_needed', 'left']);
        assert.match(outcome ?? '', reason);
        assert.equal((await tickets(opened)).length, 1);
      }
    });

    test('doesn’t merge after it was deleted, or if others ended the run', async () => {
      const opened = await openRun();
      await merge(requiring(), opened.run.id);
      const { pool } = automated.deps.database;
      await pool.query(`UPDATE automation_runs SET state = 'closed' WHERE id = $1`, [opened.run.id]);
      states.set('build', 'passed').set('lint', 'passed');
      await merge(requiring(), opened.run.id, 1);
      await pool.query('DELETE FROM automations');
      await merge(requiring(), opened.run.id, 1);
      assert.equal((await automated.docs.host.getPullRequest(opened.number)).state, 'open');
    });

    test('waits if the code host requires more than its rules state', async () => {
      const opened = await openRun();
      const mergePullRequest = () => Promise.reject(new CodeHostError('checks-required', 'A check is missing.'));
      await merge(depsWith({ mergePullRequest }), opened.run.id);
      assert.match((await runOf(opened)).merge_waits_for ?? '', /^Waiting for a check that the code host requires/);
      await merge(depsWith(), opened.run.id, 1);
      assert.equal((await runOf(opened)).state, 'accepted');
    });

    test('starts no run for events until the merge', async () => {
      const opened = await openRun();
      const { kysely } = automated.deps.database;
      await merge(requiring(), opened.run.id);
      const event = { automation, subject: 'one', evidence: [] };
      await kysely.transaction().execute((tx) => recordEvent(automated.deps, tx, event));
      await automated.advance(automation.id);
      assert.equal((await automated.runsOf(automation.id)).length, 1);
      states.set('build', 'passed').set('lint', 'passed');
      await merge(requiring(), opened.run.id, 1);
      await automated.advance(automation.id);
      assert.equal((await automated.runsOf(automation.id)).length, 2);
    });
  });

  test('leaves its pull request for review if people pushed to its branch', async () => {
    const opened = await openRun();
    await automated.docs.pushToBranch(opened.branch, { 'theirs.mdx': 'Theirs.\n' });
    await merge(depsWith(), opened.run.id);
    await assertLeft(opened, /branch has commits that were not part of the checks/);
  });

  test('leaves its pull request for review if the job’s commit is based on commits by other people', async () => {
    const opened = await openRun();
    const pushed = await automated.docs.pushToBranch(opened.branch, { 'theirs.mdx': 'Theirs.\n' });
    await automated.deps.database.pool.query('UPDATE agent_jobs SET commit_sha = $2, pushed_sha = $2 WHERE id = $1', [
      opened.jobId,
      pushed,
    ]);
    await merge(depsWith(), opened.run.id);
    await assertLeft(opened, /contains commits by other people/);
  });

  test('leaves its pull request for review if its settings were changed after the run started', async () => {
    const opened = await openRun();
    await automated.change(automation.id, { instructions: 'Only this was meant to be merged' });
    await merge(depsWith(), opened.run.id);
    await assertLeft(opened, /changed after the run started/);
  });

  test('leaves its pull request for review if it uses what readers wrote', async () => {
    const { pool } = automated.deps.database;
    const opened = await openRun();
    const evidence = JSON.stringify([{ kind: 'suggestion', text: 'x', source: 'sug_1' }]);
    await pool.query('UPDATE automation_runs SET evidence = $2 WHERE id = $1', [opened.run.id, evidence]);
    await merge(depsWith(), opened.run.id);
    await assertLeft(opened, /uses what readers wrote/);
  });

  test('neither merges nor starts runs after its organization was deleted', async () => {
    const { pool, kysely } = automated.deps.database;
    const opened = await openRun();
    const other = await automated.create({ name: 'Other' });
    const event = { automation: other, subject: 'one', evidence: [] };
    await kysely.transaction().execute((tx) => recordEvent(automated.deps, tx, event));
    await pool.query('UPDATE organizations SET deleted_at = now()');
    try {
      await merge(depsWith(), opened.run.id);
      await automated.advance(other.id);
    } finally {
      await pool.query('UPDATE organizations SET deleted_at = NULL');
    }
    await assertLeft(opened, /its organization was deleted/);
    assert.deepEqual(await automated.runsOf(other.id), []);
    await automated.advance(other.id);
    assert.equal((await automated.runsOf(other.id)).length, 1);
  });

  test('leaves its pull request for review if the base branch moved', async () => {
    const opened = await openRun();
    await automated.docs.moveMain({ 'moved.mdx': 'Moved.\n' });
    await merge(depsWith(), opened.run.id);
    await assertLeft(opened, /the branch main has new commits/);
  });

  test('leaves drafts for review, and pull requests with changed branches', async () => {
    const opened = await openRun();
    const { host } = automated.docs;
    const shownAs = (change: object): MergeDeps =>
      depsWith({ getPullRequest: async (number) => ({ ...(await host.getPullRequest(number)), ...change }) });
    for (const change of [{ draft: true }, { fromFork: true }, { baseBranch: 'other' }, { headBranch: 'other' }]) {
      await automated.deps.database.pool.query(`UPDATE automation_runs SET outcome = $1, merge_state = 'waiting'`, [
        opened.run.outcome,
      ]);
      await merge(shownAs(change), opened.run.id);
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
    test(`leaves its pull request for review if ${what}`, async () => {
      const opened = await openRun(end);
      const names = Object.keys(job);
      if (names.length > 0)
        await automated.deps.database.pool.query(
          `UPDATE agent_jobs SET ${names.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`,
          [opened.jobId, ...Object.values(job)],
        );
      await merge(depsWith(), opened.run.id);
      await assertLeft(opened, reason);
    });
  }

  test('doesn’t merge after it was disabled, or its update mode was changed', async () => {
    for (const change of [{ enabled: false }, { updateMode: 'pull_request' }] as const) {
      automation = await automated.create({ name: 'Changed', updateMode: 'direct_merge' });
      const opened = await openRun();
      await automated.change(automation.id, change);
      await merge(depsWith(), opened.run.id);
      await assertLeft(opened, /disabled or changed/);
    }
  });

  test('throws if the code host is unavailable, without ending the run, and records the reason when it gives up', async () => {
    const opened = await openRun();
    const getBranchProtection = () => Promise.reject(new CodeHostError('unavailable', 'The code host is down.'));
    await assert.rejects(merge(depsWith({ getBranchProtection }), opened.run.id), (error) =>
      isCodeHostError(error, 'unavailable'),
    );
    assert.equal((await runOf(opened)).outcome, opened.run.outcome);
    await leaveForReview(depsWith(), opened.run.id, 'the merge failed: The code host is down.');
    await assertLeft(opened, /The code host is down\.$/);
  });

  test('records one reason, even if several workers retry the merge', async () => {
    const opened = await openRun();
    const deps = protectedBy(knownProtection({ requiredApprovals: 1 }));
    const enqueue = () => Promise.reject(new Error('The database is down.'));
    const failing = { ...deps, engine: { ...deps.engine, enqueue } };
    await assert.rejects(merge(failing, opened.run.id), /database is down/);
    assert.equal((await runOf(opened)).outcome, opened.run.outcome);
    reported = [];
    await Promise.all([1, 2, 3].map(() => merge(deps, opened.run.id)));
    // The ticket arrives again after its decision, and nothing would prevent the merge anymore.
    await merge(deps, opened.run.id);
    await merge(depsWith(), opened.run.id);
    await leaveForReview(deps, opened.run.id, 'the merge failed');
    await assertLeft(opened, /^(?:(?!Left for review).)*Left for review: the branch main requires 1 approval\.$/);
    assert.equal(reported.length, 1);
  });

  test('doesn’t report that a review is needed if it merges', async () => {
    const { pool } = automated.deps.database;
    await pool.query(
      `INSERT INTO webhook_endpoints (id, organization_id, url, description, secret, created_by)
       VALUES ('whe_all', $1, 'u', '', 's', 'k')`,
      [HOME],
    );
    const opened = await openRun();
    const { rows } = await pool.query(`SELECT type FROM webhook_deliveries`);
    assert.deepEqual(rows, []);
    await merge(depsWith(), opened.run.id);
    assert.deepEqual(reported, ['automation.run.accepted']);
    await pool.query('DELETE FROM webhook_endpoints');
  });

  test('merges, even if the agent’s summary says that it was left for review', async () => {
    const opened = await openRun();
    const outcome = `${opened.run.outcome} Left for review: nothing.`;
    await automated.deps.database.pool.query('UPDATE automation_runs SET outcome = $1', [outcome]);
    await merge(depsWith(), opened.run.id);
    const { state, merge_state: decision, outcome: told } = await runOf(opened);
    assert.deepEqual([state, decision, told], ['accepted', 'merged', `${outcome} Merged.`]);
  });

  test('merges once even if two workers try', async () => {
    const opened = await openRun();
    await Promise.allSettled([1, 2].map(() => merge(depsWith(), opened.run.id)));
    await merge(depsWith(), opened.run.id);
    const { state, outcome } = await runOf(opened);
    assert.equal(state, 'accepted');
    assert.match(outcome ?? '', /Say it\. Merged\.$/);
    assert.deepEqual((await audited(opened.jobId)).length, 1);
  });

  test('ignores runs that don’t exist', async () => {
    await merge(depsWith(), 'run_none');
    await leaveForReview(depsWith(), 'run_none', 'x');
  });
});
