/**
 * Simulates days of an installation with a separate clock. Tables and upkeep are real; for bundles, only sizes are
 * stored.
 */
import { Client } from 'pg';
import { listRetentionRules, type UpkeepSettings } from '../modules/operations/retention/index.ts';
import type { ServerTables } from '../main/server-tables.ts';
import { checkDeployments } from '../modules/operations/auditor/sites/check-deployments.ts';
import { checkRetention } from '../modules/operations/auditor/jobs/check-retention.ts';
import { Findings } from '../modules/operations/auditor/findings.ts';
import { defaultAuditSettings } from '../modules/operations/auditor/settings.ts';
import type { AuditDeps } from '../modules/operations/auditor/audit-deps.ts';
import { createFixedClock } from '../platform/clock/index.ts';
import { connectDatabase, type Database } from '../platform/database/index.ts';
import { filledTables, insertDays, type Year } from './simulated-days.ts';
import { SizedBlobs } from './sized-blobs.ts';
import { copyTemplateDatabase } from './template-database.ts';

export interface SimulatedDay {
  readonly day: number;
  readonly databaseBytes: number;
  /** The size of empty tables and indexes, which doesn't depend on the load. */
  readonly emptyBytes: number;
  readonly blobBytes: number;
  readonly blobs: number;
  /** The auditor's findings: rows without their files, files without rows, and data that should have been deleted. */
  readonly faults: readonly string[];
}

/** The code host manages the repositories' disk space, which a setting limits. */
const noMirrors = { listUnused: () => Promise.resolve([]), removeUnused: () => Promise.resolve([]) };

const dayMs = 86_400_000;

/** Simulates the days in order; the last day is today. */
export async function* simulateYear(year: Year): AsyncGenerator<SimulatedDay> {
  const copy = await copyTemplateDatabase();
  await injectClock(copy.url);
  const database = await connectDatabase<ServerTables>({ url: copy.url, poolSize: 2, statementTimeoutMs: 0 });
  const blobs = new SizedBlobs();
  const rules = listRetentionRules(year.settings);
  try {
    const emptyBytes = await sizeOf(database);
    await insertInstallation(database);
    const start = Date.now() - year.days * dayMs;
    for (let day = year.step; day <= year.days; day += year.step) {
      const to = new Date(start + day * dayMs);
      const from = new Date(to.getTime() - year.step * dayMs);
      await database.pool.query('UPDATE simulated.clock SET at = $1', [to]);
      for (const key of await insertDays(database.pool, { year, day, from, to })) {
        blobs.place(key, year.bundleBytes, to);
        blobs.place(`${key}.index`, year.bundleBytes / 100, to);
      }
      // One hour after the last event, because a round runs every hour.
      const clock = createFixedClock(new Date(to.getTime() + 2 * 3_600_000));
      await database.pool.query('UPDATE simulated.clock SET at = $1', [new Date(clock.now())]);
      for (const rule of rules) await rule.apply({ database, blobs, clock, mirrors: noMirrors });
      // Frees the space of deleted rows, like PostgreSQL's autovacuum.
      await database.pool.query(`VACUUM (ANALYZE) ${filledTables.join()}`);
      yield {
        day,
        databaseBytes: await sizeOf(database),
        emptyBytes,
        blobBytes: blobs.bytes,
        blobs: blobs.count,
        faults: await findFaults(database, blobs, year.settings),
      };
    }
  } finally {
    await database.close();
    await copy.close();
  }
}

/** Makes `now()` and `clock_timestamp()` return the time of a row in new connections. */
async function injectClock(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`
      CREATE SCHEMA simulated;
      CREATE TABLE simulated.clock (at timestamptz NOT NULL);
      INSERT INTO simulated.clock VALUES (now());
      CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM simulated.clock';
      CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM simulated.clock';
      ALTER DATABASE "${rows[0]?.name ?? ''}" SET search_path = public, simulated, pg_catalog`);
  } finally {
    await client.end();
  }
}

async function insertInstallation({ pool }: Database<ServerTables>): Promise<void> {
  await pool.query(`
    INSERT INTO organizations (id, name, plan, operator) VALUES ('org', 'Home', 'enterprise', true);
    INSERT INTO projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
      VALUES ('project', 'org', 'Docs', 'local:docs', 'main', '', 'cloud', 'builtin/rules-1', '{}', true);
    INSERT INTO sites (project_id, organization_id, slug) VALUES ('project', 'org', 'docs');
    INSERT INTO site_environments (id, organization_id, project_id, kind) VALUES ('env', 'org', 'project', 'production');
    INSERT INTO webhook_endpoints (id, organization_id, url, description, secret, created_by)
      VALUES ('endpoint', 'org', 'https://ci.example', '', 'sealed', 'user');`);
}

async function sizeOf({ pool }: Database<ServerTables>): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::int8 AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return rows[0]?.bytes ?? 0;
}

async function findFaults(
  database: Database<ServerTables>,
  blobs: SizedBlobs,
  { jobDays, analyticsEventDays }: UpkeepSettings,
): Promise<string[]> {
  const findings = new Findings();
  const settings = { ...defaultAuditSettings, jobDays, eventDays: analyticsEventDays };
  const deps = { database, blobs, settings } as unknown as AuditDeps;
  await checkDeployments(deps, findings);
  await checkRetention(deps, findings);
  return findings.report().violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`);
}
