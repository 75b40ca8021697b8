import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createFixedClock, type FixedClock } from '../../../../platform/clock/index.ts';
import type { CodeHost } from '../../../../platform/code-host/index.ts';
import { GitError } from '../../../../platform/git/index.ts';
import { HOME, OTHER } from '../../../../testing/module-database.ts';
import type { PullRequestState } from '@docwright/contract';
import { notePullRequest } from '../publish/pull-request-of-job.ts';
import type { AgentJobRow } from '../tables.ts';
import { toAgentJob } from '../to-agent-job.ts';
import { measureMerge, postponeMeasuring, type MeasureDeps } from './measure-merge.ts';
import { selectDueMergeChecks } from './store.ts';
import { openMergedDocs, type JobDocs, type MergedDocs } from './testing/merged-docs.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('a pull request’s merge figures', () => {
  let docs: MergedDocs;
  let job: JobDocs;
  let clock: FixedClock;
  let jobs = 0;
  before(async () => {
    docs = await openMergedDocs();
  });
  after(() => docs.close());
  beforeEach(async () => {
    clock = createFixedClock(new Date());
    job = await docs.openJob(`aj_${(jobs += 1)}`);
  });

  const { signal } = new AbortController();
  const depsOf = (changes: Partial<MeasureDeps> = {}): MeasureDeps => ({
    database: docs.database,
    connectRepository: docs.connectRepository,
    clock,
    ...changes,
  });
  const note = (state: PullRequestState) => notePullRequest(docs.database, job.id, { state, by: null });
  const readRow = (): Promise<AgentJobRow> =>
    docs.database.kysely.selectFrom('agent_jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
  const readFigures = async () => toAgentJob(await readRow(), (stored) => `https://docs.example/${stored}`).merge;
  /** Selects due checks an hour ahead, because the database's times can be a little later than the clock's. */
  const selectDue = () => selectDueMergeChecks(docs.database.kysely, new Date(clock.now() + hourMs), 100);
  const isDue = async (): Promise<boolean> => (await selectDue()).some(({ agentJobId }) => agentJobId === job.id);
  const isPlanned = async (): Promise<boolean> =>
    (await docs.database.pool.query('SELECT FROM agent_merge_checks WHERE job_id = $1', [job.id])).rowCount === 1;
  const measure = async (changes: Partial<MeasureDeps> = {}) => {
    await measureMerge(depsOf(changes), job.id, signal);
    return readFigures();
  };
  /** Returns the figures of a merge that the code host has just reported. */
  const measureNow = async () => {
    await note('merged');
    return measure();
  };
  const measureLater = async () => {
    clock.advance(14 * dayMs + hourMs);
    assert.ok(await isDue());
    return measure();
  };
  const atMerge = (changes: object = {}) => ({
    unchanged: true,
    linesChangedBefore: 0,
    lines: 2,
    linesChangedAfter: null,
    measuredAt: null,
    ...changes,
  });
  const later = (linesChangedAfter: number, changes: object = {}) =>
    atMerge({ linesChangedAfter, measuredAt: new Date(clock.now()).toISOString(), ...changes });
  /** Adds a commit to the branch, like a push from another clone. */
  const push = (files: Readonly<Record<string, string>>) => docs.pushToBranch(job.branch, files);

  test('don’t exist before it is merged, and are unknown until they are determined', async () => {
    assert.equal(await readFigures(), null);
    await note('closed');
    assert.deepEqual([await readFigures(), await isPlanned()], [null, false]);
    await note('open');
    await job.merge();
    await note('merged');
    assert.deepEqual(await readFigures(), atMerge({ unchanged: null, linesChangedBefore: null, lines: null }));
    assert.ok(await isDue());
  });

  test('are the same for a merge commit, and for a squash that deletes the branch', async () => {
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
    assert.equal(await isDue(), false);
    assert.deepEqual(await measureLater(), later(0));
    assert.equal(await isPlanned(), false);
    job = await docs.openJob(`${job.id}_squashed`);
    await job.squash();
    clock = createFixedClock(new Date());
    assert.deepEqual(await measureNow(), atMerge());
    assert.deepEqual(await measureLater(), later(0));
  });

  test('are the same after a rebase onto a base branch that moved', async () => {
    const main = await docs.moveMain({
      [job.page]: job.text(['Written.\nAdded.', `Line 2 of ${job.id}.`], ['Line 20', 'Last']),
    });
    const tree = await docs.git('merge-tree', '--write-tree', main, job.commit);
    const rebased = await docs.git('commit-tree', tree, '-p', main, '-m', 'Rebased');
    await docs.git('update-ref', 'refs/heads/main', rebased);
    await docs.database.pool.query(`UPDATE local_pull_requests SET state = 'merged' WHERE number = $1`, [job.number]);
    assert.deepEqual(await measureNow(), atMerge());
    assert.deepEqual(await measureLater(), later(0));
  });

  test('count the lines that others changed before the merge, but only in the job’s files', async () => {
    await push({ 'index.mdx': `Theirs ${job.id}.\n` });
    await push({ [job.page]: job.text(['Written.', 'Rewritten.'], ['Line 10', 'Theirs']) });
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge({ unchanged: false, linesChangedBefore: 2, lines: 1 }));
    await docs.moveMain({ [job.page]: job.text(['Written.', 'Again.'], ['Added.', 'Changed.']) });
    assert.deepEqual(await measureLater(), later(1, { unchanged: false, linesChangedBefore: 2, lines: 1 }));
    job = await docs.openJob(`${job.id}_other`);
    await push({ 'index.mdx': `Theirs ${job.id}.\n` });
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
  });

  const writeTree = async (head: string, files: Readonly<Record<string, string>>): Promise<string> => {
    const { sha, tree } = await docs.commit(head, files);
    await docs.mirror.push({ branch: `docwright/${job.id}_resolved`, sha, expected: null });
    return tree;
  };
  /** Merges `main` into the branch, like the button “Update branch” of code hosts. */
  const updateBranch = async (files?: Readonly<Record<string, string>>) => {
    const main = await docs.headOf('main');
    const head = await docs.headOf(job.branch);
    assert.ok(main !== undefined && head !== undefined);
    const tree =
      files === undefined ? await docs.git('merge-tree', '--write-tree', head, main) : await writeTree(head, files);
    const updated = await docs.git('commit-tree', tree, '-p', head, '-p', main, '-m', 'Update');
    await docs.git('update-ref', `refs/heads/${job.branch}`, updated);
  };
  const original = () => job.text(['Written.\nAdded.', `Line 2 of ${job.id}.`]);

  test('don’t count changes on the base branch that were merged into the branch', async () => {
    await docs.moveMain({ [job.page]: original().replace('Line 20', 'Last') });
    await updateBranch();
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
  });

  test('count others’ changes after the base branch was merged in; if the merge had conflicts, the number is unknown', async () => {
    await docs.moveMain({ [job.page]: original().replace('Line 20', 'Last') });
    await updateBranch();
    await docs.mirror.fetch({ branches: [job.branch] });
    await push({ [job.page]: job.text(['Line 20', 'Last'], ['Added.', 'Theirs.']) });
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge({ unchanged: false, linesChangedBefore: 1, lines: 1 }));
    job = await docs.openJob(`${job.id}_conflict`);
    await docs.moveMain({ [job.page]: original().replace('Line 2 ', 'Line two ') });
    await updateBranch({ [job.page]: job.text(['Added.', 'Both.']) });
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge({ unchanged: false, linesChangedBefore: null, lines: 1 }));
  });

  test('leave the changes before the merge unknown if the branch was rewritten, unless its files are the same', async () => {
    const rewrite = async (content: string) => {
      const { sha } = await docs.commit(job.base, { [job.page]: content, 'new.mdx': `${job.id}\n` });
      await docs.mirror.push({ branch: `docwright/${job.id}_rewritten`, sha, expected: null });
      await docs.git('update-ref', `refs/heads/${job.branch}`, sha);
    };
    await rewrite(job.text());
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
    job = await docs.openJob(`${job.id}_other`);
    await rewrite(job.text(['Added.', 'Theirs.']));
    await job.squash();
    assert.deepEqual(await measureNow(), atMerge({ unchanged: null, linesChangedBefore: null, lines: 1 }));
  });

  test('ignore commits of a follow-up that came after the merge', async () => {
    await job.merge();
    const { sha } = await docs.commit(job.commit, { [job.page]: job.text(['Written.', 'Too late.']) });
    await docs.database.pool.query('UPDATE agent_jobs SET commit_sha = $2 WHERE id = $1', [job.id, sha]);
    assert.deepEqual(await measureNow(), atMerge());
    assert.deepEqual(await measureLater(), later(0));
  });

  test('count only the job’s lines that were changed within 14 days, each once', async () => {
    await job.merge();
    await measureNow();
    await docs.moveMain({ [job.page]: job.text(['Added.', 'Changed.'], ['Line 9', 'Theirs']) });
    await docs.moveMain({ [job.page]: job.text(['Added.', 'Changed again.'], ['Line 9', 'Theirs']) });
    assert.deepEqual(await measureLater(), later(1));
    await docs.moveMain({ [job.page]: null });
    await measure();
    assert.equal((await readFigures())?.linesChangedAfter, 1, 'a later change isn’t counted');
  });

  test('follow a page that moved, and count all lines of a deleted or reverted page', async () => {
    await job.merge();
    await measureNow();
    await docs.moveMain({ [job.page]: null, [`moved/${job.page}`]: job.text(['Written.', 'Changed.']) });
    assert.deepEqual(await measureLater(), later(1));
    for (const content of [null, original()]) {
      clock = createFixedClock(new Date());
      job = await docs.openJob(`${job.id}_x`);
      await job.merge();
      await measureNow();
      await docs.moveMain({ [job.page]: content ?? original() });
      if (content === null) await docs.moveMain({ [job.page]: null });
      assert.deepEqual(await measureLater(), later(2));
    }
  });

  test('are determined once if the merge is reported twice or late, and again after a wrong report', async () => {
    await job.merge();
    await note('merged');
    clock.advance(5 * dayMs);
    assert.equal(await note('merged'), undefined);
    assert.deepEqual(await measure(), atMerge());
    // Repeating a ticket before the lines are counted changes nothing.
    assert.deepEqual(await measure(), atMerge());
    assert.equal(await isDue(), false);
    await note('open');
    assert.equal(await readFigures(), null);
    await measure();
    assert.deepEqual([await readFigures(), await isPlanned()], [null, false]);
    assert.deepEqual(await measureNow(), atMerge());
  });

  test('are not determined while a turn is running', async () => {
    await job.merge();
    await note('merged');
    await docs.database.pool.query(`UPDATE agent_jobs SET status = 'active' WHERE id = $1`, [job.id]);
    await measure();
    assert.deepEqual([(await readFigures())?.lines, await isDue(), await isPlanned()], [null, false, true]);
  });

  test('include no later changes if the base branch was deleted, or the merge was into another branch', async () => {
    await docs.git('update-ref', 'refs/heads/next', 'main');
    await docs.database.pool.query(`UPDATE agent_jobs SET base_branch = 'next' WHERE id = $1`, [job.id]);
    await docs.database.pool.query(`UPDATE local_pull_requests SET base_branch = 'next' WHERE number = $1`, [
      job.number,
    ]);
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
    await docs.git('update-ref', '-d', 'refs/heads/next');
    assert.deepEqual(await measureLater(), atMerge());
    assert.equal(await isPlanned(), false);
    job = await docs.openJob(`${job.id}_other`);
    await docs.database.pool.query(`UPDATE agent_jobs SET base_branch = 'release' WHERE id = $1`, [job.id]);
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
    assert.equal(await isPlanned(), false);
  });

  test('stay unknown if the code host and the mirror no longer have the commits', async () => {
    await job.squash();
    await docs.git('update-ref', '-d', `refs/pulls/${job.number}/head`);
    await rm(join(docs.folder, 'mirrors'), { recursive: true });
    assert.deepEqual(await measureNow(), atMerge({ unchanged: null, linesChangedBefore: null, lines: null }));
    assert.equal(await isPlanned(), false);
    await docs.mirror.fetch();
  });

  /** Connects to the embedded code host, with some of its methods replaced. */
  const withHost =
    (change: (host: CodeHost) => Partial<CodeHost>): MeasureDeps['connectRepository'] =>
    async (owner) => {
      const connected = await docs.connectRepository(owner);
      return { ...connected, host: { ...connected.host, ...change(connected.host) } };
    };

  test('are read from the code host’s own reference to a squashed pull request', async () => {
    await push({ [job.page]: job.text(['Written.', 'Theirs.']) });
    await docs.git('update-ref', `refs/pull/${job.number}/head`, job.branch);
    await job.squash();
    await docs.git('update-ref', '-d', `refs/pulls/${job.number}/head`);
    await rm(join(docs.folder, 'mirrors'), { recursive: true });
    await note('merged');
    const connectRepository = withHost(() => ({ pullRequestRef: (number) => `refs/pull/${number}/head` }));
    assert.deepEqual(
      await measure({ connectRepository }),
      atMerge({ unchanged: false, linesChangedBefore: 1, lines: 1 }),
    );
    await docs.mirror.fetch();
  });

  test('are determined from an abbreviated head commit if its branch still exists, or if the job pushed it', async () => {
    const connectRepository = withHost((host) => ({
      getPullRequest: async (number) => {
        const pull = await host.getPullRequest(number);
        return { ...pull, headSha: pull.headSha.slice(0, 12) };
      },
    }));
    await job.merge();
    await note('merged');
    assert.deepEqual(await measure({ connectRepository }), atMerge());
    for (const isDeleted of [false, true]) {
      job = await docs.openJob(`${job.id}_x`);
      await push({ [job.page]: job.text(['Written.', 'Theirs.']) });
      await job.merge();
      await note('merged');
      if (isDeleted) await docs.git('update-ref', '-d', `refs/heads/${job.branch}`);
      const known = { unchanged: false, linesChangedBefore: 1, lines: 1 };
      const unknown = { unchanged: null, linesChangedBefore: null, lines: null };
      assert.deepEqual(await measure({ connectRepository }), atMerge(isDeleted ? unknown : known));
    }
  });

  test('include no later changes if the repository stays unavailable until the last retry', async () => {
    const connectRepository: MeasureDeps['connectRepository'] = () =>
      Promise.reject(new GitError('repository-not-found', 'gone'));
    await job.merge();
    assert.deepEqual(await measureNow(), atMerge());
    clock.advance(14 * dayMs + hourMs);
    for (let tries = 0; await isPlanned(); tries += 1) {
      assert.ok(tries < 40 && (await isDue()));
      await assert.rejects(measure({ connectRepository }), { code: 'repository-not-found' });
      await postponeMeasuring(depsOf(), job.id);
      clock.advance(6 * hourMs);
    }
    assert.deepEqual(await readFigures(), atMerge());
  });

  test('are read only for the job’s organization, and not for a missing job', async () => {
    const asked: string[] = [];
    const connectRepository: MeasureDeps['connectRepository'] = async ({ organizationId, repository }) => {
      asked.push(`${organizationId} ${repository}`);
      return docs.connectRepository({ organizationId, repository });
    };
    await job.merge();
    await note('merged');
    const due = await selectDue();
    assert.deepEqual(
      due.filter(({ agentJobId }) => agentJobId === job.id).map(({ organizationId }) => organizationId),
      [HOME],
    );
    await docs.database.pool.query(`UPDATE agent_jobs SET organization_id = $2 WHERE id = $1`, [job.id, OTHER]);
    await assert.rejects(measure({ connectRepository }));
    assert.deepEqual(asked, [`${OTHER} local:docs`]);
    await measureMerge(depsOf(), 'aj_none', signal);
    await docs.database.pool.query('DELETE FROM agent_jobs WHERE id = $1', [job.id]);
    assert.equal(await isPlanned(), false);
  });
});
