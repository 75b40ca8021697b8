import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME } from '../../../testing/module-database.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { endPreview } from './end-preview.ts';
import { openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';
import { followBranches, checkHead, maxNewPreviews } from './watch-heads.ts';

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
    projectId = await sites.addProject(`proj_${count}`);
  });
  const commit = (branch: string) => sites.repository.commit({ 'index.mdx': page(`Text ${(count += 1)}.`) }, branch);
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

  test('requests a deployment of each branch with a new head, even if the hint arrives repeatedly or late', async () => {
    commit('next');
    await hint('main', 'next', 'nowhere', '-no-branch-name');
    await hint('next', 'main');
    assert.deepEqual(await queued(), ['main', 'next']);
  });

  /** Lists deployments in the API's format, oldest first. */
  const listed = async (branch: string): Promise<{ deploymentId: string; status: string; commit: { sha: string } }[]> =>
    (
      await sites.service.request('GET', `/v1/projects/${projectId}/deployments?branch=${branch}`)
    ).json.deployments.toReversed();

  test('creates one deployment per head, whether that deployment is queued, building or ready', async () => {
    const head = commit('once');
    await Promise.all(Array.from({ length: 4 }, () => hint('once')));
    await hint('once');
    const [only] = await listed('once');
    await sites.run(only?.deploymentId ?? '', { claimed: () => hint('once'), building: () => hint('once') });
    await hint('once');
    assert.deepEqual(
      (await listed('once')).map(({ status, commit: { sha } }) => [status, sha]),
      [['success', head]],
    );
  });

  test('replaces the waiting deployment with one of the new head, even after a force-push back', async () => {
    const first = commit('back');
    await hint('back');
    const second = commit('back');
    await hint('back');
    sites.repository.git('update-ref', 'refs/heads/back', first);
    await hint('back');
    const all = await listed('back');
    assert.deepEqual(
      all.map(({ status, commit: { sha } }) => [status, sha]),
      [
        ['skipped', first],
        ['skipped', second],
        ['queued', first],
      ],
    );
    await sites.run(all[2]?.deploymentId ?? '');
    const { status, commit: built } = (await listed('back'))[2] ?? {};
    assert.deepEqual([status, built?.sha], ['success', first]);
  });

  test('creates a deployment whose source depends on the code host', async () => {
    for (const [kind, source] of [
      ['local', 'push'],
      ['github', 'github'],
      ['gitea', 'gitea'],
    ] as const) {
      const connectRepository: typeof sites.deps.connectRepository = async (owner) => {
        const connected = await sites.deps.connectRepository(owner);
        return { ...connected, host: { ...connected.host, kind } };
      };
      commit(`by-${kind}`);
      const branches = [`by-${kind}`];
      const reported = { organizationId: HOME, repository: `local:${projectId}`, branches, author: 'ada' };
      await followBranches({ ...sites.deps, connectRepository }, reported);
      const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/deployments?branch=by-${kind}`);
      assert.equal(json.deployments[0].source, source);
    }
  });

  test('starts a deployment of the current head, even if the hint arrived at an earlier head', async () => {
    commit('late');
    await hint('late');
    const newer = commit('late');
    const [only] = await listed('late');
    await sites.run(only?.deploymentId ?? '');
    await hint('late');
    assert.deepEqual(
      (await listed('late')).map(({ status, commit: { sha } }) => [status, sha]),
      [['success', newer]],
    );
  });

  test('gives each branch a separate address, and ignores names that aren’t valid branches here', async () => {
    const names = ['a--b', 'a/b', 'a-b', '0123abcd', 'x'.repeat(181)];
    const others = ['it’s', 'a"b', "a'b;$(id)", 'größe/日本', 'HEAD', 'x'.repeat(182)];
    for (const name of [...names, ...others]) sites.repository.git('update-ref', `refs/heads/${name}`, 'main');
    await hint(...names, ...others, '--upload-pack=id', 'two words', 'a..b', 'refs/heads/', '', 'x'.repeat(5000));
    assert.deepEqual(new Set(await queued()), new Set(names));
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    const hosts: string[] = json.previews.map(({ url }: { url: string }) => new URL(url).hostname);
    assert.equal(new Set(hosts).size, names.length);
    for (const host of hosts) assert.match(host, /^(?=.{1,63}\.sites)[a-z0-9-]+--[a-z0-9-]+\.sites\.example$/);
  });

  test('leaves production live if its branch is deleted', async () => {
    const id = await sites.start(projectId);
    await sites.run(id);
    const before = await sites.live(projectId);
    sites.repository.git('branch', 'kept', 'main');
    sites.repository.git('update-ref', '-d', 'refs/heads/main');
    try {
      await hint('main');
      assert.equal(await sites.live(projectId), before);
      assert.deepEqual(await queued(), []);
    } finally {
      sites.repository.git('update-ref', 'refs/heads/main', 'kept');
    }
  });

  test('doesn’t recreate an ended preview until the branch has a different head or its pull request is open', async () => {
    commit('ended');
    await hint('ended');
    const [id] = (await sites.service.request('GET', `/v1/projects/${projectId}/deployments`)).json.deployments;
    await sites.run(id.deploymentId);
    await end('ended');
    await hint('ended');
    assert.deepEqual(await queued(), []);
    const project = await findProject(sites.service.database.kysely, HOME, projectId);
    assert.ok(project !== undefined);
    await checkHead(sites.deps, project, { branch: 'ended', author: null, reopensPreview: true });
    assert.deepEqual(await queued(), ['ended']);
    await end('ended');
    commit('ended');
    await hint('ended');
    assert.deepEqual(await queued(), ['ended']);
  });

  test('follows all known branches, and a limited number of new ones if many appear at once', async () => {
    const names = Array.from({ length: maxNewPreviews + 2 }, (_, index) => `many-${String(index).padStart(3, '0')}`);
    for (const name of names) sites.repository.git('branch', name, 'main');
    await hint('many-051');
    await hint(...names, 'main');
    const expected = [...names.slice(0, maxNewPreviews), 'many-051', 'main'];
    assert.deepEqual(new Set(await queued()), new Set(expected));
  });

  test('is not needed to create a site, which several concurrent first requests create only once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sites.service.request('GET', `/v1/projects/${projectId}/site`)),
    );
    assert.deepEqual(new Set(answers.map(({ status, json }) => `${status} ${json.slug}`)).size, 1);
    assert.equal(answers[0]?.status, 200);
  });
});
