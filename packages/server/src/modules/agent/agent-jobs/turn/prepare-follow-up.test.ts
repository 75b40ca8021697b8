import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { insertAgentJob, insertTurn } from '../../../../testing/insert-agent-job.ts';
import { insertImage, pngOf } from '../../../../testing/insert-image.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { findProject, type ProjectTables } from '../../../project-config/projects/index.ts';
import { HOME } from '../../../../testing/module-database.ts';
import { selectEvents } from '../intake/store.ts';
import { saveOverlayChange, readOverlay } from '../overlay-store.ts';
import { readBranch } from '../publish/branch-state.ts';
import type { AgentJobTables } from '../tables.ts';
import { findPublished } from './find-published.ts';
import type { FollowUp } from './follow-up.ts';
import { prepareFollowUp } from './prepare-follow-up.ts';

const lines = (first: string, last = 'Last.'): string => `${first}\n${'Between.\n'.repeat(9)}${last}\n`;
const write = (content: string, movedFrom?: string) =>
  ({ kind: 'write', content, ...(movedFrom !== undefined && { movedFrom }) }) as const;

describe('a follow-up', () => {
  let docs: LocalDocs<AgentJobTables & ProjectTables>;
  let jobs = 0;
  let id: string;
  let branch: string;
  /** The head of `main` when the job's first turn ran. */
  let base: string;
  before(async () => {
    const files = { 'docs/a.mdx': lines('A.'), 'docs/b.mdx': lines('B.'), 'README.md': 'Not of the docs.\n' };
    docs = await openLocalDocs(files, { docsFolder: 'docs' });
  });
  after(() => docs.close());
  beforeEach(async () => {
    base = await docs.mirror.resolveRef('main');
    id = await insertAgentJob(docs.database, `aj_${(jobs += 1)}`, { attempt: 1, turns: 2, base_commit: base });
    branch = `docwright/${id}`;
    await insertTurn(docs.database, id, 2);
  });

  async function followUp(): Promise<FollowUp> {
    const { kysely } = docs.database;
    const job = await kysely.selectFrom('agent_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const project = await findProject(kysely, HOME, 'project');
    assert.ok(project);
    const repository = { host: docs.host, mirror: docs.mirror, baseCommit: job.base_commit ?? base };
    return { job, project, repository, signal: new AbortController().signal };
  }
  const prepare = async () => {
    await docs.mirror.fetch({ branches: ['main'] });
    return prepareFollowUp(docs.database, await followUp());
  };
  const overlay = async () => Object.fromEntries(await readOverlay(docs.database.kysely, id));
  const edit = (path: string, entry: Parameters<typeof saveOverlayChange>[2]['entry']) =>
    docs.database.kysely.transaction().execute((tx) => saveOverlayChange(tx, id, { path, entry }));
  const newestEvent = async () => (await selectEvents(docs.database.kysely, id, 0, 10)).at(-1);
  /** Creates the state after a first turn that changed `docs/a.mdx`. */
  async function publishFirst(isPushRecorded = true): Promise<string> {
    const { sha, tree } = await docs.commit(base, { 'docs/a.mdx': lines('Ours.') });
    await docs.mirror.push({ branch, sha, expected: null });
    await edit('a.mdx', write(lines('Ours.')));
    const pushed = isPushRecorded ? sha : null;
    await docs.database.pool.query(
      'UPDATE agent_jobs SET branch = $2, commit_sha = $3, tree_sha = $4, pushed_sha = $5 WHERE id = $1',
      [id, branch, sha, tree, pushed],
    );
    return sha;
  }

  describe('a follow-up to a job that pushed nothing', () => {
    test('starts from the newest base, with the changes of earlier turns merged into it', async () => {
      await edit('a.mdx', write(lines('Ours.')));
      const head = await docs.moveMain({ 'docs/a.mdx': lines('A.', 'Theirs.') });
      const { job, repository } = await prepare();
      assert.deepEqual([job.base_commit, repository.baseCommit], [head, head]);
      assert.deepEqual(await overlay(), { 'a.mdx': write(lines('Ours.', 'Theirs.')) });
      assert.deepEqual((await newestEvent())?.data, { branch: 'main', commit: head, dropped: [] });
    });

    test('sees the base’s file if both changed the same lines, and an event names the lost edits', async () => {
      await edit('a.mdx', write(lines('Ours.')));
      await edit('b.mdx', write(lines('Ours too.')));
      const head = await docs.moveMain({ 'docs/a.mdx': lines('Theirs.') });
      await prepare();
      assert.deepEqual(await overlay(), { 'b.mdx': write(lines('Ours too.')) });
      assert.deepEqual((await newestEvent())?.data, { branch: 'main', commit: head, dropped: ['a.mdx'] });
    });

    test('drops changes that the base already contains', async () => {
      await edit('b.mdx', write(lines('Both.')));
      await docs.moveMain({ 'docs/b.mdx': lines('Both.') });
      await prepare();
      assert.deepEqual(await overlay(), {});
    });

    test('keeps the previous path of a moved page', async () => {
      await edit('moved.mdx', write(lines('Moved.'), 'gone.mdx'));
      await docs.moveMain({ 'README.md': 'Changed.\n' });
      await prepare();
      assert.deepEqual(await overlay(), { 'moved.mdx': write(lines('Moved.'), 'gone.mdx') });
    });

    test('keeps its images, with the bytes that it had', async () => {
      const entry = await insertImage(docs.database, id, pngOf('kept'));
      await edit('images/a.png', entry);
      await docs.moveMain({ 'README.md': `Changed by ${id}.\n` });
      await prepare();
      assert.deepEqual(await overlay(), { 'images/a.png': entry });
    });

    test('drops an image if the base now has a file at its path, whether with the same content or not', async () => {
      const gif = Buffer.from(`GIF89a ${id}`);
      const entry = await insertImage(docs.database, id, gif);
      await edit(`images/${id}-same.gif`, entry);
      await edit(`images/${id}-other.gif`, entry);
      await docs.moveMain({
        [`docs/images/${id}-same.gif`]: String(gif),
        [`docs/images/${id}-other.gif`]: 'GIF89a Theirs.',
      });
      await prepare();
      assert.deepEqual(await overlay(), {});
    });

    test('keeps its base, without an event, if nothing moved', async () => {
      await edit('a.mdx', write(lines('Ours.')));
      const { repository } = await prepare();
      assert.deepEqual([repository.baseCommit, await newestEvent()], [base, undefined]);
    });

    test('keeps the base of its first attempt', async () => {
      await docs.database.pool.query(
        `INSERT INTO agent_job_journal (job_id, turn, seq, step, kind, data) VALUES ($1, 2, 0, 0, 'prompt', '{}')`,
        [id],
      );
      await docs.moveMain({ 'README.md': `Changed by ${id}.\n` });
      assert.equal((await prepare()).repository.baseCommit, base);
    });

    test('leaves the job unchanged if its worker lost the job', async () => {
      await edit('a.mdx', write(lines('Ours.')));
      await docs.moveMain({ 'README.md': `Changed by ${id}.\n` });
      const stale = await followUp();
      await docs.mirror.fetch({ branches: ['main'] });
      await docs.database.pool.query('UPDATE agent_jobs SET attempt = attempt + 1 WHERE id = $1', [id]);
      await assert.rejects(prepareFollowUp(docs.database, stale), LeaseLost);
      assert.deepEqual([(await followUp()).job.base_commit, await newestEvent()], [base, undefined]);
    });
  });

  describe('a follow-up to a job whose branch is on the code host', () => {
    test('adds people’s commits to the job, and expects their commit at its push', async () => {
      await publishFirst();
      const head = await docs.pushToBranch(branch, { 'docs/b.mdx': lines('Theirs.'), 'docs/new.mdx': 'New.\n' });
      const { job, repository } = await prepare();
      assert.equal(repository.baseCommit, base, 'the base stays where the branch began');
      assert.deepEqual([readBranch(job).kind, job.pushed_sha], ['pushed', head]);
      assert.deepEqual(await overlay(), {
        'a.mdx': write(lines('Ours.')),
        'b.mdx': write(lines('Theirs.')),
        'new.mdx': write('New.\n'),
      });
      const { type, data } = (await newestEvent()) ?? {};
      assert.equal(type, 'branch.adopted');
      assert.deepEqual(data, { branch, commit: head, changed: ['b.mdx', 'new.mdx'] });
    });

    test('drops an edit that people reverted, and applies their deletion of a page', async () => {
      await publishFirst();
      const before = String(await docs.mirror.readFile(base, 'docs/a.mdx'));
      await docs.pushToBranch(branch, { 'docs/a.mdx': before, 'docs/b.mdx': null });
      await prepare();
      assert.deepEqual(await overlay(), { 'b.mdx': { kind: 'delete' } });
    });

    test('recognizes an image of the job that people moved, and its removal', async () => {
      const [first, second] = [pngOf('first'), pngOf('second')];
      const [moved, removed] = [
        await insertImage(docs.database, id, first),
        await insertImage(docs.database, id, second),
      ];
      await publishFirst();
      await edit('images/moved.png', moved);
      await edit('images/removed.png', removed);
      const ours = { 'docs/images/moved.png': first, 'docs/images/removed.png': second };
      const pushed = await pushBytes(ours);
      await docs.database.pool.query('UPDATE agent_jobs SET pushed_sha = $2 WHERE id = $1', [id, pushed]);
      await pushBytes({ 'docs/images/moved.png': null, 'docs/images/removed.png': null, 'docs/logo.png': first });
      await prepare();
      assert.deepEqual(await overlay(), { 'a.mdx': write(lines('Ours.')), 'logo.png': moved });
    });

    for (const [what, files, named] of [
      ['outside the docs folder', { 'README.md': Buffer.from('Theirs.\n') }, /outside the docs folder: README\.md/],
      [
        'with a file that is not text',
        { 'docs/x.bin': Buffer.from('caf\u00e9', 'latin1') },
        /with a file that is not text: docs\/x\.bin/,
      ],
    ] as const) {
      test(`leaves the branch unchanged after it was changed ${what}`, async () => {
        await publishFirst();
        const head = await pushBytes(files);
        await assert.rejects(prepare(), (error: Error & { code?: string }) => {
          assert.equal(error.code, 'branch_moved');
          assert.match(error.message, named);
          return true;
        });
        assert.deepEqual([await docs.headOf(branch), Object.keys(await overlay())], [head, ['a.mdx']]);
      });
    }
    async function pushBytes(files: Readonly<Record<string, Buffer | null>>): Promise<string> {
      const head = (await docs.headOf(branch)) ?? '';
      const made = await docs.mirror.commitOverlay({
        base: head,
        changes: Object.entries(files).map(([path, content]) => ({ path, content })),
        message: 'Theirs',
        author: { name: 'Ada', email: 'ada@example.com' },
        date: new Date('2026-11-22T12:00:00Z'),
      });
      assert.ok('sha' in made);
      await docs.mirror.push({ branch, sha: made.sha, expected: head });
      return made.sha;
    }

    test('leaves the branch unchanged if it no longer contains the agent’s commits', async () => {
      const ours = await publishFirst();
      const theirs = await docs.commit(base, { 'docs/a.mdx': lines('Rewritten.') });
      await docs.mirror.push({ branch, sha: theirs.sha, expected: ours });
      await assert.rejects(prepare(), { code: 'branch_moved', message: /no longer contains the agent's commits/ });
      assert.equal(await docs.headOf(branch), theirs.sha);
    });

    test('does not recreate a deleted branch', async () => {
      const ours = await publishFirst();
      await docs.mirror.push({ branch, sha: null, expected: ours });
      await assert.rejects(prepare(), { code: 'branch_moved', message: /and was deleted/ });
      assert.equal(await docs.headOf(branch), undefined);
    });

    test('finds the push whose response was lost, and recognizes the branch as its own', async () => {
      const ours = await publishFirst(false);
      const { job } = await prepare();
      assert.deepEqual([readBranch(job).kind, job.pushed_sha], ['pushed', ours]);
    });

    test('doesn’t recognize a branch as its own if the job didn’t create its commit', async () => {
      await publishFirst(false);
      const theirs = await docs.pushToBranch(branch, { 'docs/b.mdx': lines('Theirs.') });
      assert.equal(readBranch((await prepare()).job).kind, 'committed');
      assert.equal(await docs.headOf(branch), theirs);
    });
  });

  test('reads the images of its pull request', async () => {
    await publishFirst();
    const entry = await insertImage(docs.database, id, pngOf('shown'));
    const { sha } = await docs.commit((await docs.headOf(branch)) ?? '', { 'docs/images/a.png': pngOf('shown') });
    await docs.mirror.push({ branch, sha, expected: (await docs.headOf(branch)) ?? null });
    await edit('images/a.png', entry);
    await docs.database.pool.query(
      `UPDATE agent_jobs SET pushed_sha = $2, publish_state = 'pr_known', pr_number = 7, pr_link = 'l', pr_state = 'open' WHERE id = $1`,
      [id, sha],
    );
    const shown = await findPublished(docs.database.kysely, await followUp());
    assert.deepEqual(Object.fromEntries(shown ?? []), { 'a.mdx': write(lines('Ours.')), 'images/a.png': entry });
  });

  test('reads its pull request’s changes, without those of a turn that was not published', async () => {
    const head = await publishFirst();
    await docs.database.pool.query(
      `UPDATE agent_jobs SET publish_state = 'pr_known', pr_number = 7, pr_link = 'l', pr_state = 'open' WHERE id = $1`,
      [id],
    );
    await edit('b.mdx', write(lines('Cut off.')));
    const shown = await findPublished(docs.database.kysely, await followUp());
    assert.deepEqual([...(shown ?? [])], [['a.mdx', write(lines('Ours.'))]], `of ${head}`);
  });
});
