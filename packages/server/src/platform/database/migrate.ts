import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './errors.ts';

/** One forward step of the schema. Once released its text never changes: a correction is a new step. */
export interface Migration {
  /** Four digits and a name, `0001-organizations`: the order of the ids is the order of the steps. */
  readonly id: string;
  /** Any number of statements; they run in one transaction. */
  readonly sql: string;
}

export interface MigrationReport {
  /** Ids of the steps that this call applied, in order. */
  readonly applied: readonly string[];
  /** The newest step of the database after the call. */
  readonly current: string | undefined;
}

interface AppliedStep {
  readonly id: string;
  readonly digest: string;
}

/** The advisory lock that one migrating process holds. Any number will do that nothing else in the database uses. */
const lockKey = 0x646f_6377;

/**
 * Brings the database to the newest of `migrations`, each step and its record in one transaction. Several processes may
 * call it at the same time: one works, the others wait for it and find nothing left to do.
 *
 * @throws DatabaseError `database-newer-than-code`, `migration-changed`, `migration-failed`
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  migrations: readonly Migration[],
): Promise<MigrationReport> {
  requireOrder(migrations);
  const client = await database.pool.connect();
  try {
    // Waiting for another process and building an index may both take longer than any ordinary statement.
    await client.query('SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const applied = await readApplied(client);
    requireSameHistory(applied, migrations);
    const pending = migrations.slice(applied.length);
    for (const step of pending) await applyStep(client, step);
    return { applied: pending.map((step) => step.id), current: migrations.at(-1)?.id };
  } finally {
    // The lock and the time limit are this session's, and end with it: the pool must not get the connection back.
    client.release(true);
  }
}

function requireOrder(migrations: readonly Migration[]): void {
  for (const [index, { id }] of migrations.entries()) {
    const previous = migrations[index - 1]?.id ?? '';
    if (!/^\d{4}-[a-z0-9-]+$/.test(id) || id.slice(0, 4) <= previous.slice(0, 4)) {
      throw new DatabaseError(
        'migration-failed',
        `The migration id "${id}" after "${previous}" is not a higher four-digit number and a name.`,
      );
    }
  }
}

async function readApplied(client: PoolClient): Promise<readonly AppliedStep[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (id text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<AppliedStep>('SELECT id, digest FROM schema_migrations ORDER BY id COLLATE "C"');
  return rows;
}

function requireSameHistory(applied: readonly AppliedStep[], migrations: readonly Migration[]): void {
  for (const [index, step] of applied.entries()) {
    const ours = migrations[index];
    if (ours === undefined) {
      throw new DatabaseError(
        'database-newer-than-code',
        `The database is at step ${applied.at(-1)?.id ?? ''}, this version of docwright knows steps up to ${migrations.at(-1)?.id ?? 'none'}: start the newer version.`,
      );
    }
    if (ours.id !== step.id || digestOf(ours) !== step.digest) {
      throw new DatabaseError(
        'migration-changed',
        `Step ${step.id} of the database is not ${ours.id} as this version of docwright has it: a released step must not change.`,
      );
    }
  }
}

async function applyStep(client: PoolClient, step: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(step.sql);
    await client.query('INSERT INTO schema_migrations (id, digest) VALUES ($1, $2)', [step.id, digestOf(step)]);
    await client.query('COMMIT');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseError('migration-failed', `Step ${step.id} failed and changed nothing: ${reason}`, { cause });
  }
}

function digestOf(step: Migration): string {
  return createHash('sha256').update(step.sql.replaceAll('\r\n', '\n')).digest('hex');
}
