/** The engine's SQL in addition to pg-boss's: which worker has which attempt, and how earlier attempts ended. */
import type { Pool } from 'pg';
import type { Db } from 'pg-boss';
import { bossSchema, queuePolicy } from './create-boss.ts';
import type { QueueStats } from './job-engine.ts';

/** Runs statements: the pool or one of its clients. */
export type Queries = Pick<Pool, 'query'>;

export interface ClaimedAttempt {
  readonly id: string;
  readonly attempt: number;
}

export interface AttemptHistory {
  readonly jobId: string;
  /** Number of attempts whose handler threw. */
  readonly failures: number;
  /** Number of attempts that were released because the process stopped or the database was unreachable. */
  readonly released: number;
  readonly error: string;
}

/** First half of the advisory lock that shows that a worker's session is alive; the second half is the worker's key. */
const sessionLockSpace = 0x646f_636a;
const setupLock = 0x646f_636b;

export const wakeChannel = 'docwright_jobs';

export async function createTables(pool: Pool): Promise<void> {
  // All statements run in one implicit transaction. Without the lock, two processes that start at the same time would
  // conflict.
  await pool.query(`
    SELECT pg_advisory_xact_lock(${setupLock});
    CREATE SCHEMA IF NOT EXISTS docwright_jobs;
    CREATE TABLE IF NOT EXISTS docwright_jobs.attempts (
      job_id uuid PRIMARY KEY,
      queue text NOT NULL,
      worker int NOT NULL,
      failures int NOT NULL DEFAULT 0,
      released int NOT NULL DEFAULT 0,
      error text NOT NULL DEFAULT ''
    );
    CREATE TABLE IF NOT EXISTS docwright_jobs.affinities (
      affinity text PRIMARY KEY,
      worker int NOT NULL,
      held_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS affinities_held_at ON docwright_jobs.affinities (held_at);
    DELETE FROM docwright_jobs.attempts a WHERE NOT EXISTS (
      SELECT FROM ${bossSchema}.job j WHERE j.name = a.queue AND j.id = a.job_id AND j.state <= 'active'
    );`);
}

/** Runs on the worker's own connection after each (re)connect. The lock ends with the connection. */
export function holdSessionSql(worker: number): string {
  // The lock is shared, so that a new connection doesn't wait for an earlier one that still exists on the server.
  return `SELECT pg_advisory_lock_shared(${sessionLockSpace}, ${worker})`;
}

export async function recordClaim(
  db: Queries,
  claim: { queue: string; worker: number; jobIds: readonly string[] },
): Promise<readonly AttemptHistory[]> {
  const { rows } = await db.query<AttemptHistory>(
    `INSERT INTO docwright_jobs.attempts (job_id, queue, worker) SELECT unnest($1::uuid[]), $2, $3
     ON CONFLICT (job_id) DO UPDATE SET worker = excluded.worker
     RETURNING job_id AS "jobId", failures, released, error`,
    [claim.jobIds, claim.queue, claim.worker],
  );
  return rows;
}

export async function countFailure(db: Queries, jobId: string, error: string): Promise<void> {
  await db.query('UPDATE docwright_jobs.attempts SET failures = failures + 1, error = $2 WHERE job_id = $1', [
    jobId,
    error,
  ]);
}

export async function countRelease(db: Queries, jobId: string): Promise<void> {
  await db.query('UPDATE docwright_jobs.attempts SET released = released + 1 WHERE job_id = $1', [jobId]);
}

export async function forgetAttempts(db: Queries, jobId: string): Promise<void> {
  await db.query('DELETE FROM docwright_jobs.attempts WHERE job_id = $1', [jobId]);
}

/** Makes the running attempt the last attempt that pg-boss allows. */
export async function forbidRetry(db: Queries, queue: string, claimed: ClaimedAttempt): Promise<void> {
  await db.query(
    `UPDATE ${bossSchema}.job SET retry_limit = retry_count WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`,
    [queue, claimed.id, claimed.attempt - 1],
  );
}

