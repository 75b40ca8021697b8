import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createFixedClock, type FixedClock } from '../../../platform/clock/index.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { sumRepositoryBytes } from '../../sources/local-code-host/index.ts';
import { changeStorageQuota } from './set-quota.ts';
import { measureAll, sizeOfFolder, type MeasureStored } from './measure-storage.ts';
import { StorageQuotas } from './storage-quotas.ts';
import type { StorageTables } from './store.ts';

const megabyte = 1024 * 1024;

describe('storage quotas', () => {
  let database: ModuleDatabase<StorageTables>;
  let folder: string;
  let clock: FixedClock;
  let quotas: StorageQuotas;
  const stored: readonly MeasureStored[] = [
    async (db, id) => ({ repositories: await sumRepositoryBytes(db, { root: folder }, id) }),
  ];
  const folders: string[] = [];
  before(async () => {
    database = await openModuleDatabase<StorageTables>();
    await database.pool.query('UPDATE organizations SET operator = true WHERE id = $1', [HOME]);
  });
  after(async () => {
    await database.close();
    for (const path of folders) await rm(path, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await database.pool.query('truncate organization_storage, local_repositories cascade');
    folder = await mkdtemp(join(tmpdir(), 'docwright-storage-'));
    clock = createFixedClock(new Date());
    quotas = new StorageQuotas({
      db: database.kysely,
      stored,
      clock,
      defaultQuotaBytes: 10 * megabyte,
    });
    folders.push(folder);
  });

  const addRepository = async (id: string, organizationId: string, bytes: number): Promise<void> => {
    await database.pool.query(
      `INSERT INTO local_repositories (id, organization_id, name, default_branch) VALUES ($1, $2, $1, 'main')`,
      [id, organizationId],
    );
    await mkdir(join(folder, `${id}.git`, 'objects'), { recursive: true });
    await writeFile(join(folder, `${id}.git`, 'objects', 'pack'), Buffer.alloc(bytes));
  };
  const setQuota = (organizationId: string, megabytes: number | null) =>
    database.kysely.transaction().execute((tx) => changeStorageQuota(tx, undefined, { organizationId, megabytes }));

  test('sum what each module measures', async () => {
    await addRepository('repo_1', OTHER, 3 * megabyte);
    const summed = new StorageQuotas({
      db: database.kysely,
      stored: [
        ...stored,
        () => Promise.resolve({ bundles: megabyte }),
        () => Promise.resolve({ bundles: megabyte, records: 200 }),
        () => Promise.resolve({ records: 800 }),
      ],
      clock,
      defaultQuotaBytes: 10 * megabyte,
    });
    const { repositories, bundles, records, used, quota } = await summed.describe(OTHER);
    assert.deepEqual([repositories, bundles, records, quota], [3 * megabyte, 2 * megabyte, 1_000, 10 * megabyte]);
    assert.equal(used, repositories + bundles + records);
  });

  test('refuse with an error that names the usage, the quota and the remedy, and don’t refuse below the quota', async () => {
    await addRepository('repo_1', OTHER, 10 * megabyte - 1);
    await quotas.requireRoom(OTHER);
    assert.equal(await quotas.roomOf(OTHER), 1);
    await quotas.added(OTHER, { bundles: 2 });
    // Measured just now; data added since then counts.
    await assert.rejects(quotas.requireRoom(OTHER), (error: { code: string; status: number; message: string }) => {
      assert.deepEqual([error.code, error.status], ['storage_quota_exceeded', 403]);
      assert.match(error.message, /uses 10\.0 MB of its 10\.0 MB storage quota\. Delete .* ask the operator/);
      return true;
    });
    assert.equal(await quotas.roomOf(OTHER), 0);
  });

  test('don’t apply to the operator’s organization by default; 0 removes a quota, and null restores the default', async () => {
    await addRepository('repo_home', HOME, 11 * megabyte);
    await addRepository('repo_other', OTHER, 11 * megabyte);
    assert.equal(await quotas.findExcess(HOME), undefined);
    assert.notEqual(await quotas.findExcess(OTHER), undefined);
    await setQuota(HOME, 5);
    await setQuota(OTHER, 0);
    assert.match((await quotas.findExcess(HOME)) ?? '', /its 5\.0 MB storage quota/);
    assert.equal(await quotas.roomOf(OTHER), Number.POSITIVE_INFINITY);
    await setQuota(OTHER, null);
    assert.notEqual(await quotas.findExcess(OTHER), undefined);
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS events FROM audit_events WHERE action = 'organization.storage_quota_set'`,
    );
    assert.deepEqual(rows, [{ events: 3 }]);
  });

  test('no longer count deleted data when a refusal’s figures are a minute old', async () => {
    await addRepository('repo_1', OTHER, 11 * megabyte);
    await assert.rejects(quotas.requireRoom(OTHER));
    await rm(join(folder, 'repo_1.git'), { recursive: true });
    await assert.rejects(quotas.requireRoom(OTHER), 'measured a moment ago');
    clock.advance(61_000);
    await quotas.requireRoom(OTHER);
  });

  test('are checked with one row while the organization is below its quota, without reading the disk', async () => {
    await addRepository('repo_1', OTHER, megabyte);
    await quotas.requireRoom(OTHER);
    clock.advance(24 * 3_600_000);
    await writeFile(join(folder, 'repo_1.git', 'objects', 'other'), Buffer.alloc(20 * megabyte));
    await quotas.requireRoom(OTHER);
    assert.equal(await measureAll({ db: database.kysely, stored }), 2);
    await assert.rejects(quotas.requireRoom(OTHER), { code: 'storage_quota_exceeded' });
  });

  test('count additions during a measurement, even with ten concurrent writers', async () => {
    await quotas.requireRoom(OTHER);
    await Promise.all([
      ...Array.from({ length: 10 }, () => quotas.added(OTHER, { bundles: megabyte / 2 })),
      quotas.describe(OTHER),
    ]);
    assert.equal(10 * megabyte - (await quotas.roomOf(OTHER)), 5 * megabyte);
  });

  test('don’t affect another organization', async () => {
    await addRepository('repo_home', HOME, 30 * megabyte);
    await setQuota(HOME, 5);
    await assert.rejects(quotas.requireRoom(HOME), { code: 'storage_quota_exceeded' });
    assert.equal(await quotas.roomOf(OTHER), 10 * megabyte);
  });

  test('count a missing folder as zero bytes', async () => {
    assert.equal(await sizeOfFolder(join(folder, 'nowhere')), 0);
  });
});
