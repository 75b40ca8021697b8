/** The requirements for each adapter of the port, on any backend. Called from each adapter's own test. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { knownProtection } from '../branch-protection.ts';
import type { CodeHost, NewPullRequest } from '../code-host.ts';
import { isCodeHostError } from '../errors.ts';

export interface ContractSubject {
  readonly host: CodeHost;
  /** A code host that is bound to a nonexistent repository. */
  readonly missing: CodeHost;
  readonly defaultBranch: string;
  /** The author of created objects, if the host reports one. */
  readonly author: string | null;
  /** A commit of the repository. */
  readonly sha: string;
  /** Creates a branch with one commit that the default branch lacks. */
  pushBranch(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface ContractOptions {
  readonly start: () => Promise<ContractSubject>;
  /**
   * Whether the backend refuses a second open pull request and an empty pull request. Some test servers accept both.
   */
  readonly refusesDuplicates: boolean;
  /** Operations that the host doesn't support. */
  readonly lacks?: readonly Lacking[];
}

type Lacking = 'merging' | 'reopening' | 'labels' | 'statuses' | 'hooks';

export function testCodeHostContract(name: string, options: ContractOptions): void {
  void describe(`${name}: the code-host contract`, () => {
    let subject: ContractSubject;
    let branches = 0;
    const lacks = (what: Lacking): boolean => options.lacks?.includes(what) === true;
    before(async () => {
      subject = await options.start();
    });
    after(() => subject.close());

    async function proposal(body = 'Body.'): Promise<NewPullRequest> {
      const headBranch = `docwright/contract-${(branches += 1)}`;
      await subject.pushBranch(headBranch);
      return {
        headBranch,
        baseBranch: subject.defaultBranch,
        title: 'Fix "links" & <tags> — ü 漢字',
        body,
        draft: false,
      };
    }

    const failsWith = (code: Parameters<typeof isCodeHostError>[1]) => (error: unknown) =>
      isCodeHostError(error, code) || assert.fail(String(error));

    void test('returns the default branch and the write permission', async () => {
      const facts = await subject.host.getRepository();
      assert.equal(facts.defaultBranch, subject.defaultBranch);
      assert.ok(facts.permission === 'write' || facts.permission === 'admin', facts.permission);
      assert.match(facts.webUrl, /^https?:\/\//);
      assert.equal(facts.archived, false);
    });

    void test('a missing repository is reported as repository-not-found', () =>
      assert.rejects(subject.missing.getRepository(), failsWith('repository-not-found')));

    void test('a branch without rules is not protected', async () => {
      assert.deepEqual(await subject.host.getBranchProtection(subject.defaultBranch), knownProtection());
    });

    void test('a created pull request has the given values, and is found by its branch', async () => {
      const request = await proposal('Line 1\n\n- [x] **done** <b>&amp;</b>\n\n<!-- docwright:job=j_1 -->');
      const created = await subject.host.createPullRequest(request);
      assert.deepEqual(
        [created.title, created.body, created.headBranch, created.baseBranch, created.state, created.draft],
        [request.title, request.body, request.headBranch, request.baseBranch, 'open', false],
      );
      assert.match(created.headSha, /^[0-9a-f]{12}([0-9a-f]{28})?$/);
      const listed = await subject.host.listPullRequests({ headBranch: request.headBranch });
      assert.deepEqual(listed, [created]);
    });

    void test('a pull request is found by its number, and listed as open until it is closed', async () => {
      const created = await subject.host.createPullRequest(await proposal());
      const { number, headBranch, headSha } = created;
      const found = await subject.host.getPullRequest(number);
      assert.deepEqual(
        [found.number, found.title, found.author, found.headBranch, found.headSha, found.state, found.fromFork],
        [number, created.title, subject.author, headBranch, headSha, 'open', false],
      );
      const isOpen = async (): Promise<boolean> => {
        const answer = await subject.host.listOpenPullRequests();
        return answer !== 'unchanged' && answer.items.some((pull) => pull.number === number);
      };
      assert.equal(await isOpen(), true);
      await subject.host.updatePullRequest(number, { state: 'closed' });
      assert.equal(await isOpen(), false);
      assert.equal((await subject.host.getPullRequest(number)).state, 'closed');
    });

    void test('unchanged open pull requests are not reported again if the host returns an entity tag', async () => {
      const created = await subject.host.createPullRequest(await proposal());
      const listed = await subject.host.listOpenPullRequests();
      assert.ok(listed !== 'unchanged');
      if (listed.tag === undefined) return;
      assert.equal(await subject.host.listOpenPullRequests({ unlessTag: listed.tag }), 'unchanged');
      await subject.host.updatePullRequest(created.number, { state: 'closed' });
      assert.notEqual(await subject.host.listOpenPullRequests({ unlessTag: listed.tag }), 'unchanged');
    });

    void test('a list can be filtered by a marker in the body', async () => {
      const request = await proposal('x <!-- docwright:job=j_2 --> y');
      await subject.host.createPullRequest(request);
      const { headBranch } = request;
      assert.equal(
        (await subject.host.listPullRequests({ headBranch, marker: '<!-- docwright:job=j_2 -->' })).length,
        1,
      );
      assert.equal(
        (await subject.host.listPullRequests({ headBranch, marker: '<!-- docwright:job=j_3 -->' })).length,
        0,
      );
    });

    void test('a branch without a pull request has an empty list, even if its name is the prefix of another branch’s name', async () => {
      const { headBranch } = await subject.host.createPullRequest(await proposal());
      assert.deepEqual(await subject.host.listPullRequests({ headBranch: headBranch.slice(0, -1) }), []);
      assert.deepEqual(await subject.host.listPullRequests({ headBranch: `${headBranch}x` }), []);
    });

    void test('a pull request that is created as a draft is reported as a draft', async () => {
      assert.equal((await subject.host.createPullRequest({ ...(await proposal()), draft: true })).draft, true);
    });

    void test('the title can be changed, and body and state together', async () => {
      const created = await subject.host.createPullRequest(await proposal());
      assert.equal((await subject.host.updatePullRequest(created.number, { title: 'New title' })).title, 'New title');
      const updated = await subject.host.updatePullRequest(created.number, { body: 'New body', state: 'closed' });
      assert.deepEqual([updated.title, updated.body, updated.state], ['New title', 'New body', 'closed']);
      const [listed] = await subject.host.listPullRequests({ headBranch: created.headBranch });
      assert.equal(listed?.state, 'closed');
      const reopened = subject.host.updatePullRequest(created.number, { state: 'open' });
      if (lacks('reopening')) await assert.rejects(reopened, failsWith('invalid-request'));
      else assert.equal((await reopened).state, 'open');
    });

    const ofHead = (headSha: string, expectedHead = headSha.padEnd(40, 'a')) => ({ expectedHead, by: 'Ada' });

    void test(
      'a pull request is merged once, at the reviewed head, and a second call reports it as merged',
      { skip: lacks('merging') },
      async () => {
        const { number, headSha } = await subject.host.createPullRequest(await proposal());
        const first = await subject.host.mergePullRequest(number, ofHead(headSha));
        assert.deepEqual([first.wasMerged, first.pullRequest.state], [false, 'merged']);
        assert.equal((await subject.host.getPullRequest(number)).state, 'merged');
        const again = await subject.host.mergePullRequest(number, ofHead(headSha));
        assert.deepEqual([again.wasMerged, again.pullRequest.number], [true, number]);
        const merging = subject.host.mergePullRequest(number, ofHead(headSha, 'f'.repeat(40)));
        await assert.rejects(merging, failsWith('pull-request-not-open'));
      },
    );

    void test('a pull request that has another head, is closed, or is a draft is not merged', async () => {
      const { number, headSha } = await subject.host.createPullRequest(await proposal());
      const moved = subject.host.mergePullRequest(number, ofHead(headSha, 'f'.repeat(40)));
      await assert.rejects(moved, failsWith('head-moved'));
      assert.equal((await subject.host.getPullRequest(number)).state, 'open');
      await subject.host.updatePullRequest(number, { state: 'closed' });
      const closed = subject.host.mergePullRequest(number, ofHead(headSha));
      await assert.rejects(closed, failsWith('pull-request-not-open'));
      const draft = await subject.host.createPullRequest({ ...(await proposal()), draft: true });
      const early = subject.host.mergePullRequest(draft.number, ofHead(draft.headSha));
      await assert.rejects(early, failsWith('merge-blocked'));
    });

    void test('a comment has its own address', async () => {
      const created = await subject.host.createPullRequest(await proposal());
      assert.match((await subject.host.comment(created.number, 'A **comment**.')).url, /^https?:\/\/.+#/);
    });

    void test('a comment is found by its text and changed, and a nonexistent comment is reported as pull-request-not-found', async () => {
      const { number } = await subject.host.createPullRequest(await proposal());
      await subject.host.comment(number, 'Somebody else’s.');
      const { id } = await subject.host.comment(number, 'First. <!-- docwright:preview=abc -->');
      await subject.host.comment(number, 'A copy: <!-- docwright:preview=abc -->');
      assert.equal(await subject.host.findCommentWith(number, 'docwright:preview=abc'), id);
      await subject.host.updateComment({ number, id }, 'Second. docwright:preview=def');
      assert.equal(await subject.host.findCommentWith(number, 'docwright:preview=def'), id);
      assert.equal(await subject.host.findCommentWith(number, 'docwright:preview=ghi'), undefined);
      await assert.rejects(
        subject.host.updateComment({ number, id: '987654321' }, 'x'),
        failsWith('pull-request-not-found'),
      );
    });

    void test(
      'a commit’s status can be set again and replaced, and is one of the checks',
      { skip: lacks('statuses') },
      async () => {
        const { sha } = subject;
        const status = { sha, context: 'docwright/preview', description: 'Ü', url: 'https://a.example' } as const;
        for (const state of ['pending', 'pending', 'success', 'failure', 'success'] as const) {
          await subject.host.setStatus({ ...status, state });
        }
        const name = status.context;
        const required = { names: [name], others: 0 };
        const list = (commit: string) => subject.host.listChecks({ commit, pullRequest: 1, required });
        assert.deepEqual(await list(sha), [{ name, state: 'passed' }]);
        assert.deepEqual(await list('f'.repeat(40)), []);
      },
    );

    void test('the repository’s hook is created', { skip: lacks('hooks') }, async () => {
      const hook = { url: 'https://docs.example/v1/code-hosts/x/webhook/chk_1', secret: 'whsec_abc' };
      assert.match(await subject.host.installHook(hook), /^(?:\d+|\{.+\})$/);
    });

    void test('adding labels twice succeeds', async () => {
      const created = await subject.host.createPullRequest(await proposal());
      const people = { labels: ['documentation', 'ai: agent'], reviewers: [] };
      const granted = { refusedLabels: lacks('labels') ? people.labels : [], refusedReviewers: [] };
      assert.deepEqual(await subject.host.setPeople(created.number, people), granted);
      assert.deepEqual(await subject.host.setPeople(created.number, people), granted);
    });

    void test('a missing pull request is reported as pull-request-not-found', async () => {
      await assert.rejects(
        subject.host.updatePullRequest(999_999, { title: 'x' }),
        failsWith('pull-request-not-found'),
      );
      await assert.rejects(subject.host.getPullRequest(999_999), failsWith('pull-request-not-found'));
      await assert.rejects(subject.host.comment(999_999, 'x'), failsWith('pull-request-not-found'));
      const merging = subject.host.mergePullRequest(999_999, ofHead('a'));
      await assert.rejects(merging, failsWith('pull-request-not-found'));
      await assert.rejects(
        subject.host.setPeople(999_999, { labels: ['x'], reviewers: [] }),
        failsWith('pull-request-not-found'),
      );
    });

    if (!options.refusesDuplicates) return;

    void test('a second open pull request for a branch fails with pull-request-exists until the first is closed', async () => {
      const request = await proposal();
      const first = await subject.host.createPullRequest(request);
      await assert.rejects(subject.host.createPullRequest(request), failsWith('pull-request-exists'));
      await subject.host.updatePullRequest(first.number, { state: 'closed' });
      const second = await subject.host.createPullRequest(request);
      const listed = await subject.host.listPullRequests({ headBranch: request.headBranch });
      assert.deepEqual(
        listed.map(({ number }) => number),
        [second.number, first.number],
      );
    });

    void test('an empty pull request and a missing branch have different error codes', async () => {
      const request = await proposal();
      await assert.rejects(
        subject.host.createPullRequest({ ...request, headBranch: subject.defaultBranch }),
        failsWith('nothing-to-compare'),
      );
      await assert.rejects(
        subject.host.createPullRequest({ ...request, headBranch: 'docwright/none' }),
        failsWith('branch-not-found'),
      );
      await assert.rejects(
        subject.host.createPullRequest({ ...request, baseBranch: 'none' }),
        failsWith('branch-not-found'),
      );
    });
  });
}
