import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { CodeHostError, type CodeHostErrorCode } from '../../../../platform/code-host/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { OTHER, principalOf } from '../../../../testing/module-database.ts';
import type { IdempotencyTables } from '../../../foundation/idempotency/index.ts';
import { selectEvents } from '../intake/store.ts';
import type { AgentJobTables } from '../tables.ts';
import { commentOnPullRequest } from './comment-on-pull-request.ts';
import { closeOwnPullRequest, mergePullRequest, type EndDeps } from './end-pull-request.ts';
import { notePullRequest } from './pull-request-of-job.ts';

type Tables = AgentJobTables & IdempotencyTables;
type Connect = EndDeps['connectRepository'];

describe('a job’s pull request, from the dashboard', () => {
  let docs: LocalDocs<Tables>;
  let jobs = 0;
  let id: string;
  let number: number;
  let head: string;
  let reportedMerges: (readonly [string, string])[];
  before(async () => {
    docs = await openLocalDocs({ 'index.mdx': 'Before.\n' });
  });
  after(() => docs.close());
  beforeEach(async () => {
    reportedMerges = [];
    const name = `aj_${(jobs += 1)}`;
    const branch = `docwright/${name}`;
    const { sha, tree } = await docs.commit(docs.base, { [`${name}.mdx`]: `${name}\n` });
    await docs.mirror.push({ branch, sha, expected: null });
    const draft = { headBranch: branch, baseBranch: 'main', title: name, body: '', draft: false };
    const pull = await docs.host.createPullRequest(draft);
    [number, head] = [pull.number, sha];
    const published = { branch, commit_sha: sha, tree_sha: tree, pushed_sha: sha, publish_state: 'pr_known' } as const;
    const shown = { pr_number: number, pr_link: pull.url, pr_state: 'open' } as const;
    id = await insertAgentJob(docs.database, name, { status: 'completed', result: 'changes', ...published, ...shown });
  });

  const { signal } = new AbortController();
  const depsOf = (connectRepository: Connect): EndDeps => ({
    database: docs.database,
    connectRepository,
    onMerged: async (job, by) => void reportedMerges.push([job.base_branch, by]),
  });
  const requestOf = (principal = principalOf()) => ({ principal, author: principal, projectId: 'project', id });
  const merge = (headCommit = head, principal = principalOf(), connect: Connect = docs.connectRepository) =>
    mergePullRequest(depsOf(connect), { ...requestOf(principal), headCommit }, signal);
  const close = (principal = principalOf()) =>
    closeOwnPullRequest(depsOf(docs.connectRepository), requestOf(principal), signal);
  const comment = (text: string, idempotencyKey?: string, connect: Connect = docs.connectRepository) => {
    const request = { ...requestOf(), body: { text }, idempotencyKey };
    return commentOnPullRequest({ database: docs.database, connectRepository: connect }, request, signal);
  };
  const stateAtHost = async () => (await docs.host.getPullRequest(number)).state;
  const ends = async () =>
    (await selectEvents(docs.database.kysely, id, 0, 10))
      .filter(({ type }) => type === 'pull_request.ended')
      .map(({ data }) => data);
  const audited = async (): Promise<string[]> => {
    const { rows } = await docs.database.pool.query(
      `SELECT action FROM audit_events WHERE target_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ action }) => String(action));
  };
  const comments = async () => {
    const { rows } = await docs.database.pool.query(
      `SELECT body FROM local_pull_request_comments WHERE number = $1 ORDER BY id`,
      [number],
    );
    return rows.map(({ body }) => String(body));
  };
  /** Makes one of the host's methods fail, before or after it has done its work. */
  const failing =
    (method: 'mergePullRequest' | 'comment', code: CodeHostErrorCode, isDone = false): Connect =>
    async (owner) => {
      const connected = await docs.connectRepository(owner);
      const fail = async (...args: [never, never, never]) => {
        if (isDone) await connected.host[method](...args);
        throw new CodeHostError(code, 'the host’s reason');
      };
      return { ...connected, host: { ...connected.host, [method]: fail } };
    };

  test('is merged at the reviewed head: at the host, in the job, its events and the audit log', async () => {
    const job = await merge();
    assert.deepEqual([await stateAtHost(), job.pr_state], ['merged', 'merged']);
    assert.deepEqual(await ends(), [{ state: 'merged', by: 'test key' }]);
    assert.deepEqual(await audited(), ['agent_job.pull_request_merged']);
    assert.deepEqual(reportedMerges, [['main', 'test key']]);
  });

  test('is merged once, even if the merge is requested again or reported by the host', async () => {
    const both = await Promise.all([merge(), merge()]);
    await merge();
    assert.equal(await notePullRequest(docs.database, id, { state: 'merged', by: 'hook' }), undefined);
    assert.deepEqual(
      both.map((job) => job.pr_state),
      ['merged', 'merged'],
    );
    assert.equal((await ends()).length, 1);
    assert.deepEqual([(await audited()).length, reportedMerges.length], [1, 1]);
  });

  const merges = async () =>
    (
      await docs.database.pool.query(
        `SELECT actor_name AS by, details -> 'answerLost' AS late FROM audit_events
         WHERE target_id = $1 AND action = 'agent_job.pull_request_merged'`,
        [id],
      )
    ).rows.map(({ by, late }) => ({ by, late }));
  const other = principalOf({ actor: { kind: 'api_key', id: 'key_other', name: 'other key' } });

  for (const code of ['outcome-unknown', 'unavailable'] as const)
    test(`has its merge in the audit log once if the host merged it but failed with ${code}, and the request is repeated`, async () => {
      await assert.rejects(merge(head, principalOf(), failing('mergePullRequest', code, true)));
      assert.deepEqual([await stateAtHost(), await merges()], ['merged', []]);
      await merge(head, other);
      await merge(head, other);
      assert.deepEqual(await merges(), [{ by: 'test key', late: true }]);
      assert.deepEqual([await ends(), reportedMerges], [[{ state: 'merged', by: 'test key' }], [['main', 'test key']]]);
    });

  test('has no merge in the audit log, and no actor in its event, if someone merged it on the code host', async () => {
    await docs.host.mergePullRequest(number, { expectedHead: head, by: 'ada' });
    await merge();
    await merge(head, other);
    assert.deepEqual([await merges(), await ends()], [[], [{ state: 'merged', by: null }]]);
  });

  test('has no merge in the audit log if the host refused to merge it and someone merged it there afterward', async () => {
    await assert.rejects(merge(head, principalOf(), failing('mergePullRequest', 'checks-required')));
    await docs.host.mergePullRequest(number, { expectedHead: head, by: 'ada' });
    await merge(head, other);
    assert.deepEqual(await merges(), []);
  });

  test('has its merge in the audit log even if the host reported the merge first', async () => {
    const early: Connect = async (owner) => {
      const connected = await docs.connectRepository(owner);
      const mergeAndTell: typeof connected.host.mergePullRequest = async (...args) => {
        const result = await connected.host.mergePullRequest(...args);
        await notePullRequest(docs.database, id, { state: 'merged', by: 'ada' });
        return result;
      };
      return { ...connected, host: { ...connected.host, mergePullRequest: mergeAndTell } };
    };
    assert.equal((await merge(head, principalOf(), early)).pr_state, 'merged');
    assert.deepEqual(
      [await ends(), await audited()],
      [[{ state: 'merged', by: 'ada' }], ['agent_job.pull_request_merged']],
    );
  });

  test('is not merged with unreviewed commits, and the error names its current head', async () => {
    const pushed = await docs.pushToBranch(`docwright/${id}`, { 'other.mdx': 'Theirs.\n' });
    await assert.rejects(merge(), { code: 'pull_request_moved', message: new RegExp(pushed) });
    assert.deepEqual([await stateAtHost(), await audited()], ['open', []]);
    assert.equal((await merge(pushed)).pr_state, 'merged');
  });

  test('stays open if it conflicts with its base or is a draft, and the error has the reason', async () => {
    await docs.host.makeDraft(number);
    await assert.rejects(merge(), { code: 'pull_request_blocked', message: /draft/ });
    assert.equal(await stateAtHost(), 'open');
    await docs.database.pool.query('UPDATE local_pull_requests SET draft = false WHERE number = $1', [number]);
    await docs.mirror.fetch({ branches: ['main'] });
    await docs.moveMain({ [`${id}.mdx`]: 'Main says otherwise.\n' });
    await assert.rejects(merge(), { code: 'pull_request_conflict' });
    assert.equal(await stateAtHost(), 'open');
  });

  for (const [code, ours] of [
    ['checks-required', 'pull_request_blocked'],
    ['forbidden', 'code_host_refused'],
    ['unavailable', 'code_host_refused'],
  ] as const) {
    test(`fails with ${ours} if the host refuses with ${code}, with the host’s reason`, async () => {
      const refused = merge(head, principalOf(), failing('mergePullRequest', code));
      await assert.rejects(refused, { code: ours, message: /the host’s reason/ });
      assert.deepEqual([await ends(), await audited()], [[], []]);
    });
  }

  test('is closed once, even if the request is repeated, and can’t be merged afterward', async () => {
    assert.equal((await close()).pr_state, 'closed');
    assert.equal((await close()).pr_state, 'closed');
    assert.deepEqual(
      [await ends(), await audited()],
      [[{ state: 'closed', by: 'test key' }], ['agent_job.pull_request_closed']],
    );
    await assert.rejects(merge(), { code: 'pull_request_ended', message: /closed/ });
  });

  test('can’t be closed after it was merged', async () => {
    await merge();
    await assert.rejects(close(), { code: 'pull_request_ended', message: /already merged/ });
  });

  test('can’t be merged or closed from another organization, while its job runs, or if it doesn’t exist', async () => {
    for (const principal of [principalOf({ organizationId: OTHER }), principalOf({ projectIds: ['second'] })])
      for (const attempt of [() => merge(head, principal), () => close(principal)])
        await assert.rejects(attempt(), { code: 'not_found' });
    await docs.database.pool.query(`UPDATE agent_jobs SET status = 'active' WHERE id = $1`, [id]);
    for (const attempt of [merge, close]) await assert.rejects(attempt(), { code: 'agent_job_active' });
    assert.equal(await stateAtHost(), 'open');
    id = await insertAgentJob(docs.database, `${id}_none`, { status: 'failed' });
    for (const attempt of [merge, close, () => comment('x')])
      await assert.rejects(attempt(), { code: 'no_pull_request' });
  });

  test('can receive a comment under its author’s name, marked so that the agent doesn’t act on it', async () => {
    const { body } = await comment('@docwright **fine** <b>');
    assert.match(body.url, /^https:\/\/docs\.example\/pulls\/.*#comment-/);
    const [text = ''] = await comments();
    assert.match(
      text,
      /^\*\*test key\*\* wrote in Docwright:\n\n@docwright \*\*fine\*\* <b>\n\n<!-- docwright:comment=[0-9a-f]{32} -->$/,
    );
    assert.deepEqual(await audited(), ['agent_job.pull_request_commented']);
  });

  test('receives one comment for each key, even if the request is repeated or the host’s response was lost', async () => {
    await assert.rejects(comment('Once.', 'k', failing('comment', 'outcome-unknown', true)), {
      code: 'code_host_refused',
    });
    const both = await Promise.allSettled([comment('Once.', 'k'), comment('Once.', 'k')]);
    const again = await comment('Once.', 'k');
    for (const one of both) if (one.status === 'rejected') assert.equal(one.reason.code, 'idempotency_in_progress');
    assert.ok(both.some(({ status }) => status === 'fulfilled'));
    assert.deepEqual([again.replayed, (await comments()).length, (await audited()).length], [true, 1, 1]);
    await assert.rejects(comment('Twice.', 'k'), { code: 'idempotency_mismatch' });
  });
});
