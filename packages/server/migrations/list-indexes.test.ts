import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import type { PoolClient } from 'pg';
import { selectAgentJobs } from '../src/modules/agent/agent-jobs/intake/store.ts';
import type { AgentJobTables } from '../src/modules/agent/agent-jobs/tables.ts';
import { selectAuditEvents, type AuditLogTables } from '../src/modules/foundation/audit-log/store.ts';
import { selectExportJobs, type ExportTables } from '../src/modules/publishing/exports/store.ts';
import { insertProject } from '../src/testing/insert-project.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../src/testing/module-database.ts';

type Tables = AgentJobTables & AuditLogTables & ExportTables;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const rowsOf = 40_000;

describe('lists of an organization with many rows', () => {
  let database: ModuleDatabase<Tables>;
  /** A wrapper of the same database that explains each statement before running it. */
  let explained: Kysely<Tables>;
  let plans: PlanNode[] = [];
  before(async () => {
    database = await openModuleDatabase();
    const { pool } = database;
    explained = new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: {
          connect: async () => {
            const client = await pool.connect();
            const query = async (text: string, values: readonly unknown[] = []) => {
              const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
              plans.push(rows[0]['QUERY PLAN'][0]['Plan']);
              return client.query(text, [...values]);
            };
            return { query, release: () => client.release() } as unknown as PoolClient;
          },
          end: async () => undefined,
          options: {},
        },
      }),
    });
    await insertProject(database, 'proj_a');
    await insertProject(database, 'proj_b');
    await insertProject(database, 'proj_c', { organizationId: OTHER });
    await pool.query('ALTER TABLE agent_jobs DISABLE TRIGGER USER');
    // One row in 4,000 is rare; the rare rows are the oldest, so that a scan by time reads them last.
    const places = `CASE n % 4 WHEN 0 THEN '${OTHER}' ELSE '${HOME}' END, CASE n % 4 WHEN 0 THEN 'proj_c' WHEN 1 THEN 'proj_a' ELSE 'proj_b' END`;
    const at = `now() - make_interval(secs => n)`;
    const rare = `n > ${rowsOf} - 10`;
    await pool.query(
      `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, base_branch, as_draft, usage, pr_state, created_at)
       SELECT 'aj_' || n, ${places}, CASE WHEN ${rare} THEN 'failed' ELSE 'completed' END, 'm', 'local:a', 'main', true, '{}',
         CASE WHEN ${rare} THEN 'closed' END, ${at} FROM generate_series(1, ${rowsOf}) n`,
    );
    await pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, domain, status, base_path, strict, created_at)
       SELECT 'ex_' || n, ${places}, CASE WHEN ${rare} THEN 'rare.example.com' ELSE 'docs.example.com' END,
         CASE WHEN ${rare} THEN 'failed' ELSE 'completed' END, '', false, ${at} FROM generate_series(1, ${rowsOf}) n`,
    );
    // IDs increase with time.
    await pool.query(
      `INSERT INTO audit_events (organization_id, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, result, details)
       SELECT CASE n % 4 WHEN 0 THEN '${OTHER}' ELSE '${HOME}' END, 'user', CASE WHEN n < 10 THEN 'usr_rare' ELSE 'usr_often' END,
         CASE WHEN n < 10 THEN 'rare' ELSE 'often' END, 'project.updated', 'project', CASE WHEN n < 10 THEN 'proj_r' ELSE 'proj_o' END,
         CASE WHEN n < 10 THEN 'rare' ELSE 'often' END, CASE WHEN n < 10 THEN 'refused' ELSE 'success' END, '{}'
       FROM generate_series(1, ${rowsOf}) n`,
    );
    await pool.query('ANALYZE');
  });
  after(() => database.close());

  /** The number of rows read, including rows that a filter dropped. */
  const rowsRead = (node: PlanNode): number => {
    const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
    if (!node['Node Type'].endsWith('Scan')) return below;
    // Projects that are being deleted: the table doesn't belong to a tenant, and is mostly empty.
    if (node['Relation Name'] !== 'deleted_projects')
      assert.notEqual(node['Node Type'], 'Seq Scan', `all of ${node['Relation Name']} is read`);
    const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return below + (node['Actual Rows'] + dropped) * node['Actual Loops'];
  };
  const few = async (list: () => Promise<readonly unknown[]>): Promise<void> => {
    plans = [];
    const rows = await list();
    assert.ok(rows.length > 0, 'nothing was found');
    const read = plans.reduce((sum, plan) => sum + rowsRead(plan), 0);
    assert.ok(read <= 20 * rows.length, `${read} rows were read for ${rows.length}`);
  };

  const jobs = { organizationId: HOME, projectIds: null, search: undefined, status: undefined, pullRequest: undefined };
  for (const [what, filter] of [
    ['of a rare status', { status: 'failed' }],
    ['of a rare status in one project', { status: 'failed', projectIds: ['proj_b'] }],
    ['with a pull request that was closed', { pullRequest: 'closed' }],
    ['of any kind', {}],
    ['of one project', { projectIds: ['proj_a'] }],
  ] as const)
    test(`read few rows to find agent jobs ${what}`, () =>
      few(() => selectAgentJobs(explained, { ...jobs, ...filter, after: undefined, limit: 50 })));

  const exports = { organizationId: HOME, projectIds: null, domain: undefined, project: undefined, status: undefined };
  for (const [what, filter] of [
    ['of a domain with few exports', { domain: 'rare.example.com' }],
    ['of a rare status', { status: 'failed' }],
    ['of any kind', {}],
  ] as const)
    test(`read few rows to find exports ${what}`, () =>
      few(() => selectExportJobs(explained, { ...exports, ...filter, after: undefined, limit: 50 })));

  for (const [what, filter] of [
    ['by an actor’s name', { actor: 'rare' }],
    ['by an actor’s id', { actor: 'usr_rare' }],
    ['by a target’s name', { target: 'rare' }],
    ['that were refused', { result: 'refused' }],
    ['of any kind', {}],
  ] as const)
    test(`read few rows to find audit events ${what}`, () =>
      few(() => selectAuditEvents(explained, { organizationId: HOME, ...filter }, { before: undefined, limit: 50 })));
});
