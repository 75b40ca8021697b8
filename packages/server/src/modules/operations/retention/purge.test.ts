import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertAgentJob } from '../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AgentJobTables } from '../../agent/agent-jobs/index.ts';
import { findExport, type ExportTables } from '../../publishing/exports/index.ts';
import { deleteOrganization, selectOrganizationsToPurge } from '../../identity/organizations/index.ts';
import { removeProject, selectDeletedProjectIds } from '../../project-config/projects/index.ts';
import { endAccess } from './end-access.ts';
import { organizationRows, projectRows } from './owned-rows-store.ts';
import { purgeOrganization, purgeProject, type DeletionTables, type PurgeDeps } from './purge.ts';

type Tables = DeletionTables & AgentJobTables & ExportTables;

describe('leftovers of a deletion', () => {
  let database: ModuleDatabase<Tables>;
  let files: string[] = [];
  before(async () => {
    database = await openModuleDatabase<Tables>();
  });
  after(() => database.close());
  const deps = (): PurgeDeps => ({
    database,
    onRemoved: () => Promise.resolve(),
    deleteFiles: ({ projectId }) => Promise.resolve(void files.push(projectId)),
    deleteRepositories: () => Promise.resolve(),
    batchRows: 10,
  });
  const count = async (table: string, where: string): Promise<number> =>
    (await database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0].n;
  const fill = async (project: string, organization: string, jobs: number) => {
    await insertProject(database, project, { organizationId: organization });
    await database.pool.query(
      `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, prompt, usage)
       SELECT $1 || '_aj_' || n, $2, $1, 'completed', 'm', 'r', 'main', true, 'p', '{}' FROM generate_series(1, $3::int) n`,
      [project, organization, jobs],
    );
    await database.pool.query(
      `INSERT INTO agent_job_events (job_id, id, type, data) SELECT id, 1, 'job.created', '{}' FROM agent_jobs WHERE project_id = $1`,
      [project],
    );
    await database.pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict)
       SELECT $1 || '_se_' || n, $2, $1, 'completed', '', false FROM generate_series(1, $3::int) n`,
      [project, organization, jobs],
    );
  };
  const fillFigures = async (project: string) => {
    await database.pool.query(
      `INSERT INTO analytics_daily (project_id, day, kind, subject, human, ai, human_visitors, ai_visitors, clicks, last_at)
       SELECT $1, '2026-01-01', 'view', '/' || n, 1, 0, 1, 0, 0, now() FROM generate_series(1, 25) n`,
      [project],
    );
    await database.pool.query(`SELECT create_analytics_day('2026-01-01')`);
    await database.pool.query(
      `INSERT INTO analytics_events (project_id, at, id, kind, path, visitor, is_ai)
       SELECT $1, '2026-01-01 12:00Z', gen_random_uuid(), 'view', '/', decode(repeat('00', 16), 'hex'), false FROM generate_series(1, 25)`,
      [project],
    );
  };
  const fillRollups = (project: string) =>
    database.pool.query(
      `INSERT INTO analytics_rollup_counts (project_id, first_day, days, kind, subject, human, ai, human_visitors, ai_visitors, clicks,
         without_result, without_result_visitors, last_at)
       SELECT $1, '2025-12-26', 8, 'view', '/' || n, 1, 0, 1, 0, 0, 0, 0, now() FROM generate_series(1, 25) n`,
      [project],
    );
  const fillFeedback = (project: string) =>
    database.pool.query(
      `INSERT INTO page_feedback (id, project_id, created_at, updated_at, path, source, helpful)
       SELECT $1 || '_fb_' || n, $1, now(), now(), '/', 'thumbs_only', true FROM generate_series(1, 25) n`,
      [project],
    );
  const remove = (project: string, organization = HOME) =>
    database.kysely.transaction().execute((tx) => removeProject(tx as never, organization, project));
  test('can’t get new jobs, and their exports are no longer found', async () => {
    await fill('gone', HOME, 25);
    await fill('stays', HOME, 1);
    await remove('gone');
    assert.equal(await count('agent_jobs', `project_id = 'gone'`), 25);
    assert.equal(await findExport(database.kysely, HOME, 'gone_se_1'), undefined);
    assert.equal((await findExport(database.kysely, HOME, 'stays_se_1'))?.id, 'stays_se_1');
    await assert.rejects(insertAgentJob(database, 'late', { project_id: 'gone' }), { code: '23503' });
  });

  test('are deleted in batches, and an interrupted run can be continued', async () => {
    await fill('cut', HOME, 25);
    await fillFigures('cut');
    await fillRollups('cut');
    await fillFeedback('cut');
    await remove('cut');
    const stop = new AbortController();
    // Aborted after two batches of ten, like a worker that is killed.
    let batches = 0;
    const signal = Object.assign(stop.signal, {
      throwIfAborted: () => {
        batches += 1;
        if (batches > 2) throw new Error('killed');
      },
    });
    await assert.rejects(purgeProject(deps(), 'cut', signal), /killed/);
    assert.equal(await count('agent_jobs', `project_id = 'cut'`), 5);
    assert.ok((await selectDeletedProjectIds(database.kysely)).includes('cut'));
    await Promise.all([purgeProject(deps(), 'cut'), purgeProject(deps(), 'cut')]);
    await purgeProject(deps(), 'cut');
    for (const { table } of projectRows) assert.equal(await count(table, `project_id = 'cut'`), 0, table);
    assert.equal(await count('agent_job_events', `job_id LIKE 'cut%'`), 0);
    assert.equal(await count('agent_jobs', `project_id = 'stays'`), 1);
    assert.ok(!(await selectDeletedProjectIds(database.kysely)).includes('cut'));
    assert.ok(files.includes('cut'));
  });

  test('of an organization are only its name and its audit log', async () => {
    await fill('other_1', OTHER, 12);
    await fill('other_2', OTHER, 3);
    await database.pool.query(`UPDATE organizations SET operator = true WHERE id = $1`, [HOME]);
    await database.pool.query(
      `INSERT INTO api_keys (id, organization_id, name, sha256, prefix, last_four, scopes, created_by)
       VALUES ('key_1', $1, 'k', 'x', 'p', 'abcd', '{admin}', 'setup')`,
      [OTHER],
    );
    await remove('other_2', OTHER);
    await database.kysely
      .transaction()
      .execute((tx) => deleteOrganization(tx as never, OTHER, () => endAccess(tx as never, OTHER)));
    assert.equal(await count('api_keys', `organization_id = '${OTHER}'`), 0);
    assert.deepEqual(await selectOrganizationsToPurge(database.kysely), [OTHER]);
    await purgeOrganization(deps(), OTHER);
    assert.deepEqual(await selectOrganizationsToPurge(database.kysely), []);
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'organization_id'
       AND table_name <> 'audit_events'`,
    );
    for (const { name } of rows) assert.equal(await count(`"${name}"`, `organization_id = '${OTHER}'`), 0, name);
    const reported = `action = 'organization.deleted' AND target_id = '${OTHER}'`;
    assert.equal(await count('audit_events', reported), 2);
    await assert.rejects(
      database.kysely
        .transaction()
        .execute((tx) => deleteOrganization(tx as never, HOME, () => endAccess(tx as never, HOME))),
      /operator/,
    );
  });

  test('are all known: each table that refers to an organization is in a list of tables to clear, or is kept', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT c.conrelid::regclass::text AS name FROM pg_constraint c
       WHERE c.contype = 'f' AND c.confrelid = 'organizations'::regclass AND c.confdeltype <> 'c'
         AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.conrelid = c.conrelid AND p.contype = 'f'
             AND p.confrelid IN ('projects'::regclass, 'sites'::regclass))`,
    );
    const known = [
      ...projectRows.map(({ table }) => table),
      ...organizationRows.map(({ table }) => table),
      'projects',
      'deleted_projects',
      'api_keys',
      'audit_events',
    ];
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !known.includes(name)),
      [],
    );
  });
});
