import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME } from '../../testing/module-database.ts';
import { findProject } from '../projects/index.ts';
import { endPreview } from './end-preview.ts';
import { openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';
import { followBranches, lookAtHead, maxNewPreviews } from './watch-heads.ts';

describe('a hint that branches moved', () => {
  let sites: TestDeployments;
  let projectId = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    projectId = await sites.addProject(`proj_${String(count)}`);
  });
  const commit = (branch: string) =>
    sites.repository.commit({ 'index.mdx': page(`Text ${String((count += 1))}.`) }, branch);
  const hint = (...branches: string[]) =>
    followBranches(sites.deps, { organizationId: HOME, repository: `local:${projectId}`, branches, author: 'ada' });
  const queued = async (): Promise<string[]> => {
    const { rows } = await sites.service.database.pool.query(
      `SELECT branch FROM site_deployments WHERE project_id = $1 AND status = 'queued' ORDER BY branch`,
      [projectId],
    );
    return rows.map(({ branch }) => branch);
  };
  const end = (branch: string) =>
    sites.service.database.kysely.transaction().execute((tx) => endPreview(tx, { projectId, branch }));

  test('asks for a deployment of each that has another head, however often and late it comes', async () => {
    commit('next');
    await hint('main', 'next', 'nowhere', '-no-branch-name');
    await hint('next', 'main');
    assert.deepEqual(await queued(), ['main', 'next']);
  });

  test('brings no preview back that has ended, until the branch has another head or its pull request is open', async () => {
    commit('ended');
    await hint('ended');
    const [id] = (await sites.service.request('GET', `/v1/projects/${projectId}/deployments`)).json.deployments;
    await sites.run(id.deploymentId);
    await end('ended');
    await hint('ended');
    assert.deepEqual(await queued(), []);
    const project = await findProject(sites.service.database.kysely, HOME, projectId);
    assert.ok(project !== undefined);
    await lookAtHead(sites.deps, project, { branch: 'ended', author: null, isWanted: true });
    assert.deepEqual(await queued(), ['ended']);
    await end('ended');
    commit('ended');
    await hint('ended');
    assert.deepEqual(await queued(), ['ended']);
  });

  test('of more branches than people make follows all that are known, and a bounded number of new ones', async () => {
    const names = Array.from({ length: maxNewPreviews + 2 }, (_, index) => `many-${String(index).padStart(3, '0')}`);
    for (const name of names) sites.repository.git('branch', name, 'main');
    await hint('many-051');
    await hint(...names, 'main');
    const expected = [...names.slice(0, maxNewPreviews), 'many-051', 'main'];
    assert.deepEqual(new Set(await queued()), new Set(expected));
  });

  test('a site that many ask for first at once is made by one, and the others wait for it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sites.service.request('GET', `/v1/projects/${projectId}/site`)),
    );
    assert.deepEqual(new Set(answers.map(({ status, json }) => `${String(status)} ${String(json.slug)}`)).size, 1);
    assert.equal(answers[0]?.status, 200);
  });
});
