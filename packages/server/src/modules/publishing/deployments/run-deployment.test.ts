import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql, type Transaction } from 'kysely';
import { endDeployment } from './end-deployment.ts';
import { hintSources } from './hint-sources.ts';
import { enqueueForgotten, requestDeployment } from './request-deployment.ts';
import { ensureSite } from './ensure-site.ts';
import { findProject, lockProject, type ProjectTables } from '../../project-config/projects/index.ts';
import { followProject } from './follow-project.ts';
import { holdProject, lockEnvironment } from './site-store.ts';
import { docsJson, openDeployments, page, type TestDeployments } from './testing/open-deployments.ts';
import type { DeploymentTables } from './tables.ts';
import { followBranches } from './watch-heads.ts';
import { HOME } from '../../../testing/module-database.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';

describe('a deployment', () => {
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
    await sites.service.database.pool.query('DELETE FROM rate_uses');
  });
  const commit = (branch?: string) => sites.repository.commit({ 'index.mdx': page(`Text ${count++}.`) }, branch);
  const query = (statement: string, values: readonly unknown[] = []) =>
    sites.service.database.pool.query(statement, [...values]);
  const project = async () => {
    const row = await findProject(sites.service.database.kysely, HOME, projectId);
    assert.ok(row !== undefined);
    return row;
  };
  /** Deploys like a reported push, or a poll of the head. */
  const push = (source: (typeof hintSources)[number] = 'push') =>
    sites.service.database.kysely.transaction().execute(async (tx) => {
      const { production } = await ensureSite(tx, await project());
      const request = { project: await project(), environment: production, branch: 'main', source, author: null };
      return (await requestDeployment(sites.deps, tx, request)).id;
    });
  const promote = (id: string) => sites.service.request('POST', `/v1/projects/${projectId}/deployments/${id}/promote`);
  const cancel = (id: string) => sites.service.request('POST', `/v1/projects/${projectId}/deployments/${id}/cancel`);
  const status = async (id: string) => (await sites.show(id))['status'];
  const inProgress = async () =>
    (await query(`SELECT id FROM site_deployments WHERE project_id = $1 AND status = 'in_progress'`, [projectId])).rows
      .length;

  test('ends live at the head that it read, and a second run reports nothing', async () => {
    const head = commit();
    const id = await sites.start(projectId);
    await sites.run(id);
    assert.equal(await sites.live(projectId), head);
    const reported = sites.events.length;
    await sites.run(id);
    assert.equal(sites.events.length, reported);
  });

  type Tx = Transaction<DeploymentTables & ProjectTables>;
  const saveProject = async (tx: Tx, production: string) => {
    await lockProject(tx, HOME, projectId);
    await lockEnvironment(tx, production);
  };
  const deleteProject = async (tx: Tx) => void (await sql`delete from projects where id = ${projectId}`.execute(tx));
  for (const [what, change] of [
    ['saved', saveProject],
    ['deleted', deleteProject],
  ] as const)
    test(`can end while its project is ${what}, without a deadlock`, async () => {
      const id = await sites.start(projectId);
      const { kysely } = sites.service.database;
      const { production } = await kysely.transaction().execute(async (tx) => ensureSite(tx, await project()));
      const changes: Promise<unknown>[] = [];
      const publishEvent = async (tx: Parameters<typeof holdProject>[0]) => {
        changes.push(kysely.transaction().execute((other) => change(other, production.id)));
        await waitForLockWaiter(sites.service.database);
        // Simulates the insertion of a webhook message, which refers to the project.
        assert.ok(await holdProject(tx, projectId));
      };
      const failed = { id, status: 'failure', summary: 'Failed.', errorCode: 'internal_error' } as const;
      assert.ok(await endDeployment({ ...sites.deps, publishEvent }, failed));
      assert.equal(changes.length, 1);
      await Promise.all(changes);
    });

  for (const point of ['claimed', 'commit-fixed', 'built', 'activating'])
    test(`is taken over and ends live if it was lost at deployment.${point}`, async () => {
      const head = commit();
      const id = await sites.start(projectId);
      await assert.rejects(sites.run(id, { lostAt: `deployment.${point}` }), /lost/);
      assert.equal(await inProgress(), 1);
      await sites.run(id);
      assert.deepEqual([await status(id), await sites.live(projectId)], ['success', head]);
    });

  test('is taken over and ends live if it was lost while its pages were being rendered', async () => {
    const head = commit();
    const id = await sites.start(projectId);
    await assert.rejects(sites.run(id, { lostAt: 'deployment.rendering' }), /lost/);
    assert.deepEqual([await inProgress(), await sites.live(projectId)], [1, null]);
    await sites.run(id);
    assert.deepEqual([await status(id), await sites.live(projectId)], ['success', head]);
  });

  test('is live, reported once, and not run again if its worker was lost immediately after it ended', async () => {
    const head = commit();
    const id = await sites.start(projectId);
    await assert.rejects(sites.run(id, { lostAt: 'deployment.ended' }), /lost/);
    await sites.run(id);
    const { rows } = await query('SELECT attempt, status FROM site_deployments WHERE id = $1', [id]);
    assert.deepEqual([rows, await sites.live(projectId)], [[{ attempt: 1, status: 'success' }], head]);
    const ends = sites.events.filter(({ data }) => 'deploymentId' in data && data.deploymentId === id);
    assert.deepEqual(
      ends.map(({ type }) => type),
      ['deployment.ready', 'deployment.activated'],
    );
  });

  test('fails if the branch does not exist, and the site then lists no preview of it', async () => {
    const previews = async () => (await sites.service.request('GET', `/v1/projects/${projectId}/site`)).json.previews;
    const id = await sites.start(projectId, 'nowhere');
    assert.equal((await previews()).length, 1, 'listed while the branch may exist');
    await sites.run(id);
    assert.deepEqual([(await sites.show(id))['errorCode'], await previews()], ['branch_not_found', []]);
    commit('nowhere');
    await sites.run(await sites.start(projectId, 'nowhere'));
    assert.equal((await previews()).length, 1);
  });

  test('builds its chosen commit in later attempts; if none was chosen, it reads the head again', async () => {
    const first = commit();
    const fixed = await sites.start(projectId);
    await assert.rejects(sites.run(fixed, { lostAt: 'deployment.commit-fixed' }), /lost/);
    const second = commit();
    await sites.run(fixed);
    assert.equal(await sites.live(projectId), first);
    const claimed = await sites.start(projectId);
    await assert.rejects(sites.run(claimed, { lostAt: 'deployment.claimed' }), /lost/);
    await sites.run(claimed);
    assert.equal(await sites.live(projectId), second);
  });

  test('is ended by the second of two workers, and the first reports nothing', async () => {
    commit();
    const id = await sites.start(projectId);
    await sites.run(id, { building: () => sites.run(id) });
    const { rows } = await query('SELECT attempt, status FROM site_deployments WHERE id = $1', [id]);
    assert.deepEqual(rows, [{ attempt: 2, status: 'success' }]);
    const ready = sites.events.filter(
      ({ type, data }) => type === 'deployment.ready' && 'deploymentId' in data && data.deploymentId === id,
    );
    assert.equal(ready.length, 1);
  });

  test('makes the newest of several later deployments wait while it runs, and the others are skipped', async () => {
    commit();
    const running = await sites.start(projectId);
    let waiting: string[] = [];
    await sites.run(running, {
      building: async () => {
        waiting = [await sites.start(projectId), await sites.start(projectId), await sites.start(projectId)];
        for (const id of waiting) await sites.run(id);
        assert.equal(await inProgress(), 1);
      },
    });
    assert.deepEqual(await Promise.all(waiting.map(status)), ['skipped', 'skipped', 'queued']);
    const { rows } = await query(`SELECT data ->> 'deploymentId' AS id FROM pgboss.job WHERE name = 'deployments'`);
    assert.ok(rows.some(({ id }) => id === waiting[2]));
    await sites.run(waiting[2] ?? '');
    assert.equal(await status(waiting[2] ?? ''), 'success');
  });

  test('doesn’t record the head after it was canceled', async () => {
    const old = commit();
    const cancelled = await sites.start(projectId);
    const head = { newer: '' };
    await sites.run(cancelled, {
      claimed: async () => {
        assert.equal((await cancel(cancelled)).status, 200);
        head.newer = commit();
        await sites.run(await sites.start(projectId));
        sites.repository.git('update-ref', 'refs/heads/main', old);
      },
    });
    const { rows } = await query('SELECT observed_commit FROM site_environments WHERE project_id = $1', [projectId]);
    sites.repository.git('update-ref', 'refs/heads/main', head.newer);
    assert.deepEqual([rows, await sites.live(projectId)], [[{ observed_commit: head.newer }], head.newer]);
    assert.equal((await cancel(cancelled)).json.code, 'deployment_not_active');
  });

  test('doesn’t replace a promotion that was made during its build or before another build of the same head', async () => {
    const first = commit();
    const old = await sites.start(projectId);
    await sites.run(old);
    commit();
    const newer = await sites.start(projectId);
    await sites.run(newer, { building: async () => void (await promote(old)) });
    assert.deepEqual([await status(newer), await sites.live(projectId)], ['success', first]);
    assert.match(String((await sites.show(newer))['summary']), /a newer deployment went live/);
    const again = await sites.start(projectId);
    await sites.run(again);
    assert.match(String((await sites.show(again))['summary']), /another deployment was promoted/);
    assert.equal(await sites.live(projectId), first);
  });

  test('goes live if its head is read after a promotion, even though it was claimed before', async () => {
    commit();
    const old = await sites.start(projectId);
    await sites.run(old);
    const head = commit();
    const id = await sites.start(projectId);
    await sites.run(id, { claimed: async () => void (await promote(old)) });
    assert.equal(await sites.live(projectId), head);
  });

  test('of a promoted commit is rebuilt and kept after a change to the settings, even if a push replaces it', async () => {
    const first = commit();
    const old = await sites.start(projectId);
    await sites.run(old);
    commit();
    await sites.run(await sites.start(projectId));
    await promote(old);
    const running = await sites.start(projectId);
    await query(`UPDATE site_deployments SET status = 'in_progress' WHERE id = $1`, [running]);
    const path = `/v1/projects/${projectId}/site`;
    await sites.service.request('PATCH', path, { body: { basePath: '/docs' } });
    const overtaking = await push();
    await cancel(running);
    await sites.run(overtaking);
    const site = async () => (await sites.service.request('GET', path)).json;
    assert.deepEqual([await sites.live(projectId), (await site()).url.endsWith('/docs')], [first, true]);
    const again = await sites.start(projectId);
    await sites.run(again);
    assert.match(String((await sites.show(again))['summary']), /another deployment was promoted/);
    await sites.service.request('PATCH', path, { body: { basePath: '' } });
    const next = commit();
    const moved = await push();
    await sites.run(moved);
    assert.deepEqual([await sites.live(projectId), (await site()).url.endsWith('/docs')], [next, false]);
  });

  test('of another head ends a promotion even if it fails, so that a later push of the earlier head goes live', async () => {
    commit();
    const old = await sites.start(projectId);
    await sites.run(old);
    const back = commit();
    const second = await sites.start(projectId);
    await sites.run(second);
    await promote(old);
    const json = sites.repository.git('show', 'main:docs.json');
    sites.repository.commit({ 'docs.json': '{' });
    await query('UPDATE sites SET require_no_errors = true WHERE project_id = $1', [projectId]);
    const broken = await sites.start(projectId);
    await sites.run(broken);
    assert.equal(await status(broken), 'failure');
    sites.repository.commit({ 'docs.json': json });
    sites.repository.git('update-ref', 'refs/heads/main', back);
    await query('UPDATE sites SET require_no_errors = false WHERE project_id = $1', [projectId]);
    const again = await push();
    await sites.run(again);
    assert.deepEqual([await status(again), await sites.live(projectId)], ['success', back]);
  });

  test('ends as skipped for a push or poll of the commit that is already live', async () => {
    commit();
    await sites.run(await sites.start(projectId));
    for (const source of hintSources) {
      const id = await push(source);
      await sites.run(id);
      assert.deepEqual(
        [await status(id), (await sites.show(id))['summary']],
        ['skipped', 'The head of the branch was already deployed.'],
      );
    }
  });

  test('is not skipped for a push that replaces a requested deployment, even if its head was deployed before', async () => {
    commit();
    await sites.run(await sites.start(projectId));
    const asked = await sites.start(projectId);
    const pushed = await push();
    assert.equal(await status(asked), 'skipped');
    await sites.run(pushed);
    assert.equal(await status(pushed), 'success');
  });

  test('to production waits for at most one of three waiting previews', async () => {
    await query('DELETE FROM pgboss.job');
    for (const branch of ['one', 'two', 'three']) {
      commit(branch);
      await sites.start(projectId, branch);
    }
    const production = await sites.start(projectId);
    const waiting = `SELECT data ->> 'deploymentId' AS id FROM pgboss.job WHERE name = 'deployments' AND state < 'active'
      AND data ->> 'deploymentId' IN (SELECT id FROM site_deployments WHERE project_id = $1)
      ORDER BY priority DESC, created_on, id`;
    const turns = (await query(waiting, [projectId])).rows.map(({ id }) => String(id));
    assert.equal(turns.length, 4);
    assert.ok(turns.indexOf(production) <= 1, turns.join(' '));
  });

  test('to production uses the branch that the project names when the head is read', async () => {
    commit();
    const next = commit('next');
    const late = await push();
    await query(`UPDATE projects SET branch = 'next' WHERE id = $1`, [projectId]);
    await sites.run(late);
    const shown = await sites.show(late);
    assert.deepEqual([shown['branch'], await sites.live(projectId)], ['next', next]);
  });

  test('is requested by a change to the project’s branch, but not to its name', async () => {
    commit();
    const save = async (changed: readonly string[] | undefined) =>
      sites.service.database.kysely
        .transaction()
        .execute(async (tx) => followProject(sites.deps, tx, { project: await project(), changed, author: 'Ada' }));
    await save(undefined);
    await save(['name', 'model']);
    await save(['branch']);
    const { rows } = await query(
      'SELECT source, status FROM site_deployments WHERE project_id = $1 ORDER BY created_at',
      [projectId],
    );
    assert.deepEqual(rows, [
      { source: 'onboarding', status: 'skipped' },
      { source: 'internal', status: 'queued' },
    ]);
  });

  test('ends as skipped, with the kind, if the project’s kind has changed', async () => {
    const id = await sites.start(projectId);
    await query(`UPDATE projects SET deployment_kind = 'air-gapped' WHERE id = $1`, [projectId]);
    await sites.run(id);
    const shown = await sites.show(id);
    assert.deepEqual(
      [shown['status'], shown['summary']],
      ['skipped', "The project's deployment kind is now air-gapped, so it has no live site."],
    );
  });

  test('leaves no row if its project is deleted during the build', async () => {
    commit();
    const id = await sites.start(projectId);
    const run = sites.run(id, {
      building: async () => void (await query('DELETE FROM projects WHERE id = $1', [projectId])),
    });
    // The first write detects the deletion: a log line or the bundle.
    await run.catch(({ code }: { code?: string }) => assert.equal(code, '23503'));
    await sites.run(id);
    assert.equal((await query('SELECT FROM site_deployments WHERE id = $1', [id])).rows.length, 0);
  });

  test('of a preview that is deleted during its build leaves no row', async () => {
    commit('topic');
    const id = await sites.start(projectId, 'topic');
    await sites.run(id, {
      building: async () => {
        const { status: deleted } = await sites.service.request(
          'DELETE',
          `/v1/projects/${projectId}/previews/${encodeURIComponent('topic')}`,
        );
        assert.equal(deleted, 204);
      },
    });
    assert.equal((await sites.service.request('GET', `/v1/project/update-status/${id}`)).status, 404);
  });

  test('of a promoted preview stays live when the preview is deleted', async () => {
    commit();
    await sites.run(await sites.start(projectId));
    const head = commit('topic');
    const id = await sites.start(projectId, 'topic');
    await sites.run(id);
    const { status: code, json } = await promote(id);
    assert.equal(code, 200);
    assert.deepEqual(
      [json.environment, json.source, json.active, json.commit.sha],
      ['production', 'promotion', true, head],
    );
    assert.equal((await sites.service.request('DELETE', `/v1/projects/${projectId}/previews/topic`)).status, 204);
    assert.equal(await sites.live(projectId), head);
  });

  test('is queued again if its message was lost, whether it had started or not', async () => {
    const tickets = async (id: string) =>
      (await query(`SELECT FROM pgboss.job WHERE data ->> 'deploymentId' = $1`, [id])).rows.length;
    commit();
    const id = await sites.start(projectId);
    const lose = async () => {
      await query('DELETE FROM pgboss.job');
      await query(
        `UPDATE site_deployments SET created_at = now() - interval '2 minutes', started_at = started_at - interval '2 minutes'`,
      );
      await enqueueForgotten(sites.deps, sites.service.database.kysely);
    };
    await lose();
    assert.equal(await tickets(id), 1);
    await assert.rejects(sites.run(id, { lostAt: 'deployment.built' }), /lost/);
    await lose();
    await enqueueForgotten(sites.deps, sites.service.database.kysely);
    assert.equal(await tickets(id), 1);
  });

  describe('a deployment of one of several projects in a repository', () => {
    const inFolder = (folder: string, branch?: string) =>
      sites.repository.commit(
        { [`${folder}/docs.json`]: docsJson, [`${folder}/index.mdx`]: page(`Text ${count++}.`) },
        branch,
      );
    beforeEach(async () => {
      projectId = await sites.addProject(`proj_folder_${count}`, { docsFolder: 'one' });
      inFolder('one');
      await sites.run(await sites.start(projectId));
    });

    test('is skipped for a push without changes in its folder, and the next push with changes is built', async () => {
      const before = await sites.live(projectId);
      inFolder('two');
      const other = await push();
      await sites.run(other);
      const { summary } = await sites.show(other);
      assert.deepEqual(
        [await status(other), summary],
        ['skipped', 'Nothing under one/ has changed since the last build.'],
      );
      assert.equal(await sites.live(projectId), before);
      const own = inFolder('one');
      await sites.run(await push());
      assert.equal(await sites.live(projectId), own);
    });

    test('is built if it was requested; a push after a failed requested one is also built', async () => {
      inFolder('two');
      const asked = await sites.start(projectId);
      await sites.run(asked);
      assert.equal(await status(asked), 'success');
      const failed = await sites.start(projectId);
      await cancel(failed);
      const head = inFolder('two');
      await sites.run(await push());
      assert.equal(await sites.live(projectId), head);
    });

    test('is skipped for a preview of a branch without changes in its folder', async () => {
      const preview = async (branch: string, folder: string) => {
        sites.repository.git('branch', branch, 'main');
        inFolder(folder, branch);
        await followBranches(sites.deps, {
          organizationId: HOME,
          repository: `local:${projectId}`,
          branches: [branch],
          author: null,
        });
        const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/deployments?branch=${branch}`);
        const id: string = json.deployments[0].deploymentId;
        await sites.run(id);
        return status(id);
      };
      const name = String(count);
      assert.equal(await preview(`code-${name}`, 'two'), 'skipped');
      assert.equal(await preview(`docs-${name}`, 'one'), 'success');
    });
  });

  test('doesn’t publish an unpublished site', async () => {
    commit();
    const path = `/v1/projects/${projectId}/site`;
    assert.equal((await sites.service.request('PATCH', path, { body: { published: false } })).status, 200);
    await sites.run(await sites.start(projectId));
    const { json } = await sites.service.request('GET', path);
    assert.deepEqual([json.settings.published, json.live], [false, false]);
  });
});
