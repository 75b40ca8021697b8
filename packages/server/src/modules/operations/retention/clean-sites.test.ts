import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { cleanSites } from './clean-sites.ts';
import type { RetentionTables } from './site-store.ts';

describe('retention of live sites', () => {
  let database: ModuleDatabase<RetentionTables>;
  let blobs: FileSystemStore;
  let folder = '';
  before(async () => {
    database = await openModuleDatabase<RetentionTables>();
    folder = await mkdtemp(join(tmpdir(), 'docwright-retention-'));
    blobs = await FileSystemStore.open({ folder, linkBaseUrl: 'https://docs.example', linkSecrets: ['secret'] });
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    await query('DELETE FROM projects');
    await query('DELETE FROM deleted_projects');
    await query('DELETE FROM export_jobs');
    for await (const { key } of blobs.list('')) await blobs.delete(key);
    await insertProject(database, 'p');
    await query(`INSERT INTO sites (project_id, organization_id, slug) VALUES ('p', $1, 'p')`, [HOME]);
    await environment('prod', 'production');
  });
  const query = async (statement: string, values: readonly unknown[] = []) =>
    (await database.pool.query(statement, [...values])).rows;
  const environment = (id: string, kind: 'production' | 'preview', days = 100) =>
    query(
      `INSERT INTO site_environments (id, organization_id, project_id, kind, branch, label, created_at)
       VALUES ($1, $2, 'p', $3, $4, $4, now() - make_interval(days => $5))`,
      [id, HOME, kind, kind === 'preview' ? id : null, days],
    );
  const bundle = async (id: string, minutes = 90) => {
    const key = `bundles/${HOME}/p/${id}.tar.gz`;
    for (const file of [key, `${key}.index`, `${key}.vectors`])
      await blobs.put(file, Buffer.from(id), { contentType: 'application/gzip' });
    await query(
      `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
         issues, issue_count, issue_counts, error_count, missing, missing_count, created_at)
       VALUES ($1, $2, 'p', $1, 'c', $3, 's', 1, 1, '[]', 0, '{}', 0, '[]', 0, now() - make_interval(mins => $4))`,
      [id, HOME, key, minutes],
    );
    return key;
  };
  const deploy = (
    id: string,
    days: number,
    { status = 'success', at = 'prod', of }: { status?: string; at?: string; of?: string } = {},
  ) =>
    query(
      `INSERT INTO site_deployments (id, organization_id, project_id, environment_id, branch, status, source, bundle_id, created_at, ended_at)
       SELECT $1, $2, 'p', $3, 'main', $4, 'push', $5, t, CASE WHEN $4 IN ('queued', 'in_progress') THEN NULL ELSE t END
       FROM (SELECT now() - make_interval(days => $6) AS t) AS times`,
      [id, HOME, at, status, of ?? null, days],
    );
  const activate = (id: string, at = 'prod') =>
    query('UPDATE site_environments SET active_deployment_id = $1 WHERE id = $2', [id, at]);
  const exportOf = (key: string | null, status: string) =>
    query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, progress, base_path, strict, blob_key)
       VALUES ($1, $2, 'p', $3, 0, '', false, $4)`,
      [`se_${status}`, HOME, status, key],
    );
  const clean = (hoursLater = 2) =>
    cleanSites(
      { database, blobs, clock: createFixedClock(new Date(Date.now() + hoursLater * 3_600_000)) },
      { keepDeployments: 2, keepDeploymentDays: 30, previewDays: 20 },
    );
  const names = async (table: string): Promise<string[]> =>
    (await query(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => String(id));
  const all = async (): Promise<string[]> =>
    (await Array.fromAsync(blobs.list(''))).map(({ key }) => key.split('/').at(-1) ?? '');
  /** Bundles with both of their files. */
  const files = async (): Promise<string[]> => {
    const found = await all();
    const bundles = found.filter((name) => name.endsWith('.tar.gz'));
    assert.deepEqual(
      found,
      bundles.flatMap((name) => [name, `${name}.index`, `${name}.vectors`]),
    );
    return bundles.map((name) => name.replace('.tar.gz', ''));
  };

  test('keeps the newest production deployments, and all recent, active and unfinished deployments', async () => {
    await deploy('a-active', 90);
    await activate('a-active');
    for (const [id, days] of [
      ['b-old', 80],
      ['c-second', 70],
      ['d-newest', 60],
    ] as const)
      await deploy(id, days);
    await deploy('e-waiting', 50, { status: 'queued' });
    await clean();
    assert.deepEqual(await names('site_deployments'), ['a-active', 'c-second', 'd-newest', 'e-waiting']);
    for (const id of ['f', 'g', 'h']) await deploy(id, 5);
    await clean();
    assert.deepEqual(await names('site_deployments'), ['a-active', 'e-waiting', 'f', 'g', 'h']);
  });

  test('deletes failed and skipped deployments after the retention period, and not before', async () => {
    for (const status of ['failure', 'skipped']) {
      await deploy(`old-${status}`, 31, { status });
      await deploy(`young-${status}`, 29, { status });
    }
    await clean();
    assert.deepEqual(await names('site_deployments'), ['young-failure', 'young-skipped']);
  });

  test('keeps the last three deployments of a preview and the active one', async () => {
    await environment('topic', 'preview');
    for (const id of ['1', '2', '3', '4', '5']) await deploy(id, 10 - Number(id), { at: 'topic' });
    await activate('1', 'topic');
    await clean();
    assert.deepEqual(await names('site_deployments'), ['1', '3', '4', '5']);
  });

  test('expires a preview that wasn’t opened or deployed during the retention period', async () => {
    await environment('idle', 'preview');
    await deploy('1', 21, { at: 'idle' });
    await activate('1', 'idle');
    await environment('opened', 'preview');
    await query(`UPDATE site_environments SET opened_at = now() - interval '19 days' WHERE id = 'opened'`);
    await query(`UPDATE site_environments SET opened_at = now() - interval '21 days' WHERE id = 'idle'`);
    await environment('young', 'preview', 1);
    await environment('deployed', 'preview');
    await deploy('2', 19, { at: 'deployed' });
    await environment('waits', 'preview');
    await deploy('3', 40, { at: 'waits', status: 'queued' });
    await clean();
    assert.deepEqual(await names('site_environments'), ['deployed', 'opened', 'prod', 'waits', 'young']);
  });

  test('deletes a bundle with its file an hour after its creation if no deployment and no export uses it', async () => {
    for (const id of ['unused', 'deployed', 'exported']) await bundle(id);
    await bundle('young', 50);
    await deploy('1', 1, { of: 'deployed' });
    await exportOf(`bundles/${HOME}/p/exported.tar.gz`, 'completed');
    await clean();
    assert.deepEqual(await names('site_bundles'), ['deployed', 'exported', 'young']);
    assert.deepEqual(await files(), ['deployed', 'exported', 'young']);
  });

  test('deletes a deployment’s bundle in the same round as the deployment', async () => {
    await bundle('only');
    await deploy('1', 90, { of: 'only' });
    for (const id of ['2', '3']) await deploy(id, 80);
    await clean();
    assert.deepEqual([await names('site_bundles'), await files()], [[], []]);
  });

  test('deletes exports like deployments, and keeps the newest completed and all recent exports with their bundles', async () => {
    for (const [id, days, status] of [
      ['a-oldest', 90, 'completed'],
      ['b-failed', 80, 'failed'],
      ['c-kept', 70, 'completed'],
      ['d-kept', 60, 'completed'],
      ['e-young', 5, 'failed'],
      ['f-waits', 90, 'queued'],
    ] as const) {
      const key = status === 'completed' ? await bundle(id) : null;
      await query(
        `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict, blob_key, created_at)
         VALUES ($1, $2, 'p', $3, '', false, $4, now() - make_interval(days => $5))`,
        [id, HOME, status, key, days],
      );
    }
    await clean();
    assert.deepEqual(await names('export_jobs'), ['c-kept', 'd-kept', 'e-young', 'f-waits']);
    await query(`DELETE FROM export_jobs WHERE id = 'f-waits'`);
    await clean();
    assert.deepEqual(
      [await names('site_bundles'), await files()],
      [
        ['c-kept', 'd-kept'],
        ['c-kept', 'd-kept'],
      ],
    );
  });

  for (const [what, begin] of [
    ['deployment', () => deploy('runs', 0, { status: 'in_progress' })],
    ['export', () => exportOf(null, 'running')],
  ] as const)
    test(`keeps a bundle while one ${what} of its project runs`, async () => {
      await bundle('found');
      await begin();
      await clean();
      assert.deepEqual([await names('site_bundles'), await files()], [['found'], ['found']]);
    });

  test('deletes a file without a row after an hour, unless a running job may write it again', async () => {
    const put = (key: string) => blobs.put(key, Buffer.from('x'), { contentType: 'application/gzip' });
    await put(`bundles/${HOME}/p/lost.tar.gz`);
    await put(`bundles/${HOME}/p/no-archive.tar.gz.index`);
    await put(`exports/${HOME}/p/old-one.tar.gz`);
    await put(`bundles/${HOME}/p/runs.tar.gz`);
    await put('elsewhere/other');
    await deploy('runs', 0, { status: 'in_progress' });
    await clean(0);
    assert.equal((await all()).length, 5);
    await clean(2);
    assert.deepEqual(await all(), ['runs.tar.gz', 'other']);
  });

  test('deletes the expected rows and files with three replicas at once', async () => {
    for (let n = 10; n < 40; n += 1) {
      await bundle(`b${n}`);
      await deploy(`d${n}`, 100 - n, { of: `b${n}` });
    }
    await Promise.all([clean(), clean(), clean()]);
    await clean();
    assert.deepEqual(await names('site_deployments'), ['d38', 'd39']);
    assert.deepEqual(
      [await names('site_bundles'), await files()],
      [
        ['b38', 'b39'],
        ['b38', 'b39'],
      ],
    );
  });
});