export async function delayRetry(db: Queries, queue: string, jobId: string, delayMs: number): Promise<void> {
  await db.query(
    `UPDATE ${bossSchema}.job SET start_after = now() + $3 * interval '1 ms' WHERE name = $1 AND id = $2 AND state = 'retry'`,
    [queue, jobId, delayMs],
  );
}

/**
 * Renews the leases that this worker still has. Returns these jobs and the canceled jobs; lost jobs aren't in the
 * result.
 */
export async function renewLeases(
  db: Queries,
  queue: string,
  claimed: readonly ClaimedAttempt[],
): Promise<ReadonlyMap<string, 'held' | 'cancelled'>> {
  const { rows } = await db.query<{ id: string; state: 'held' | 'cancelled' }>(
    `WITH mine AS (SELECT * FROM unnest($2::uuid[], $3::int[]) AS m (id, retry_count)),
     held AS (
       UPDATE ${bossSchema}.job j SET heartbeat_on = now() FROM mine
       WHERE j.name = $1 AND j.id = mine.id AND j.retry_count = mine.retry_count AND j.state = 'active'
       RETURNING j.id
     )
     SELECT id, 'held' AS state FROM held
     UNION ALL
     SELECT j.id, 'cancelled' FROM ${bossSchema}.job j JOIN mine USING (id) WHERE j.name = $1 AND j.state = 'cancelled'`,
    [queue, claimed.map((job) => job.id), claimed.map((job) => job.attempt - 1)],
  );
  return new Map(rows.map((row) => [row.id, row.state]));
}

/** @param worker name of the column with the worker's key */
const sessionStands = (worker: string): string => `EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ${sessionLockSpace} AND l.objid = ${worker}::bigint::oid
)`;

/** Number of hours after which an affinity's claim is deleted unless it was renewed. */
const affinityHours = 24;

/** Claims an affinity until another process claims it. Claims that weren't renewed for a day are deleted. */
export async function holdAffinity(db: Queries, affinity: string, worker: number): Promise<void> {
  await db.query(
    `WITH gone AS (
       DELETE FROM docwright_jobs.affinities
       WHERE held_at < now() - make_interval(hours => ${affinityHours}) AND affinity <> $1
     )
     INSERT INTO docwright_jobs.affinities (affinity, worker) VALUES ($1, $2)
     ON CONFLICT (affinity) DO UPDATE SET worker = excluded.worker, held_at = now()`,
    [affinity, worker],
  );
}

/** The live worker that holds the affinity, or `undefined`. */
export async function findHolder(db: Db, affinity: string): Promise<number | undefined> {
  const { rows } = await db.executeSql(
    `SELECT a.worker FROM docwright_jobs.affinities a WHERE a.affinity = $1 AND ${sessionStands('a.worker')}`,
    [affinity],
  );
  return (rows[0] as { readonly worker: number } | undefined)?.worker;
}

/** Running jobs whose worker has neither a database session nor a recent heartbeat. */
export async function findAbandoned(
  db: Queries,
  graceMs: number,
  databaseStartGraceMs: number,
): Promise<readonly (ClaimedAttempt & { queue: string })[]> {
  const { rows } = await db.query<ClaimedAttempt & { queue: string }>(
    `SELECT j.id, j.name AS queue, j.retry_count + 1 AS attempt
     FROM ${bossSchema}.job j JOIN docwright_jobs.attempts a ON a.job_id = j.id AND j.name = a.queue
     WHERE j.state = 'active' AND j.heartbeat_on < now() - $1 * interval '1 ms'
       AND pg_postmaster_start_time() < now() - $2 * interval '1 ms'
       AND NOT ${sessionStands('a.worker')}`,
    [graceMs, databaseStartGraceMs],
  );
  return rows;
}

/**
 * The priority of the group's new job, by start-time fair queueing: the job waits one round longer than the last
 * waiting job in its group. A group without waiting jobs joins the current round. The job with the highest priority is
 * claimed first; if priorities are equal, the older job. This function only reads, so two jobs that are enqueued at the
 * same time may be assigned the same turn.
 */
