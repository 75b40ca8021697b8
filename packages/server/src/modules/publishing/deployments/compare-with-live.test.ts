import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOME } from '../../../testing/module-database.ts';
import { findProject } from '../../project-config/projects/index.ts';
import { ensureSite } from './ensure-site.ts';
import { requestDeployment } from './request-deployment.ts';
import { docsJson, openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';

interface Files {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly removed: readonly string[];
}

describe('changes compared with the live deployment', () => {
  let sites: TestDeployments;
  let projectId = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    await sites.service.database.pool.query('DELETE FROM rate_uses');
    sites.repository.commit({
      'docs/docs.json': docsJson,
      'docs/index.mdx': page(`Begin ${count}.`),
      'code/main.ts': `// ${count}`,
    });
    projectId = await sites.addProject(`proj_${count}`, { docsFolder: 'docs' });
  });
  const deploy = async () => {
    const id = await sites.start(projectId);
    await sites.run(id);
    return sites.show(id);
  };
  /** Deploys like a reported push, because requests by clients are always built. */
  const push = async () => {
    const project = await findProject(sites.service.database.kysely, HOME, projectId);
    assert.ok(project !== undefined);
    const { id } = await sites.service.database.kysely.transaction().execute(async (tx) => {
      const { production: environment } = await ensureSite(tx, project);
      return requestDeployment(sites.deps, tx, { project, environment, branch: 'main', source: 'push', author: null });
    });
    await sites.run(id);
    return sites.show(id);
  };
  const filesOf = (shown: Record<string, unknown>) => (shown['commit'] as { filesChanged: Files }).filesChanged;

  test('are empty for the first deployment', async () => {
    assert.deepEqual(filesOf(await deploy()), { added: [], modified: [], removed: [] });
  });

  test('include only added, modified and removed files in the docs folder; a renamed file is both added and removed', async () => {
    sites.repository.commit({
      'docs/old.mdx': page('The same text, long enough to be known again.'),
      'docs/gone.mdx': page('Gone.'),
    });
    await deploy();
    sites.repository.commit({
      'docs/index.mdx': page(`Changed ${count}.`),
      'docs/new.mdx': page('New.'),
      'docs/gone.mdx': null,
      'docs/old.mdx': null,
      'docs/renamed.mdx': page('The same text, long enough to be known again.'),
      'code/main.ts': '// changed',
      'docs/notes “ü”.md': page('Quoted by git.'),
    });
    const { added, modified, removed } = filesOf(await deploy());
    assert.deepEqual([...added].sort(), ['docs/new.mdx', 'docs/notes “ü”.md', 'docs/renamed.mdx']);
    assert.deepEqual(modified, ['docs/index.mdx']);
    assert.deepEqual([...removed].sort(), ['docs/gone.mdx', 'docs/old.mdx']);
  });

  test('outside the docs folder cause a push to be skipped, and the live deployment stays live', async () => {
    const first = (await deploy())['deploymentId'];
    sites.repository.commit({ 'code/main.ts': `// outside ${count}` });
    assert.equal((await push())['status'], 'skipped');
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    assert.equal(json.activeDeployment.deploymentId, first);
  });

  test('don’t cause a requested deployment to be skipped', async () => {
    await deploy();
    sites.repository.commit({ 'code/main.ts': `// asked ${count}` });
    assert.equal((await deploy())['status'], 'success');
  });

  test('don’t cause a skip after a failed build, because the live deployment lacks the previous push', async () => {
    await deploy();
    sites.repository.commit({ 'docs/docs.json': '{ broken', 'docs/index.mdx': page(`Unseen ${count}.`) });
    const broken = (await push())['status'];
    sites.repository.commit({ 'docs/docs.json': docsJson });
    assert.equal((await push())['status'], 'success', `after a deployment that ended as ${String(broken)}`);
    sites.repository.commit({ 'code/main.ts': `// later ${count}` });
    assert.equal((await push())['status'], 'skipped');
  });

  test('are empty, without a failure, after a force-push that lost the previous commit', async () => {
    await deploy();
    await sites.service.database.pool.query(`UPDATE site_deployments SET commit = $2 WHERE project_id = $1`, [
      projectId,
      'f'.repeat(40),
    ]);
    sites.repository.commit({ 'docs/index.mdx': page(`Forced ${count}.`) });
    const shown = await deploy();
    assert.deepEqual([shown['status'], filesOf(shown)], ['success', { added: [], modified: [], removed: [] }]);
  });

  test('list at most five hundred files', async () => {
    await deploy();
    sites.repository.commit(
      Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`docs/many/page-${at}.txt`, 'x'])),
    );
    assert.equal(filesOf(await deploy()).added.length, 500);
  });

  const activated = () =>
    sites.events.flatMap(({ type, data }) =>
      type === 'deployment.activated' ? [(data as { changedPaths: readonly string[] | null }).changedPaths] : [],
    );

  test('are reported to caches as the addresses whose responses changed, even when an older deployment is promoted', async () => {
    const config = JSON.stringify({ ...JSON.parse(docsJson), navigation: { pages: ['index', 'guides/one', 'two'] } });
    sites.repository.commit({
      'docs/docs.json': config,
      'docs/guides/one.mdx': page('One.'),
      'docs/two.mdx': page('Two.'),
      'docs/what?.txt': 'A',
    });
    const before = activated().length;
    const first = await deploy();
    sites.repository.commit({ 'docs/guides/one.mdx': page('One, changed.'), 'docs/what?.txt': 'B' });
    await deploy();
    const path = `/v1/projects/${projectId}/deployments/${String(first['deploymentId'])}/promote`;
    assert.equal((await sites.service.request('POST', path)).status, 200);
    const [start, changed, back, ...more] = activated().slice(before);
    assert.deepEqual([start, more], [null, []]);
    if (changed === undefined || changed === null) assert.fail('no changes were reported');
    assert.ok(
      changed.includes('/guides/one') && changed.includes('/guides/one.md') && changed.includes('/what%3F.txt'),
    );
    assert.ok(!changed.includes('/two') && !changed.includes('/'), changed.join(' '));
    assert.deepEqual(back, changed);
  });

  test('are reported to caches as all addresses after a change to the base path', async () => {
    await deploy();
    const body = { basePath: '/docs' };
    assert.equal((await sites.service.request('PATCH', `/v1/projects/${projectId}/site`, { body })).status, 200);
    await deploy();
    assert.equal(activated().at(-1), null);
  });
});
