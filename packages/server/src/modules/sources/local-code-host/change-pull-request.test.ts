import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import type { ModuleDatabase } from '../../../testing/module-database.ts';
import { branchRef, findCommit, pullRequestRef } from './bare-repository.ts';
import {
  closePullRequest,
  deleteHeadBranch,
  editPullRequest,
  markDraft,
  markReady,
  mergePullRequest,
  openPullRequest,
  reopenPullRequest,
} from './change-pull-request.ts';
import { gitDirOf, type BranchMove } from './context.ts';
import type { LocalRepository } from './local-code-host.ts';
import { systemOf } from './record-pull-request.ts';
import { refreshPullRequest } from './refresh-pull-request.ts';
import { findPullRequest, lockPullRequest, type LocalPullRequest } from './store.ts';
import type { LocalCodeHostTables } from './tables.ts';
import { KEYS, startTestHost, type TestHost } from './testing/test-host.ts';
import { PAGE, testRepositories, type TestRepositories } from './testing/test-repositories.ts';

const HEAD = 'docwright/job-1';

describe('a pull request', () => {
  let world: TestHost;
  let repositories: TestRepositories;
  let repository: LocalRepository;
  let pull: LocalPullRequest;
  const moves: BranchMove[] = [];
  before(async () => {
    world = await startTestHost({}, { onBranchMoved: async (move) => void moves.push(move) });
    repositories = testRepositories(world);
  });
  after(() => world.close());
  beforeEach(async () => {
    repository = await repositories.seeded();
    pull = await open(HEAD, 'ours');
    moves.length = 0;
  });

  const ada = () => systemOf(repository, 'Ada');
  const target = () => ({ repository, number: pull.number });
  const bare = () => ({ git: world.options.git, gitDir: gitDirOf(world.options, repository.id) });
  const shaOf = (branch: string) => findCommit(bare(), branchRef(branch));
  const read = async () =>
    (await findPullRequest(world.options.database.kysely, { repositoryId: repository.id, number: pull.number })) ??
    assert.fail('it is gone');
  async function open(headBranch: string, text: string, draft = false): Promise<LocalPullRequest> {
    await repositories.pushed(repository, { 'index.mdx': PAGE.replace('line 3', text) }, { branch: headBranch });
    return openPullRequest(world.options, repository, {
      headBranch,
      baseBranch: 'main',
      title: 'Improve docs',
      body: '',
      draft,
      author: ada(),
    });
  }
  const act = (run: typeof closePullRequest) => run(world.options, target(), ada());
  const events = async () => {
    const rows = await world.options.database.kysely
      .selectFrom('audit_events')
      .select('action')
      .where('target_id', '=', `${repository.id}/${pull.number}`)
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action.replace('pull_request.', ''));
  };

  describe('opening a pull request', () => {
    for (const [what, headBranch, baseBranch, code] of [
      ['from a missing branch', 'docwright/none', 'main', 'branch-not-found'],
      ['into a missing branch', HEAD, 'none', 'branch-not-found'],
      ['from a branch into itself', 'main', 'main', 'nothing-to-compare'],
      ['from a branch without new commits', 'main', HEAD, 'nothing-to-compare'],
    ] as const) {
      test(`is refused ${what}`, async () => {
        const draft = { headBranch, baseBranch, title: 't', body: '', draft: false, author: ada() };
        await assert.rejects(openPullRequest(world.options, repository, draft), { code });
      });
    }

    for (const headBranch of ['--output=/tmp/x', 'a..b', 'refs/heads/main:x', 'a\0b', 'HEAD^', '$(id)']) {
      test(`is refused if the branch name is invalid: ${JSON.stringify(headBranch)}`, async () => {
        const draft = { headBranch, baseBranch: 'main', title: 't', body: '', draft: false, author: ada() };
        await assert.rejects(openPullRequest(world.options, repository, draft), { code: 'invalid-ref-name' });
      });
    }

    test('gives each pull request its own number, even after a refused request', async () => {
      await assert.rejects(open('docwright/job-1-again', 'x').then(() => open(HEAD, 'y')));
      const next = await open('docwright/job-3', 'z');
      assert.ok(next.number > pull.number + 1);
    });

    test('stores its commits under a separate reference, and reports its author', async () => {
      const { headSha, number } = await open('docwright/told', 'told');
      assert.equal(await findCommit(bare(), pullRequestRef(number)), headSha);
      assert.deepEqual(
        moves.map(({ branches, author }) => [branches, author]),
        [[['docwright/told'], 'Ada']],
      );
    });
  });

  describe('merging a pull request', () => {
    test('creates a merge commit on the base branch, and reports the branch as moved', async () => {
      const base = await shaOf('main');
      const merged = await act(mergePullRequest);
      assert.deepEqual([merged.state, merged.endedBy, merged.mergeSha], ['merged', 'Ada', await shaOf('main')]);
      const parents = await world.git('--git-dir', bare().gitDir, 'log', '-1', '--format=%P', 'main');
      assert.equal(parents, `${base} ${pull.headSha}`);
      assert.deepEqual(
        moves.map(({ branches }) => branches),
        [['main']],
      );
      assert.deepEqual(await events(), ['opened', 'merged']);
    });

    test('is refused for a draft, a conflict or a closed pull request, and no branch moves', async () => {
      await act(markDraft);
      await assert.rejects(act(mergePullRequest), { code: 'pull-request-not-open' });
      await act(markReady);
      const work = await repositories.cloned(repository);
      await world.git('-C', work, 'rm', '--quiet', 'index.mdx');
      await world.git('-C', work, 'commit', '--quiet', '-m', 'gone');
      await world.git('-C', work, 'push', '--quiet', 'origin', 'main');
      const base = await shaOf('main');
      await assert.rejects(act(mergePullRequest), { code: 'merge-conflict', paths: ['index.mdx'] });
      await act(closePullRequest);
      await assert.rejects(act(mergePullRequest), { code: 'pull-request-not-open' });
      assert.equal(await shaOf('main'), base);
      assert.deepEqual(await events(), ['opened', 'marked_draft', 'marked_ready', 'closed']);
    });

    test('uses a valid author name even if the key’s name isn’t one', async () => {
      const author = systemOf(repository, '<Ada>\nReviewed-by: nobody ⟨x⟩');
      await mergePullRequest(world.options, target(), author);
      const commit = await world.git('--git-dir', bare().gitDir, 'cat-file', 'commit', 'main');
      assert.match(commit, /^author [^<>\n]+ <merge@docwright\.localhost> \d+ \+0000$/m);
      assert.doesNotMatch(commit, /^Reviewed-by/m);
    });

    test('excludes closing it at the same time: only one of the two requests succeeds', async () => {
      const results = await Promise.allSettled([act(mergePullRequest), act(closePullRequest)]);
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      const { state } = await read();
      assert.equal(state === 'merged', (await shaOf('main')) !== pull.forkSha);
      assert.equal((await events()).length, 2);
    });
  });

  describe('a closed pull request', () => {
    beforeEach(() => act(closePullRequest));

    test('is reopened unless its branch has another open pull request', async () => {
      assert.equal((await act(reopenPullRequest)).state, 'open');
      await assert.rejects(act(reopenPullRequest), { code: 'pull-request-not-closed' });
      await act(closePullRequest);
      await open('docwright/other', 'other');
      await world.options.database.kysely
        .updateTable('local_pull_requests')
        .set({ head_branch: HEAD })
        .where('repository_id', '=', repository.id)
        .where('head_branch', '=', 'docwright/other')
        .execute();
      await assert.rejects(act(reopenPullRequest), { code: 'pull-request-exists' });
    });

    test('is not reopened without its branch', async () => {
      await deleteHeadBranch(world.options, target(), ada());
      await assert.rejects(act(reopenPullRequest), { code: 'branch-not-found' });
    });

    test('can have its branch deleted, and keeps its commits', async () => {
      await deleteHeadBranch(world.options, target(), ada());
      assert.equal(await shaOf(HEAD), undefined);
      assert.equal(await findCommit(bare(), pullRequestRef(pull.number)), pull.headSha);
      assert.deepEqual(
        moves.map(({ branches }) => branches),
        [[HEAD]],
      );
    });

    test('does not delete a branch that now has other commits', async () => {
      const other = await repositories.pushed(repository, { 'new.mdx': 'x' }, { branch: HEAD, parent: pull.headSha });
      await assert.rejects(deleteHeadBranch(world.options, target(), ada()), { code: 'branch-moved' });
      assert.equal(await shaOf(HEAD), other);
    });

    test('can’t become a draft or ready, or be closed again', async () => {
      for (const run of [markDraft, markReady, closePullRequest])
        await assert.rejects(act(run), { code: 'pull-request-not-open' });
    });
  });

  test('keeps its branch while it is open', async () => {
    await assert.rejects(deleteHeadBranch(world.options, target(), ada()), { code: 'branch-in-use' });
    assert.equal(await shaOf(HEAD), pull.headSha);
  });

  test('that does not exist can’t be changed, and no event is recorded', async () => {
    const none = { repository, number: 99 };
    for (const run of [mergePullRequest, closePullRequest, reopenPullRequest, markReady, markDraft])
      await assert.rejects(run(world.options, none, ada()), { code: 'pull-request-not-found' });
    await assert.rejects(editPullRequest(world.options, none, { title: 'x', author: ada() }), {
      code: 'pull-request-not-found',
    });
    const { rows } = await (world.options.database as unknown as ModuleDatabase<LocalCodeHostTables>).pool.query(
      'SELECT FROM audit_events WHERE target_id = $1',
      [`${repository.id}/99`],
    );
    assert.equal(rows.length, 0);
  });

  test('is merged if its commits reached the base by a push, which is reported once even if four readers detect it', async () => {
    const work = await repositories.cloned(repository);
    await world.git('-C', work, 'fetch', '--quiet', 'origin', HEAD);
    await world.git('-C', work, 'merge', '--quiet', '--ff-only', 'FETCH_HEAD');
    await world.git('-C', work, 'push', '--quiet', repositories.urlWithKey(repository, KEYS.admin), 'HEAD:main');
    const seen = await Promise.all(Array.from({ length: 4 }, () => refreshPullRequest(world.options, pull)));
    assert.deepEqual(new Set(seen.map(({ state }) => state)), new Set(['merged']));
    assert.deepEqual(await events(), ['opened', 'merged']);
  });

  test('stays unchanged if its base branch was deleted', async () => {
    await world.git('--git-dir', bare().gitDir, 'update-ref', '-d', 'refs/heads/main');
    const seen = await refreshPullRequest(world.options, pull);
    assert.deepEqual([seen.state, seen.forkSha, seen.headSha], ['open', pull.forkSha, pull.headSha]);
  });

  test('is changed by one caller after another: the second waits, and decides based on the first result', async () => {
    const database = world.options.database as unknown as ModuleDatabase<LocalCodeHostTables>;
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const first = database.kysely.transaction().execute(async (transaction) => {
      await lockPullRequest(transaction, { repositoryId: repository.id, number: pull.number });
      await transaction
        .updateTable('local_pull_requests')
        .set({ state: 'closed' })
        .where('repository_id', '=', repository.id)
        .execute();
      locked();
      await mayCommit;
    });
    await isLocked;
    const refused = assert.rejects(act(closePullRequest), { code: 'pull-request-not-open' });
    await waitForLockWaiter(database);
    commit();
    await Promise.all([first, refused]);
  });
});