export async function nextTurn(db: Db, queue: string, groupId: string): Promise<NextTurn> {
  const { rows } = await db.executeSql(
    `SELECT least(
       coalesce((
         SELECT priority FROM ${bossSchema}.job
         WHERE name = $1 AND state < 'active' AND NOT blocked AND start_after <= now() ORDER BY priority DESC LIMIT 1
       ), 0),
       own.lowest - 1
     ) AS turn, own.waiting
     FROM (
       SELECT min(priority) AS lowest, count(*)::int AS waiting FROM ${bossSchema}.job
       WHERE name = $1 AND group_id = $2 AND state < 'active' AND NOT blocked
     ) AS own`,
    [queue, groupId],
  );
  return rows[0] as NextTurn;
}

export interface NextTurn {
  readonly turn: number;
  /** The number of the group's waiting jobs, without the new job. */
  readonly waiting: number;
}

/**
 * Holds the lock until the end of the transaction, so that the next transaction that joins the group counts this job.
 */
export async function lockGroup(db: Db, queue: string, groupId: string): Promise<void> {
  await db.executeSql('SELECT pg_advisory_xact_lock(hashtextextended($1, 7))', [`${queue}/${groupId}`]);
}

/** The waiting or running job with this key, found with the index that makes keys unique. */
export async function findByKey(db: Db, queue: string, singletonKey: string): Promise<string | undefined> {
  const { rows } = await db.executeSql(
    `SELECT id FROM ${bossSchema}.job
     WHERE name = $1 AND coalesce(singleton_key, '') = $2 AND state <= 'active' AND policy = '${queuePolicy}'`,
    [queue, singletonKey],
  );
  return (rows[0] as { readonly id: string } | undefined)?.id;
}

/**
 * Notifies workers: `ready:<queue>` for all workers, `ready:<queue>:<worker>` for one worker first, or `cancelled:<job
 * id>`.
 */
export function noticeSql(payload: string): [text: string, values: unknown[]] {
  return ['SELECT pg_notify($1, $2)', [wakeChannel, payload]];
}

/** The queues with a due job. Groups and shares may still prevent a worker from claiming it. */
export async function findDueQueues(db: Queries, queues: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT q.name FROM unnest($1::text[]) AS q(name) WHERE EXISTS (
       SELECT FROM ${bossSchema}.job_common j
       WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= ${bossSchema}.job_now()
     )`,
    [queues],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Counting stops here, because an exact larger number isn't needed. */
const countedAtMost = 100_000;

/**
 * Counts jobs that haven't ended, using the index for claims and the attempts. Ended jobs stay for a day and are the
 * large majority, so a worker's last count, a few seconds ago, provides the number of failed jobs.
 */
export async function countJobs(db: Queries): Promise<readonly QueueStats[]> {
  const { rows } = await db.query<QueueStats>(
    `SELECT q.name AS queue, coalesce(w.waiting, 0) AS waiting, coalesce(w.delayed, 0) AS delayed,
       r.running, coalesce(q.failed_count, 0) AS failed
     FROM ${bossSchema}.queue q
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE start_after <= now()) AS waiting, count(*) FILTER (WHERE start_after > now()) AS delayed
       FROM (
         SELECT start_after FROM ${bossSchema}.job j
         WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked LIMIT ${countedAtMost}
       ) AS first
     ) AS w
     CROSS JOIN LATERAL (
       SELECT count(*) AS running FROM docwright_jobs.attempts a CROSS JOIN LATERAL (
         -- Looked up one by one: a merge of both tables would go through every job that ended.
         SELECT FROM ${bossSchema}.job j WHERE j.name = a.queue AND j.id = a.job_id AND j.state = 'active' LIMIT 1
       ) AS claimed
       WHERE a.queue = q.name
     ) AS r
     WHERE q.name NOT LIKE '\\_\\_pgboss\\_\\_%'
     ORDER BY q.name`,
  );
  return rows;
}
