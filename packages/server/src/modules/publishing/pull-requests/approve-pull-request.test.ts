import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ApiError } from '../../../platform/http/index.ts';
import { HOME, OTHER, principalOf } from '../../../testing/module-database.ts';
import { openDeployments, page, type TestDeployments } from '../deployments/testing/open-deployments.ts';
import { approvePullRequest } from './approve-pull-request.ts';
import { selectOpen } from './store.ts';
import { followPullRequest, type PullRequestDeps } from './sync-pull-request.ts';
import { createFakePulls, type FakePulls } from './testing/fake-pulls.ts';

describe('a pull request from a fork', () => {
  let sites: TestDeployments;
  let deps: PullRequestDeps;
  let fake: FakePulls;
  let projectId = '';
  let head = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    fake = createFakePulls();
    const { connectRepository } = sites.deps;
    deps = {
      ...sites.deps,
      database: sites.service.database as unknown as PullRequestDeps['database'],
      connectRepository: async (target) => ({ ...(await connectRepository(target)), host: fake.host }),
    };
    projectId = await sites.addProject(`proj_${count}`);
    head = await push();
  });
  /** Simulates a push by the fork's owner that the code host reports. */
  const push = async (): Promise<string> => {
    const commit = sites.repository.commit({ 'index.mdx': page(`Fork ${(count += 1)}.`) }, 'of-a-stranger');
    sites.repository.git('update-ref', 'refs/pull/7/head', commit);
    fake.open(7, { headBranch: 'main', headSha: commit, fromFork: true });
    await hint();
    return commit;
  };
  const hint = () =>
    followPullRequest(deps, { organizationId: HOME, repository: `local:${projectId}`, pullRequest: 7, author: 'eve' });
  const approve = (commit: string, principal = principalOf({})) =>
    deps.database.kysely
      .transaction()
      .execute((tx) => approvePullRequest(sites.deps, tx, { principal, projectId, number: '7', body: { commit } }));
  const deployments = async () =>
    (await sites.service.request('GET', `/v1/projects/${projectId}/deployments?environment=preview`)).json.deployments;
  const run = async () => {
    const [{ deploymentId }] = await deployments();
    await sites.run(deploymentId);
    return sites.show(deploymentId);
  };
  const failsWith = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;

  test('is not built, and its commit status says that it needs approval', async () => {
    assert.deepEqual(await deployments(), []);
    assert.deepEqual(
      fake.statuses.map(({ sha, state }) => [sha, state]),
      [[head, 'pending']],
    );
    assert.match(fake.statuses[0]?.description ?? '', /is built when a maintainer approves/);
  });

  test('is stored with title and author, and the title is truncated to one line', async () => {
    const reported = async () => {
      const [pull] = await selectOpen(deps.database.kysely, projectId);
      return [pull?.title, pull?.author];
    };
    assert.deepEqual(await reported(), ['T', 'eve']);
    const title = `<b>Fix</b>\0\r\n\u001b[31m\u202e${'😀'.repeat(400)}`;
    fake.open(7, { headBranch: 'main', headSha: head, fromFork: true, title, author: null });
    await hint();
    const [kept, author] = await reported();
    assert.equal(author, null);
    assert.match(kept ?? '', /^<b>Fix<\/b>\ufffd \[31m (?:😀)+\ufffd?$/u);
    assert.ok((kept ?? '').length <= 300, kept ?? '');
  });

  test('is built at the exact head that was approved, at an address that contains its number', async () => {
    await approve(head);
    const done = await run();
    assert.deepEqual([done['status'], (done['commit'] as { sha: string }).sha], ['success', head]);
    assert.match(String(done['url']), /^https:\/\/pull-7-[0-9a-f]{8}--/);
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    assert.deepEqual(
      json.previews.map(({ branch }: { readonly branch: string }) => branch),
      ['pull:7'],
    );
    assert.equal(json.activeDeployment, null, 'production is unchanged');
  });

  test('waits again with a new head, even if the head arrived between approval and build', async () => {
    await approve(head);
    const newer = await push();
    const late = await run();
    assert.deepEqual([late['status'], late['errorCode']], ['failure', 'branch_moved']);
    await assert.rejects(approve(head), failsWith('pull_request_moved'));
    await approve(newer);
    assert.equal((await run())['status'], 'success');
  });

  test('ends its preview when it ends', async () => {
    await approve(head);
    await run();
    fake.end(7, 'closed');
    await hint();
    assert.deepEqual(await deployments(), []);
    await assert.rejects(approve(head), failsWith('not_found'));
  });

  test('can’t be approved from another organization or project, or if it isn’t from a fork', async () => {
    await assert.rejects(approve(head, principalOf({ organizationId: OTHER })), failsWith('not_found'));
    await assert.rejects(approve(head, principalOf({ projectIds: ['proj_x'] })), failsWith('not_found'));
    fake.open(7, { headBranch: 'main', headSha: head });
    await hint();
    await assert.rejects(approve(head), failsWith('not_found'));
  });

  test('is approved with an event in the audit log', async () => {
    await approve(head);
    const { rows } = await sites.service.database.pool.query(
      `SELECT details FROM audit_events WHERE action = 'pull_request.approved' AND target_id = $1`,
      [projectId],
    );
    assert.deepEqual(rows[0].details, { number: 7, commit: head, url: 'https://github.com/acme/docs/pull/7' });
  });
});
