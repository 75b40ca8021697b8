import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findPrunable, listRetentionRules } from '../modules/operations/retention/index.ts';
import { runRule } from '../modules/foundation/upkeep/index.ts';
import { FileSystemStore } from '../platform/blob-store/index.ts';
import { createFixedClock } from '../platform/clock/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { insertAgentJob } from '../testing/insert-agent-job.ts';
import { insertProject } from '../testing/insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../testing/module-database.ts';
import { loadSettings } from './settings/load-settings.ts';
import { pruneInstallation } from './prune-installation.ts';
import { settingDefinitions } from './settings/settings.ts';
import type { ServerTables } from './server-tables.ts';

const settings = {
  jobDays: 365,
  draftDays: 90,
  auditRetentionDays: 100,
  analyticsDays: 400,
  analyticsEventDays: 90,
  analyticsFileDays: 0,
  feedbackDays: 400,
  keepDeployments: 2,
  keepDeploymentDays: 30,
  previewDays: 30,
  mirrorMegabytes: 1,
  mirrorDays: 30,
};

/** Unused mirrors in a fake store. The real store's own test covers the search for them. */
const unusedMirrors = [{ id: 'docs', bytes: 4_000, usedAt: new Date('2026-01-02T03:04:05Z') }];

describe('expired rows', () => {
  let database: ModuleDatabase<ServerTables>;
  let blobs: FileSystemStore;
  let folder = '';
  // Later than the test's files by more than their grace period of an hour.
  const clock = createFixedClock(new Date(Date.now() + 2 * 3_600_000));
  const rules = listRetentionRules(settings);
  const mirrors = {
    listUnused: () => Promise.resolve([...unusedMirrors]),
    removeUnused: () => Promise.resolve(unusedMirrors.splice(0)),
  };
  const query = (statement: string, values: readonly unknown[] = []) => database.pool.query(statement, [...values]);
  const count = async (table: string): Promise<number> =>
    (await query(`SELECT count(*)::int AS n FROM ${table}`)).rows[0].n;

  before(async () => {
    database = await openModuleDatabase<ServerTables>();
    folder = await mkdtemp(join(tmpdir(), 'docwright-prune-'));
    blobs = await FileSystemStore.open({ folder, linkBaseUrl: 'https://docs.example', linkSecrets: ['secret'] });
    await insertProject(database, 'project');
    await fill();
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const fill = async (): Promise<void> => {
    for (const [id, days] of [
      ['old', 400],
      ['young', 300],
    ] as const) {
      await insertAgentJob(database, id, { status: 'completed' });
      await query('ALTER TABLE agent_jobs DISABLE TRIGGER USER');
      await query('UPDATE agent_jobs SET updated_at = $2 WHERE id = $1', [id, daysAgo(days)]);
      await query('ALTER TABLE agent_jobs ENABLE TRIGGER USER');
      await query(`INSERT INTO agent_job_events (job_id, id, type, data) VALUES ($1, 1, 'job.created', '{}')`, [id]);
      await query(
        `INSERT INTO agent_job_images (job_id, digest, organization_id, media_type, content, size)
         VALUES ($1, encode(sha256('GIF89a'), 'hex'), $2, 'image/gif', 'GIF89a', 6)`,
        [id, HOME],
      );
    }
    for (let n = 1; n <= 5; n += 1) {
      const key = `bundles/${HOME}/project/export_${n}.tar.gz`;
      await blobs.put(key, Buffer.alloc(1_000), { contentType: 'application/gzip' });
      await query(
        `INSERT INTO site_bundles (id, organization_id, project_id, identity, commit, blob_key, sha256, size_bytes, page_count,
           issues, issue_count, issue_counts, error_count, missing, missing_count, created_at)
         VALUES ($1, $2, 'project', $1, 'c', $3, 's', 1000, 1, '[]', 0, '{}', 0, '[]', 0, $4)`,
        [`export_${n}`, HOME, key, daysAgo(100 - n)],
      );
      await query(
        `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict, blob_key, created_at)
         VALUES ($1, $2, 'project', 'completed', '', false, $3, $4)`,
        [`export_${n}`, HOME, key, daysAgo(100 - n)],
      );
    }
    await query(
      `INSERT INTO idempotency_keys (organization_id, actor, key, operation, body_sha256, response, created_at)
       VALUES ($1, 'k', 'a', 'o', 'x', '{}', now() - interval '2 days'), ($1, 'k', 'b', 'o', 'x', '{}', now())`,
      [HOME],
    );
    await query(`SELECT create_analytics_day($1), create_analytics_day($2)`, [daysAgo(200), daysAgo(10)]);
    await query(
      `INSERT INTO analytics_events (project_id, at, id, kind, path, visitor, is_ai)
       SELECT 'project', $1, gen_random_uuid(), 'view', '/', decode(repeat('00', 16), 'hex'), false FROM generate_series(1, 7)`,
      [daysAgo(200)],
    );
    await query('ANALYZE');
  };

  const left = async () => ({
    jobs: await count('agent_jobs'),
    exports: await count('export_jobs'),
    bundles: await count('site_bundles'),
    answers: await count('idempotency_keys'),
    files: (await Array.fromAsync(blobs.list('bundles/'))).length,
  });

  test('are listed by the rules with their number, age and setting, and aren’t deleted', async () => {
    const stood = await left();
    const pruned = await findPrunable({ database, blobs, clock, mirrors }, rules);
    assert.deepEqual(
      pruned.map(({ rule, from, count: n }) => `${rule}: ${n} of ${from}`),
      [
        'idempotency: 1 of idempotency_keys',
        'agent-jobs: 1 of agent_jobs',
        'agent-jobs: 1 of agent_job_turns',
        'agent-jobs: 1 of agent_job_events',
        'agent-jobs: 1 of agent_job_images',
        'analytics: 7 of analytics_events',
        'live-sites: 3 of export_jobs',
        'live-sites: 3 of site_bundles',
        'live-sites: 3 of bundles/',
        'mirrors: 1 of git/mirrors/',
      ],
    );
    const [, job] = pruned;
    assert.equal(job?.setting, 'DOCWRIGHT_JOB_DAYS');
    assert.equal(job?.oldest?.slice(0, 10), daysAgo(400).toISOString().slice(0, 10));
    assert.ok(job.bytes > 0);
    assert.equal(pruned.at(-2)?.bytes, 3_000);
    assert.deepEqual([pruned.at(-1)?.bytes, pruned.at(-1)?.oldest], [4_000, '2026-01-02T03:04:05.000Z']);
    assert.deepEqual(await left(), stood);
  });

  test('are deleted by the rules, together with their files', async () => {
    const removed: Record<string, unknown> = {};
    for (const rule of rules) removed[rule.name] = await runRule({ database, blobs, clock, mirrors }, rule);
    assert.deepEqual(removed['agent-jobs'], { rows: 1, files: 0, bytes: 0 });
    assert.deepEqual(removed['idempotency'], { rows: 1, files: 0, bytes: 0 });
    assert.deepEqual(removed['live-sites'], { rows: 6, files: 3, bytes: 3_000 });
    assert.deepEqual(removed['mirrors'], { rows: 0, files: 1, bytes: 4_000 });
    assert.deepEqual(removed['audit-log'], { rows: 0, files: 0, bytes: 0 });
    assert.deepEqual(await left(), { jobs: 1, exports: 2, bundles: 2, answers: 1, files: 2 });
    assert.deepEqual(await findPrunable({ database, blobs, clock, mirrors }, rules), []);
  });

  test('are deleted, or found by a dry run, with a single DELETE statement', async () => {
    // A sequence value stays consumed, even if the transaction is rolled back.
    await query(`CREATE SEQUENCE deletes START 1;
      CREATE FUNCTION count_delete() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM nextval(''deletes''); RETURN NULL; END';
      CREATE TRIGGER counted AFTER DELETE ON idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION count_delete();
      UPDATE idempotency_keys SET created_at = now() - interval '2 days'`);
    const count = async (): Promise<number> =>
      (await query('SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS n FROM deletes')).rows[0].n;
    const environment = { DATABASE_URL: database.url, DOCWRIGHT_DATA_DIR: join(folder, 'data') };
    const prune = (dryRun: boolean) =>
      pruneInstallation(loadSettings({ flags: {}, environment }), createLogger({ level: 'silent' }), { dryRun });
    const reported = await prune(true);
    assert.deepEqual(reported.dryRun && reported.pruned.map(({ from, count: n }) => [from, n]), [
      ['idempotency_keys', 1],
    ]);
    assert.equal(await count(), 1);
    const done = await prune(false);
    assert.deepEqual(!done.dryRun && done.removed.map(({ rule, rows, files }) => [rule, rows, files]), [
      ['idempotency', 1, 0],
    ]);
    assert.equal(await count(), 2);
  });

  test('are covered by rules that have a title and name only existing tables and settings', async () => {
    const known = await query(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`);
    const variables = new Set<string>(Object.values(settingDefinitions).map(({ environment }) => environment));
    const tables = new Set(known.rows.map(({ name }) => name));
    for (const { name, title, limits, tables: ofRule } of listRetentionRules({
      ...settings,
      auditRetentionDays: undefined,
    })) {
      assert.match(title, /^[A-Z]/);
      assert.deepEqual(
        ofRule.filter((table) => !tables.has(table.name)),
        [],
        name,
      );
      for (const { value, setting } of limits) {
        assert.equal(value === null, name === 'audit-log');
        assert.ok(setting === null || variables.has(setting), `${setting} is a setting`);
      }
    }
  });
});
