import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME } from '../../../testing/module-database.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { deployFork, toForkBranch } from './deploy-fork.ts';
import { openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';

describe('a deployment of a fork’s pull request', () => {
  let sites: TestDeployments;
  let projectId = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    projectId = await sites.addProject(`proj_${count}`);
  });
  /** A head that only the pull request's reference refers to, as on code hosts that store heads of forks. */
  const pushFork = (number: number): string => {
    const head = sites.repository.commit({ 'index.mdx': page(`Fork ${(count += 1)}.`) }, 'fork');
    sites.repository.git('update-ref', `refs/pull/${number}/head`, head);
    sites.repository.git('update-ref', '-d', 'refs/heads/fork');
    return head;
  };
  const approve = async (number: number, commit: string): Promise<string> => {
    const project = await findProject(sites.service.database.kysely, HOME, projectId);
    assert.ok(project !== undefined);
    await sites.service.database.kysely
      .transaction()
      .execute((tx) => deployFork(sites.deps, tx, { project, number, commit, source: 'dashboard', author: 'ada' }));
    const { json } = await sites.service.request(
      'GET',
      `/v1/projects/${projectId}/deployments?branch=${encodeURIComponent(toForkBranch(number))}`,
    );
    return json.deployments[0].deploymentId;
  };

  test('builds the approved head as a preview, and doesn’t affect production', async () => {
    const head = pushFork(7);
    const id = await approve(7, head);
    await sites.run(id);
    const { status, environment, branch, commit } = (await sites.show(id)) as Record<string, unknown> & {
      commit: { sha: string };
    };
    assert.deepEqual([status, environment, branch, commit.sha], ['success', 'preview', 'pull:7', head]);
    assert.equal(await sites.live(projectId), null);
  });

  test('doesn’t build a head that arrived after the approval, and names the approved head', async () => {
    const approved = pushFork(8);
    const id = await approve(8, approved);
    const later = pushFork(8);
    await sites.run(id);
    const shown = await sites.show(id);
    assert.deepEqual([shown['status'], shown['errorCode'], shown['pageCount']], ['failure', 'branch_moved', null]);
    assert.match(
      String(shown['summary']),
      new RegExp(`is now ${later.slice(0, 12)}, but ${approved.slice(0, 12)} was`),
    );
    const again = await approve(8, later);
    await sites.run(again);
    assert.equal((await sites.show(again))['status'], 'success');
  });

  test('is in one preview for all heads of a pull request, and in different previews for different pull requests', async () => {
    await approve(9, pushFork(9));
    await approve(9, pushFork(9));
    await approve(10, pushFork(10));
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    assert.deepEqual(json.previews.map((each: { branch: string }) => each.branch).sort(), ['pull:10', 'pull:9']);
  });

  test('is refused if previews are off, or if the project has no live site', async () => {
    const head = pushFork(11);
    await sites.service.request('PATCH', `/v1/projects/${projectId}/site`, { body: { previews: false } });
    await assert.rejects(approve(11, head), { code: 'previews_off' });
    await sites.service.database.pool.query(`UPDATE projects SET deployment_kind = 'air-gapped' WHERE id = $1`, [
      projectId,
    ]);
    await assert.rejects(approve(11, head), { code: 'site_not_live' });
  });

  test('can’t be requested as a preview of a branch with the pull request’s name', async () => {
    const { status, json } = await sites.service.request('POST', `/v1/project/preview/${projectId}`, {
      body: { branch: toForkBranch(12) },
    });
    assert.deepEqual([status, json.code], [400, 'invalid_request']);
  });
});
