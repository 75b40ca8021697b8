import type { AutomationRunState } from '@docwright/contract';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { daysAgo, toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { AutomationTables, ListedRun, RunRow } from './tables.ts';

type Db = Queryable<AutomationTables>;
type Tx = Transaction<AutomationTables>;

const listed = [
  'id',
  'automation_id',
  'organization_id',
  'project_id',
  'state',
  'trigger',
  'started_by',
  'events',
  'depth',
  'job_id',
  'job_turn',
  'pr_number',
  'pr_link',
  'cost_before',
  'cost_usd',
  'outcome',
  'merge_state',
  'merge_waits_for',
  'merge_attempts',
  'reminded_at',
  'created_at',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof ListedRun)[];

export async function insertRun(tx: Tx, row: Insertable<AutomationTables['automation_runs']>): Promise<RunRow> {
  return tx.insertInto('automation_runs').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns the run that is queued or running. A unique index allows at most one. */
export async function selectActiveRun(db: Db, automationId: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('automation_runs')
    .selectAll()
    .where('automation_id', '=', automationId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
}

/** Finds a run by its ID alone, for workers, whose tickets don't name the automation. */
export async function selectRunById(db: Db, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('automation_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectRun(db: Db, automationId: string, id: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('automation_runs')
    .selectAll()
    .where('automation_id', '=', automationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns an automation's runs, newest first. */
export async function selectRuns(
  db: Db,
  filter: {
    readonly automationId: string;
    readonly state: AutomationRunState | undefined;
    readonly after: ListedRun | undefined;
    readonly limit: number;
  },
): Promise<ListedRun[]> {
  const { automationId, state, after, limit } = filter;
  let query = db.selectFrom('automation_runs').select(listed).where('automation_id', '=', automationId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (after !== undefined) query = query.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`);
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Returns the newest run of each automation. */
export async function selectLastRuns(db: Db, automationIds: readonly string[]): Promise<ListedRun[]> {
  const { rows } = await sql<ListedRun>`
    select last.* from unnest(${automationIds}::text[]) as wanted (id), lateral (
      select ${sql.join(listed.map((name) => sql.ref(name)))} from automation_runs
      where automation_id = wanted.id order by created_at desc, id desc limit 1
    ) as last`.execute(db);
  return rows;
}

/** Returns the runs of an automation whose pull requests may have ended, oldest first. */
export async function selectOpenRuns(db: Db, automationId: string): Promise<ListedRun[]> {
  const open = db.selectFrom('automation_runs').select(listed).where('state', '=', 'review_needed');
  return open.where('automation_id', '=', automationId).orderBy('created_at').execute();
}

/** Returns a page of all automations' runs whose pull requests may have ended. */
export async function selectOpenRunsAfter(db: Db, after: ListedRun | undefined, limit: number): Promise<ListedRun[]> {
  let open = db.selectFrom('automation_runs').select(listed).where('state', '=', 'review_needed');
  if (after !== undefined) open = open.where(sql<boolean>`(automation_id, id) > (${after.automation_id}, ${after.id})`);
  return open.orderBy('automation_id').orderBy('id').limit(limit).execute();
}

export async function updateRun(
  db: Db,
  id: string,
  change: Updateable<AutomationTables['automation_runs']>,
): Promise<void> {
  await db.updateTable('automation_runs').set(change).where('id', '=', id).execute();
}

/** The decision about a merge. `left`: the pull request waits for a review. */
export type MergeDecision = 'merged' | 'left';

/**
 * Records the decision about a merge. Returns `undefined` if another worker has decided. The first decision is final,
 * except that a merge by another worker at the same time is recorded.
 */
export async function decideMerge(
  db: Db,
  id: string,
  { decision, outcome }: { readonly decision: MergeDecision; readonly outcome: string },
): Promise<{ readonly wasOpen: boolean; readonly run: RunRow } | undefined> {
  const before = await db
    .selectFrom('automation_runs')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const run = await db
    .updateTable('automation_runs')
    .set({
      merge_state: decision,
      merge_waits_for: null,
      outcome: toStorableText(outcome),
      ...(decision === 'merged' && { state: 'accepted' as const }),
    })
    .where('id', '=', id)
    .where('state', 'in', ['review_needed', 'accepted'])
    .where(
      sql<boolean>`coalesce(merge_state, 'waiting') = any(${decision === 'merged' ? ['waiting', 'left'] : ['waiting']})`,
    )
    .returningAll()
    .executeTakeFirst();
  return run && { wasOpen: before?.state === 'review_needed', run };
}

/** Records that a merge waits for checks. Returns false if the attempt was already recorded or the merge is decided. */
export async function recordMergeWait(
  tx: Tx,
  id: string,
  { attempt, waitsFor }: { readonly attempt: number; readonly waitsFor: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('automation_runs')
    .set({ merge_state: 'waiting', merge_waits_for: toStorableText(waitsFor), merge_attempts: attempt + 1 })
    .where('id', '=', id)
    .where('state', '=', 'review_needed')
    .where('merge_attempts', '=', attempt)
    .where(sql<boolean>`coalesce(merge_state, 'waiting') = 'waiting'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Whether a pull request of the automation is waiting to be merged. `since` limits how long a lost ticket can block
 * other runs.
 */
export async function hasWaitingMerge(db: Db, automationId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from automation_runs
    where automation_id = ${automationId} and state = 'review_needed' and merge_state = 'waiting' and ended_at > ${since}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Records that a merge was requested, in the transaction that enqueues it. */
export async function requestMerge(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('automation_runs').set({ merge_state: 'waiting' }).where('id', '=', id).execute();
}

/** Records that a pull request was merged or closed. Returns `undefined` if that is already known. */
export async function endReview(db: Db, id: string, state: 'accepted' | 'closed'): Promise<RunRow | undefined> {
  const open = db.updateTable('automation_runs').set({ state }).where('state', '=', 'review_needed');
  return open.where('id', '=', id).returningAll().executeTakeFirst();
}

/** Returns runs whose pull requests have been open since this time and that weren't reported for it. */
export async function selectUnreminded(db: Db, openSince: Date, limit: number): Promise<RunRow[]> {
  return db
    .selectFrom('automation_runs')
    .selectAll()
    .where('state', '=', 'review_needed')
    .where('reminded_at', 'is', null)
    .where('ended_at', '<', openSince)
    .orderBy('ended_at')
    .limit(limit)
    .execute();
}

/** Marks and returns the given runs that are still open and not yet marked. */
export async function takeReminders(tx: Tx, ids: readonly string[]): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  const due = tx
    .selectFrom('automation_runs')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'review_needed')
    .where('reminded_at', 'is', null)
    .forUpdate()
    .skipLocked();
  return tx
    .updateTable('automation_runs')
    .set({ reminded_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

/** Ends a run without a job, and returns it. Returns `undefined` if the run is no longer queued. */
export async function endQueuedRun(
  db: Db,
  id: string,
  end: { readonly state: 'no_changes' | 'failed'; readonly outcome: string },
): Promise<RunRow | undefined> {
  return db
    .updateTable('automation_runs')
    .set({ ...end, outcome: toStorableText(end.outcome), ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
}

/** Ends the run of this turn of a job. Returns `undefined` if the turn has no run, or its run has already ended. */
export async function endRunOfJob(
  tx: Tx,
  job: { readonly id: string; readonly turn: number },
  end: Pick<Updateable<AutomationTables['automation_runs']>, 'state' | 'outcome' | 'pr_number' | 'pr_link'> & {
    readonly totalUsd: number;
  },
): Promise<RunRow | undefined> {
  const { totalUsd, ...change } = end;
  return tx
    .updateTable('automation_runs')
    .set({
      ...change,
      cost_usd: sql<string>`greatest(0, ${totalUsd}::numeric - cost_before)`,
      ended_at: sql<Date>`clock_timestamp()`,
    })
    .where('job_id', '=', job.id)
    .where('job_turn', '=', job.turn)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/** Returns the running run of this turn of a job; `undefined` if the turn has none. */
export async function selectRunningRun(
  db: Db,
  job: { readonly id: string; readonly turn: number },
): Promise<Pick<RunRow, 'automation_id' | 'organization_id' | 'project_id'> | undefined> {
  return db
    .selectFrom('automation_runs')
    .select(['automation_id', 'organization_id', 'project_id'])
    .where('job_id', '=', job.id)
    .where('job_turn', '=', job.turn)
    .where('state', '=', 'running')
    .executeTakeFirst();
}

export interface RunCounts {
  /** Numbers of runs in the last 24 hours: failed runs, and all others. */
  readonly failed: number;
  readonly others: number;
  /** Cost in this calendar month. */
  readonly usd: number;
}

export async function countRuns(db: Db, automationId: string): Promise<RunCounts> {
  const { rows } = await sql<RunCounts>`
    select
      count(*) filter (where created_at > ${daysAgo(1)} and state = 'failed')::int as failed,
      count(*) filter (where created_at > ${daysAgo(1)} and state <> 'failed')::int as others,
      coalesce(sum(cost_usd) filter (
        where created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
      ), 0)::float8 as usd
    from automation_runs
    where automation_id = ${automationId} and created_at > ${daysAgo(32)}`.execute(db);
  return rows[0] ?? { failed: 0, others: 0, usd: 0 };
}

/** Returns the organization's runs that created these jobs. They identify merges that automations caused. */
export async function selectRunsOfJobs(
  db: Db,
  organizationId: string,
  jobIds: readonly string[],
): Promise<Pick<RunRow, 'job_id' | 'project_id' | 'depth'>[]> {
  if (jobIds.length === 0) return [];
  return db
    .selectFrom('automation_runs')
    .select(['job_id', 'project_id', 'depth'])
    .where('job_id', 'in', jobIds)
    .where('organization_id', '=', organizationId)
    .execute();
}

/** Deletes old runs, except those whose pull requests are open. */
export async function deleteOldRuns(db: Db, days: number): Promise<number> {
  const deleted = await sql`
    delete from automation_runs
    where ended_at < ${daysAgo(days)} and state in ('accepted', 'closed', 'failed', 'no_changes')`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}
