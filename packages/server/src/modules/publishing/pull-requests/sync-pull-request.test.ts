import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME } from '../../../testing/module-database.ts';
import { checkHead } from '../deployments/index.ts';
import { openDeployments, page, type TestDeployments } from '../deployments/testing/open-deployments.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { askCodeHosts } from './ask-code-hosts.ts';
import { followPullRequest, type PullRequestDeps } from './sync-pull-request.ts';
import { createFakePulls, type FakePulls } from './testing/fake-pulls.ts';

interface Shown {
  readonly status: string;
  readonly commit: { readonly sha: string };
}

describe('a hint about a pull request', () => {
  let sites: TestDeployments;
  let deps: PullRequestDeps;
  let fake: FakePulls;
  let projectId = '';
  let branch = '';
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
    branch = `feature-${count}`;
    head = commit();
  });
  const commit = (): string => sites.repository.commit({ 'index.mdx': page(`Text ${(count += 1)}.`) }, branch);
  const hint = (pullRequest = 7) =>
    followPullRequest(deps, {
      organizationId: HOME,
      repository: `local:${projectId}`,
      pullRequest,
      author: 'ada',
    });
  const site = async () => (await sites.service.request('GET', `/v1/projects/${projectId}/site`)).json;
  const previews = async (): Promise<string[]> =>
    (await site()).previews.map((preview: { readonly branch: string }) => preview.branch);
  const built = async (): Promise<void> => {
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/deployments?environment=preview`);
    for (const { deploymentId, status } of json.deployments) if (status === 'queued') await sites.run(deploymentId);
  };

  test('creates a preview while the pull request is open, and ends the preview afterwards, even if hints arrive late', async () => {
    fake.open(7, { headBranch: branch, headSha: head });
    await hint();
    await hint();
    await built();
    assert.deepEqual(await previews(), [branch]);
    fake.end(7, 'merged');
    await hint();
    assert.deepEqual(await previews(), []);
    // A hint from before the end arrives late, but the host reports that the pull request has ended.
    await hint();
    assert.deepEqual(await previews(), []);
    fake.open(7, { headBranch: branch, headSha: head });
    await hint();
    assert.deepEqual(await previews(), [branch], 'opened again, at the earlier head');
  });

  test('creates one deployment of a head that an earlier push also reported', async () => {
    fake.open(7, { headBranch: branch, headSha: head });
    const project = await findProject(deps.database.kysely, HOME, projectId);
    assert.ok(project !== undefined);
    await Promise.all([checkHead(deps, project, { branch, author: 'agent' }), hint(), hint()]);
    await built();
    await hint();
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/deployments`);
    assert.deepEqual(
      json.deployments.map(({ status, commit: { sha } }: Shown) => [status, sha]),
      [['success', head]],
    );
  });

  test('reports a branch name that can’t be built, without affecting another pull request', async () => {
    await site();
    fake.open(8, { headBranch: 'größe;$(id)', headSha: head });
    fake.open(7, { headBranch: branch, headSha: head });
    await askCodeHosts(deps, 0);
    await built();
    assert.deepEqual(await previews(), [branch]);
    const { rows } = await sites.service.database.pool.query(
      'SELECT problem FROM site_pull_requests WHERE project_id = $1 ORDER BY number',
      [projectId],
    );
    assert.equal(rows[0].problem, null);
    assert.match(rows[1].problem, /Rename it to get a preview\. Allowed: letters, digits/);
  });

  test('keeps the preview while another open pull request uses the branch', async () => {
    for (const number of [7, 8]) {
      fake.open(number, { headBranch: branch, headSha: head });
      await hint(number);
    }
    fake.end(7, 'closed');
    await hint(7);
    assert.deepEqual(await previews(), [branch]);
    fake.end(8, 'closed');
    await hint(8);
    assert.deepEqual(await previews(), []);
  });

  test('from a fork creates no preview of a branch with that name, and doesn’t end one', async () => {
    fake.open(6, { headBranch: branch, headSha: head });
    await hint(6);
    await built();
    fake.open(7, { headBranch: branch, headSha: 'f'.repeat(40), fromFork: true });
    await hint(7);
    fake.end(7, 'closed');
    await hint(7);
    assert.deepEqual(await previews(), [branch]);
  });

  test('from the production branch creates no preview', async () => {
    fake.open(7, { headBranch: 'main', baseBranch: 'release', headSha: head });
    await hint();
    fake.end(7, 'merged');
    await hint();
    assert.deepEqual(await previews(), []);
    assert.notEqual((await site()).url, undefined);
  });

  test('has no effect if the pull request doesn’t exist on the host, or no longer exists', async () => {
    await hint(99);
    fake.open(7, { headBranch: branch, headSha: head });
    await hint();
    fake.pulls.clear();
    await hint();
    assert.deepEqual(await previews(), []);
  });

  test('is not needed: polling finds pull requests that were opened, changed and ended', async () => {
    await site();
    fake.open(7, { headBranch: branch, headSha: head });
    await askCodeHosts(deps, 0);
    await built();
    assert.deepEqual(await previews(), [branch]);
    fake.end(7, 'closed');
    await askCodeHosts(deps, 0);
    assert.deepEqual(await previews(), []);
  });

  test('has no effect while previews are off', async () => {
    await sites.service.request('PATCH', `/v1/projects/${projectId}/site`, { body: { previews: false } });
    fake.open(7, { headBranch: branch, headSha: head });
    await hint();
    assert.deepEqual(await previews(), []);
  });
});
