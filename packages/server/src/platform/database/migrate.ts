import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { DatabaseError } from './errors.ts';

/** One forward step of the schema. Its text never changes after a release; a correction is a new step. */
export type Migration = SchemaStep | IndexStep;

interface Step {
  /** Four digits and a name, `0001-organizations`. The steps run in the order of their IDs. */
  readonly id: string;
}

interface SchemaStep extends Step {
  /** Any number of statements; they run in one transaction. */
  readonly sql: string;
  /** Set on a first step whose schema equals that of older steps that were deleted. */
  readonly replaces?: ReplacedSteps;
}

/** Steps that a database may have instead of the first step. */
interface ReplacedSteps {
  /** ID of the last replaced step. */
  readonly last: string;
  /** SHA-256 in hex over a line `<id> <digest>` for each of the steps. */
  readonly history: string;
}

/**
 * Indexes of tables that may be large: each is built separately, while others read and write (PostgreSQL, "Building
 * Indexes Concurrently"). An interrupted build leaves an unused index, which the next run drops and builds again.
 */
interface IndexStep extends Step {
  /** Maps an index's name to the rest of its statement: `on agent_jobs (project_id)`. */
  readonly indexes: Readonly<Record<string, string>>;
  readonly unique?: boolean;
}

export interface MigrationReport {
  /** IDs of the steps that this call applied, in order. */
  readonly applied: readonly string[];
  /** The database's newest step after the call. */
  readonly current: string | undefined;
}

export interface MigrationPlan {
  /** The database's newest step; `undefined` for an empty database. */
  readonly current: string | undefined;
  /** IDs of the steps that the next start would apply, in order. */
  readonly pending: readonly string[];
}

interface AppliedStep {
  readonly id: string;
  readonly digest: string;
}

/** The migrating process's advisory lock: a number that isn't used elsewhere in the database. */
const lockKey = 0x646f_6377;
const lockPauseMs = 50;

/**
 * Migrates the database to the newest of `migrations`, each step and its record in one transaction. Several processes
 * may call this at the same time: one migrates, and the others wait and find no pending steps.
 *
 * @throws DatabaseError `database-newer-than-code`, `database-too-old`, `migration-changed`, `migration-failed`
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  migrations: readonly Migration[],
): Promise<MigrationReport> {
  requireOrder(migrations);
  const client = await database.pool.connect();
  try {
    // Waiting for another process and building an index may both take longer than an ordinary statement.
    await client.query('SET statement_timeout = 0');
    await takeLock(client);
    const applied = await recognizeReplaced(client, await readApplied(client), migrations[0]);
    requireSameHistory(applied, migrations);
    const pending = migrations.slice(applied.length);
    for (const step of pending) await applyStep(client, step);
    return { applied: pending.map((step) => step.id), current: migrations.at(-1)?.id };
  } finally {
    // The lock and the time limit belong to this session, so the connection must not be returned to the pool.
    client.release(true);
  }
}

/**
 * Returns the steps that `migrate` would apply, without changing the database.
 *
 * @throws DatabaseError as `migrate` would, except for failing steps
 */
export async function planMigration<Schema>(
  database: Database<Schema>,
  migrations: readonly Migration[],
): Promise<MigrationPlan> {
  requireOrder(migrations);
  const { rows: tables } = await database.pool.query("SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL");
  const found = tables.length === 0 ? [] : (await database.pool.query<AppliedStep>(appliedSteps)).rows;
  const { applied } = withoutReplaced(found, migrations[0]);
  requireSameHistory(applied, migrations);
  return { current: found.at(-1)?.id, pending: migrations.slice(applied.length).map(({ id }) => id) };
}

/**
 * The steps that migrate a new database to the step `id`, or `undefined` if these migrations don't contain it. The last
 * replaced step corresponds to the step that replaces it.
 */
export function findStepsUpTo(migrations: readonly Migration[], id: string): readonly Migration[] | undefined {
  const at = migrations.findIndex((step) => step.id === id || replacedBy(step)?.last === id);
  return at < 0 ? undefined : migrations.slice(0, at + 1);
}

/** Whether `id` is older than the last step that the first of these migrations replaces. */
export function isBeforeReplaced(migrations: readonly Migration[], id: string): boolean {
  const replaced = replacedBy(migrations[0]);
  return replaced !== undefined && findStepsUpTo(migrations, id) === undefined && id < replaced.last;
}

const replacedBy = (step: Migration | undefined): ReplacedSteps | undefined =>
  step !== undefined && 'sql' in step ? step.replaces : undefined;

/**
 * Polls for the lock, because a statement that waits for it has a snapshot, for which a concurrent index build would
 * wait.
 */
async function takeLock(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
    if (rows[0]?.taken === true) return;
    await delay(lockPauseMs);
  }
}

