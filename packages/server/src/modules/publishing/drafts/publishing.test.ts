import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../platform/clock/index.ts';
import { CodeHostError, knownProtection, type BranchProtection } from '../../../platform/code-host/index.ts';
import { GitError } from '../../../platform/git/index.ts';
import { principalOf } from '../../../testing/module-database.ts';
import { createBranchProtections } from './branch-protections.ts';
import { findTarget, openBranch } from './open-branch.ts';
import { publishDraft } from './publish-draft.ts';
import type { DraftRouteDeps } from './routes.ts';
import { showDraft } from './show-draft.ts';
import { ada, assertStatus, docsJson, openDrafts, page, type TestDrafts } from './testing/open-drafts.ts';

const lines = (text: string): string => page(Array.from({ length: 9 }, (_, at) => `Line ${at} ${text}`).join('\n\n'));
const start = lines('start');

describe('publishing a draft', () => {
  let drafts: TestDrafts;
  before(async () => {
    drafts = await openDrafts({ 'docs.json': docsJson, 'index.mdx': start, 'guide.mdx': page('Guide.') });
  });
  after(() => drafts.close());
  beforeEach(async () => {
    await drafts.service.database.pool.query('delete from drafts');
    await drafts.service.database.pool.query('delete from draft_settings');
    await drafts.push({ 'docs.json': docsJson, 'index.mdx': start, 'guide.mdx': page('Guide.') });
  });
  const publish = (body: object, options = {}) => drafts.draft('POST', '/publish', { body, ...options });
  const show = async (branch = 'main') => assertStatus(await drafts.draft('GET', '', { branch }), 200).json;

  test('commits exactly the changed lines, with author and co-authors, and empties the draft', async () => {
    const before = await drafts.headOf();
    await drafts.save('index.mdx', start.replace('Line 4 start', 'Line four'));
    await drafts.save('guide.mdx', page('Better.'), { as: ada });
    const answer = assertStatus(await publish({ action: 'publish', message: 'Better pages' }, { as: ada }), 200).json;
    assert.deepEqual([answer.branch, answer.changedFiles, answer.pullRequest], ['main', 2, null]);
    assert.equal(await drafts.headOf(), answer.commit);
    const shown = await drafts.git('show', '--format=%an <%ae>%n%B', '--no-patch', answer.commit);
    assert.equal(
      shown,
      'Ada Lovelace <ada@example.com>\nBetter pages\n\nCo-authored-by: test key <draft@docwright.invalid>',
    );
    const patch = await drafts.git('diff', '--unified=0', before, answer.commit, '--', 'index.mdx');
    assert.deepEqual(
      patch.split('\n').filter((line) => /^[-+][^-+]/.test(line)),
      ['-Line 4 start', '+Line four'],
    );
    const draft = await show();
    assert.deepEqual([draft.version, draft.changes, draft.baseCommit], [0, [], answer.commit]);
    assert.deepEqual(drafts.movedBranches.at(-1), ['main']);
  });

  test('merges commits that arrive while people write', async () => {
    await drafts.save('index.mdx', start.replace('Line 1 start', 'Ours'));
    const head = await drafts.push({ 'index.mdx': start.replace('Line 7 start', 'Theirs') });
    const draft = await show();
    assert.deepEqual([draft.baseCommit, draft.changes[0].isConflict], [head, false]);
    const both = start.replace('Line 1 start', 'Ours').replace('Line 7 start', 'Theirs');
    assert.equal((await drafts.read('index.mdx')).json.content, both);
    assertStatus(await publish({ action: 'publish' }), 200);
    assert.equal((await drafts.fileOf('index.mdx')).toString(), both);
  });

  test('is refused until a conflict is resolved, and both versions stay available', async () => {
    const ours = start.replace('Line 4 start', 'Ours');
    const theirs = start.replace('Line 4 start', 'Theirs');
    await drafts.save('index.mdx', ours);
    await drafts.push({ 'index.mdx': theirs });
    const { json } = await drafts.read('index.mdx');
    assert.deepEqual([json.content, json.conflict.theirs.content], [ours, theirs]);
    assert.match(json.conflict.markers, /<<<<<<< draft\nOurs\n=======\nTheirs\n>>>>>>> branch\n/);
    assert.deepEqual((await show()).blockers, ['conflicts']);
    const refused = await publish({ action: 'publish' });
    assert.deepEqual([refused.status, refused.json.code], [409, 'draft_conflict']);
    assert.match(refused.json.error, /index\.mdx/);
    const combined = start.replace('Line 4 start', 'Ours and theirs');
    assertStatus(await drafts.save('index.mdx', combined), 200);
    assert.deepEqual((await show()).blockers, ['conflicts'], 'typing alone resolves nothing');
    const { version } = (await drafts.read('index.mdx')).json;
    const body = { file: 'index.mdx', keep: 'draft', version };
    assertStatus(await drafts.draft('POST', '/resolve', { body }), 200);
    assertStatus(await publish({ action: 'publish' }), 200);
    assert.equal((await drafts.fileOf('index.mdx')).toString(), combined);
  });

  test('treats the deletion of an edited page in git as a conflict; the text is kept if the deletion is chosen', async () => {
    const ours = page('Edited guide.');
    await drafts.save('guide.mdx', ours);
    await drafts.push({ 'guide.mdx': null });
    const { json } = await drafts.read('guide.mdx');
    assert.deepEqual([json.content, json.conflict.theirs, json.base], [ours, null, null]);
    const body = { file: 'guide.mdx', keep: 'branch', version: json.version };
    assertStatus(await drafts.draft('POST', '/resolve', { body }), 200);
    assert.equal((await drafts.read('guide.mdx')).status, 404);
    assert.deepEqual((await show()).changes, []);
    const { revisions } = (await drafts.draft('GET', '/files/guide.mdx/revisions?limit=1')).json;
    const replaced = await drafts.draft('GET', `/files/guide.mdx/revisions/${revisions[0].id}`);
    assert.equal(replaced.json.content, ours, 'the replaced text is in the history');
  });

  test('omits a page that both sides changed in the same way', async () => {
    await drafts.save('index.mdx', lines('same'));
    await drafts.push({ 'index.mdx': lines('same') });
    assert.deepEqual((await show()).changes, []);
  });

  test('of a moved page includes the branch’s changes to its old path', async () => {
    await drafts.draft('POST', '/move', { body: { from: 'index.mdx', to: 'start.mdx' } });
    await drafts.push({ 'index.mdx': start.replace('Line 7 start', 'Theirs') });
    assert.equal((await drafts.read('start.mdx')).json.content, start.replace('Line 7 start', 'Theirs'));
    assert.equal((await drafts.read('index.mdx')).json.content, null);
    const { changes, blockers } = await show();
    assert.deepEqual(blockers, []);
    assert.ok(changes.some(({ movedFrom }: { movedFrom: string }) => movedFrom === 'index.mdx'));
    assertStatus(await publish({ action: 'publish' }), 200);
    assert.equal((await drafts.fileOf('start.mdx')).toString(), start.replace('Line 7 start', 'Theirs'));
    await drafts.push({ 'start.mdx': null });
  });

  test('after a force-push that removes the base commit does not restore other people’s removed commits', async () => {
    const root = await drafts.headOf();
    await drafts.push({ 'guide.mdx': page('Withdrawn by the force-push.') });
    await show();
    await drafts.save('index.mdx', start.replace('Line 1 start', 'Ours'));
    await drafts.git('update-ref', 'refs/heads/main', root);
    await drafts.git('reflog', 'expire', '--expire=now', '--all');
    await drafts.git('gc', '--prune=now', '--quiet');
    const head = await drafts.push({ 'index.mdx': start.replace('Line 7 start', 'Theirs') });
    assert.equal((await show()).baseCommit, head);
    assertStatus(await publish({ action: 'publish' }), 200);
    const both = start.replace('Line 1 start', 'Ours').replace('Line 7 start', 'Theirs');
    assert.equal((await drafts.fileOf('index.mdx')).toString(), both);
    assert.equal((await drafts.fileOf('guide.mdx')).toString(), page('Guide.'));
  });

  test('is possible to a new branch if the draft’s branch was deleted', async () => {
    await drafts.push({ 'guide.mdx': page('On a branch.') }, 'feature');
    await drafts.save('guide.mdx', page('Edited.'), { branch: 'feature' });
    await drafts.git('update-ref', '-d', 'refs/heads/feature');
    const draft = await show('feature');
    assert.deepEqual(
      [draft.isBranchDeleted, draft.actions, draft.blockers],
      [true, ['create_branch'], ['branch_deleted']],
    );
    assertStatus(await drafts.save('guide.mdx', page('Edited again.'), { branch: 'feature' }), 200);
    const moved = assertStatus(
      await publish({ action: 'create_branch', newBranch: 'feature-2' }, { branch: 'feature' }),
      200,
    ).json;
    assert.equal(moved.branch, 'feature-2');
    assert.equal((await drafts.read('guide.mdx', { branch: 'feature-2' })).json.content, page('Edited again.'));
    const saved = assertStatus(await publish({ action: 'save' }, { branch: 'feature-2' }), 200).json;
    assert.equal(await drafts.headOf('feature-2'), saved.commit);
    assert.equal((await drafts.fileOf('guide.mdx', 'feature-2')).toString(), page('Edited again.'));
  });

  test('to a branch whose draft was kept is refused, and the branch isn’t created', async () => {
    await drafts.push({ 'guide.mdx': page('On a branch.') }, 'kept');
    await drafts.save('guide.mdx', page('Kept.'), { branch: 'kept' });
    await drafts.git('update-ref', '-d', 'refs/heads/kept');
    await drafts.save('guide.mdx', page('Of main.'));
    const refused = await publish({ action: 'create_branch', newBranch: 'kept' });
    assert.equal(refused.json.code, 'branch_exists', refused.text);
    await assert.rejects(drafts.headOf('kept'));
    assert.equal((await drafts.read('guide.mdx', { branch: 'kept' })).json.content, page('Kept.'));
  });

  test('as a pull request uses the given title, and the suggested body from the repository’s template', async () => {
    await drafts.push({ '.github/pull_request_template.md': '## Checklist\n' });
    await drafts.save('guide.mdx', page('Better.', 'Quickstart'));
    const { json } = assertStatus(await drafts.draft('GET', '/proposal'), 200);
    assert.equal(json.message, 'Update “Quickstart”');
    assert.equal(json.pullRequest.body, '## Checklist\n\n- Update `guide.mdx`');
    const head = await drafts.headOf();
    const made = assertStatus(await publish({ action: 'create_pull_request', title: 'Mine' }), 200).json;
    assert.equal(made.branch, json.newBranch);
    assert.equal(await drafts.headOf(), head, 'the deployment branch is unchanged');
    const pull = await drafts.localCodeHost.connect(drafts.repository).getPullRequest(made.pullRequest.number);
    assert.deepEqual(
      [pull.title, pull.body, pull.headBranch, pull.baseBranch, pull.draft],
      ['Mine', json.pullRequest.body, json.newBranch, 'main', false],
    );
    assert.deepEqual((await show()).changes, []);
    await drafts.push({ '.github/pull_request_template.md': null });
  });

  test('completes an interrupted pull request at the next attempt, with the same commit', async () => {
    await drafts.save('guide.mdx', page('Better.'));
    const { connectRepository } = drafts.deps;
    const deps = {
      ...drafts.deps,
      connectRepository: async (owner: Parameters<typeof connectRepository>[0]) => {
        const connected = await connectRepository(owner);
        const createPullRequest = () => Promise.reject(new CodeHostError('unavailable', 'The code host is down.'));
        return { ...connected, host: { ...connected.host, createPullRequest } };
      },
    };
    const target = await findTarget(deps, principalOf(), { projectId: 'proj', branch: 'main' });
    const body = { action: 'create_pull_request', newBranch: 'interrupted' } as const;
    await assert.rejects(publishDraft(deps, target, body), { code: 'code_host_refused' });
    assert.equal((await show()).changes.length, 1, 'the draft is kept');
    const pushed = await drafts.headOf('interrupted');
    const made = assertStatus(await publish(body), 200).json;
    assert.equal(made.commit, pushed);
  });

  test('requires a pull request or a draft without errors if the settings say so', async () => {
    const settings = '/v1/projects/proj/draft-settings';
    const body = { requirePullRequest: true, blockErrors: true };
    assert.deepEqual((await drafts.service.request('PATCH', settings, { body })).json, body);
    await drafts.save('guide.mdx', '---\ntitle: A\n---\n\n<Card>\n');
    const draft = await show();
    assert.deepEqual(draft.actions, ['create_pull_request', 'create_branch']);
    assert.equal((await publish({ action: 'publish' })).json.code, 'draft_action_unavailable');
    const checked = assertStatus(await drafts.draft('POST', '/check'), 200).json;
    assert.deepEqual(checked.blockers, ['errors']);
    const blocked = await publish({ action: 'create_pull_request' });
    assert.equal(blocked.json.code, 'draft_blocked');
    assert.match(blocked.json.error, /guide\.mdx:5/);
  });

  /** The dependencies with a code host that protects its branches in this way. */
  const withProtection = (...answers: (BranchProtection | CodeHostError)[]) => {
    const { connectRepository } = drafts.deps;
    return {
      ...drafts.deps,
      protections: createBranchProtections(systemClock),
      connectRepository: async (owner: Parameters<typeof connectRepository>[0]) => {
        const connected = await connectRepository(owner);
        const getBranchProtection = async (): Promise<BranchProtection> => {
          const [answer = knownProtection()] = answers.length > 1 ? answers.splice(0, 1) : answers;
          if (answer instanceof CodeHostError) throw answer;
          return answer;
        };
        return { ...connected, host: { ...connected.host, getBranchProtection } };
      },
    };
  };
  const open = async (deps: DraftRouteDeps, branch = 'main') => {
    const target = await findTarget(deps, principalOf(), { projectId: 'proj', branch });
    return { target, shown: await showDraft(deps, await openBranch(deps, target)) };
  };

  for (const [what, protection, reason] of [
    ['requires a pull request', knownProtection({ requiresPullRequest: true }), /requires a pull request/],
    ['lets only others push', knownProtection({ mayPush: false }), /protects the branch from direct commits/],
    ['does not report the rules', { kind: 'unknown', reason: 'No permission.' }, /does not report.*No permission\./],
    ['does not respond', new CodeHostError('unavailable', 'The code host is down.'), /does not report.*is down/],
  ] as const) {
    test(`commits nothing directly if the code host ${what}, and keeps the draft`, async () => {
      await drafts.save('guide.mdx', page('Better.'));
      const head = await drafts.headOf();
      const deps = withProtection(protection);
      const { target, shown } = await open(deps);
      assert.deepEqual([shown.requiresPullRequest, shown.actions], [true, ['create_pull_request', 'create_branch']]);
      assert.match(shown.pullRequestReason ?? '', reason);
      const refused = { code: 'draft_action_unavailable', message: reason };
      await assert.rejects(publishDraft(deps, target, { action: 'publish' }), refused);
      assert.equal(await drafts.headOf(), head);
      assert.equal((await show()).changes.length, 1);
      const made = await publishDraft(deps, target, { action: 'create_pull_request', newBranch: `to-${what.length}` });
      assert.ok(made.pullRequest !== null);
    });
  }

  test('commits directly to an unprotected branch, and offers only a new branch for a protected one', async () => {
    const deps = withProtection(knownProtection({ requiredApprovals: 2 }));
    await drafts.save('guide.mdx', page('Better.'));
    const { target, shown } = await open(deps);
    assert.deepEqual([shown.pullRequestReason, shown.actions[0]], [null, 'publish']);
    assert.ok((await publishDraft(deps, target, { action: 'publish' })).commit !== null);
    await drafts.push({ 'guide.mdx': page('On a branch.') }, 'open-branch');
    const other = await open(deps, 'open-branch');
    assert.deepEqual(other.shown.actions, ['save', 'create_pull_request']);
    const closed = await open(withProtection(knownProtection({ requiresPullRequest: true })), 'open-branch');
    assert.deepEqual(closed.shown.actions, ['create_branch']);
  });

  test('refuses the commit if protection was added after the draft was shown', async () => {
    await drafts.save('guide.mdx', page('Better.'));
    const deps = withProtection(knownProtection(), knownProtection({ requiresPullRequest: true }));
    const { target, shown } = await open(deps);
    assert.equal(shown.actions[0], 'publish');
    await assert.rejects(publishDraft(deps, target, { action: 'publish' }), { code: 'draft_action_unavailable' });
    assert.equal((await show()).changes.length, 1);
  });

  test('requires a pull request if either the code host or the project’s setting does', async () => {
    const settings = '/v1/projects/proj/draft-settings';
    assert.equal((await drafts.service.request('GET', settings)).json.requirePullRequest, false);
    await drafts.service.request('PATCH', settings, { body: { requirePullRequest: false } });
    const { shown } = await open(withProtection(knownProtection({ requiresPullRequest: true })));
    assert.equal(shown.requiresPullRequest, true);
    await drafts.service.request('PATCH', settings, { body: { requirePullRequest: true } });
    const required = await open(withProtection(knownProtection()));
    assert.equal(required.shown.pullRequestReason, 'The project requires a pull request.');
  });

  test('to a branch on which the code host refused a commit needs a pull request from then on', async () => {
    await drafts.save('guide.mdx', page('Better.'));
    const { connectRepository } = drafts.deps;
    const deps = {
      ...drafts.deps,
      connectRepository: async (owner: Parameters<typeof connectRepository>[0]) => {
        const connected = await connectRepository(owner);
        const push = async () => ({ kind: 'denied' as const, reason: 'protected branch hook declined' });
        return { ...connected, mirror: { ...connected.mirror, push } };
      },
    };
    const target = await findTarget(deps, principalOf(), { projectId: 'proj', branch: 'main' });
    await assert.rejects(publishDraft(deps, target, { action: 'publish' }), {
      code: 'branch_protected',
      message: /protected branch hook declined.*pull request/,
    });
    const draft = await show();
    assert.deepEqual([draft.requiresPullRequest, draft.actions[0]], [true, 'create_pull_request']);
  });

  test('is refused for a draft that changed after its review, for an empty one, and to a branch that exists', async () => {
    assert.equal((await publish({ action: 'publish' })).json.code, 'draft_empty');
    await drafts.save('guide.mdx', page('One.'));
    const { version } = await show();
    await drafts.save('guide.mdx', page('Two.'));
    assert.equal((await publish({ action: 'publish', draftVersion: version })).json.code, 'draft_changed');
    await drafts.push({ 'guide.mdx': page('x') }, 'taken');
    const taken = await publish({ action: 'create_pull_request', newBranch: 'taken' });
    assert.equal(taken.json.code, 'branch_exists');
    assert.equal((await publish({ action: 'save' })).json.code, 'draft_action_unavailable');
  });

  test('keeps changes in the draft that are saved during the push', async () => {
    await drafts.save('guide.mdx', page('Published.'));
    const { mirror } = await drafts.deps.connectRepository({ organizationId: 'org_home', repository: 'local:docs' });
    const { connectRepository } = drafts.deps;
    const deps = {
      ...drafts.deps,
      connectRepository: async (owner: Parameters<typeof connectRepository>[0]) => ({
        ...(await connectRepository(owner)),
        mirror: {
          ...mirror,
          push: async (...request: Parameters<typeof mirror.push>) => {
            const pushed = await mirror.push(...request);
            await drafts.service.database.pool.query(`update draft_files set content = $1 where path = 'guide.mdx'`, [
              Buffer.from(page('Typed during the push.')),
            ]);
            return pushed;
          },
        },
      }),
    };
    const target = await findTarget(deps, principalOf(), { projectId: 'proj', branch: 'main' });
    await publishDraft(deps, target, { action: 'publish' });
    assert.equal((await drafts.fileOf('guide.mdx')).toString(), page('Published.'));
    const { json } = await drafts.read('guide.mdx');
    assert.deepEqual([json.content, json.base.content], [page('Typed during the push.'), page('Published.')]);
    assert.equal((await show()).baseCommit, await drafts.headOf());
  });

  test('reports a full disk, and keeps the draft', async () => {
    await drafts.save('guide.mdx', page('Kept.'));
    const { connectRepository } = drafts.deps;
    const deps = {
      ...drafts.deps,
      connectRepository: async (owner: Parameters<typeof connectRepository>[0]) => {
        const connected = await connectRepository(owner);
        const commitOverlay = () => Promise.reject(new GitError('disk-full', 'The disk is full.'));
        return { ...connected, mirror: { ...connected.mirror, commitOverlay } };
      },
    };
    const target = await findTarget(deps, principalOf(), { projectId: 'proj', branch: 'main' });
    await assert.rejects(publishDraft(deps, target, { action: 'publish' }), { code: 'storage_full', status: 507 });
    assert.equal((await show()).changes.length, 1);
  });

  test('is unavailable if the repository can’t be read, but the draft can still be read', async () => {
    await drafts.save('guide.mdx', page('Kept.'));
    await drafts.service.database.pool.query(`update projects set repository = 'local:gone'`);
    try {
      const draft = await show();
      assert.equal(draft.changes.length, 1);
      assert.equal((await drafts.read('guide.mdx')).json.content, page('Kept.'));
      assertStatus(await drafts.save('guide.mdx', page('Still saved.')), 200);
      const other = await drafts.read('index.mdx');
      assert.deepEqual([other.status, other.json.code], [409, 'draft_repository_unavailable']);
      assert.equal((await publish({ action: 'publish' })).json.code, 'draft_repository_unavailable');
    } finally {
      await drafts.service.database.pool.query(`update projects set repository = 'local:docs'`);
    }
  });
});