function requireOrder(migrations: readonly Migration[]): void {
  for (const [index, { id }] of migrations.entries()) {
    const previous = migrations[index - 1]?.id ?? '';
    if (!/^\d{4}-[a-z0-9-]+$/.test(id) || id.slice(0, 4) <= previous.slice(0, 4)) {
      throw new DatabaseError(
        'migration-failed',
        `The migration ID "${id}" after "${previous}" is not a higher four-digit number and a name.`,
      );
    }
  }
}

const appliedSteps = 'SELECT id, digest FROM schema_migrations ORDER BY id COLLATE "C"';

async function readApplied(client: PoolClient): Promise<readonly AppliedStep[]> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (id text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<AppliedStep>(appliedSteps);
  return rows;
}

/** Records the first step in place of the steps that it replaces, if the database has those; the schema is the same. */
async function recognizeReplaced(
  client: PoolClient,
  found: readonly AppliedStep[],
  first: Migration | undefined,
): Promise<readonly AppliedStep[]> {
  const { applied, replaced } = withoutReplaced(found, first);
  const [step] = applied;
  if (replaced === undefined || step === undefined) return applied;
  await client.query('BEGIN');
  await client.query('DELETE FROM schema_migrations WHERE id COLLATE "C" <= $1', [replaced.last]);
  await client.query('INSERT INTO schema_migrations (id, digest) VALUES ($1, $2)', [step.id, step.digest]);
  await client.query('COMMIT');
  return applied;
}

/** The applied steps, with the first step in place of the steps that it replaces. */
function withoutReplaced(
  applied: readonly AppliedStep[],
  first: Migration | undefined,
): { readonly applied: readonly AppliedStep[]; readonly replaced?: ReplacedSteps } {
  const replaced = replacedBy(first);
  if (first === undefined || replaced === undefined || applied[0] === undefined || applied[0].id === first.id)
    return { applied };
  const count = applied.findIndex(({ id }) => id === replaced.last) + 1;
  if (count === 0)
    throw new DatabaseError(
      'database-too-old',
      `The database is at step ${applied.at(-1)?.id ?? ''}, older than ${replaced.last}, from which this version of docwright upgrades: start the last version with that step once on this database, then this one (docs/operate/upgrade.mdx), or use an empty database.`,
    );
  const history = applied.slice(0, count).map(({ id, digest }) => `${id} ${digest}\n`);
  if (sha256(history.join('')) !== replaced.history)
    throw new DatabaseError(
      'migration-changed',
      `The steps of the database up to ${replaced.last} are not those that ${first.id} replaces: restore a backup into an empty database, or start with an empty one.`,
    );
  return { applied: [{ id: first.id, digest: digestOf(first) }, ...applied.slice(count)], replaced };
}

function requireSameHistory(applied: readonly AppliedStep[], migrations: readonly Migration[]): void {
  for (const [index, step] of applied.entries()) {
    const ours = migrations[index];
    if (ours === undefined) {
      throw new DatabaseError(
        'database-newer-than-code',
        `The database is at migration ${applied.at(-1)?.id ?? ''}, but this version of docwright supports migrations only up to ${migrations.at(-1)?.id ?? 'none'}. Start the newer version.`,
      );
    }
    if (ours.id !== step.id || digestOf(ours) !== step.digest) {
      throw new DatabaseError(
        'migration-changed',
        `Migration ${step.id} of the database differs from ${ours.id} in this version of docwright. A released migration must not change.`,
      );
    }
  }
}

async function applyStep(client: PoolClient, step: Migration): Promise<void> {
  try {
    if ('indexes' in step) await buildIndexes(client, step);
    await client.query('BEGIN');
    if ('sql' in step) await client.query(step.sql);
    await client.query('INSERT INTO schema_migrations (id, digest) VALUES ($1, $2)', [step.id, digestOf(step)]);
    await client.query('COMMIT');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const left = 'indexes' in step ? 'the next start continues with it' : 'changed nothing';
    throw new DatabaseError('migration-failed', `Migration ${step.id} failed and ${left}: ${reason}`, { cause });
  }
}

async function buildIndexes(client: PoolClient, { indexes, unique = false }: IndexStep): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    const { rows } = await client.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [escapeIdentifier(name)],
    );
    if (rows[0]?.valid === true) continue;
    if (rows[0] !== undefined) await client.query(`DROP INDEX CONCURRENTLY ${escapeIdentifier(name)}`);
    const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
    await client.query(`CREATE ${kind} CONCURRENTLY ${escapeIdentifier(name)} ${definition}`);
  }
}

function digestOf(step: Migration): string {
  const text = 'sql' in step ? step.sql.replaceAll('\r\n', '\n') : JSON.stringify([step.unique ?? false, step.indexes]);
  return sha256(text);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
