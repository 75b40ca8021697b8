import type { CodeHostEventOutcome } from '@docwright/contract';
import { sql, type Insertable, type Transaction } from 'kysely';
import { daysAgo, type Queryable } from '../../../platform/database/index.ts';
import type { CodeHostEventTables, EventRow, HookRow } from './tables.ts';

type Db = Queryable<CodeHostEventTables>;

export async function insertHook(db: Db, row: Insertable<CodeHostEventTables['code_host_hooks']>): Promise<HookRow> {
  return db.insertInto('code_host_hooks').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns a project's hooks, oldest first. */
export async function selectHooks(db: Db, projectId: string): Promise<HookRow[]> {
  return db
    .selectFrom('code_host_hooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Finds a hook by its ID alone, because the host can provide only the ID and the signature. */
export async function selectHook(db: Db, id: string): Promise<HookRow | undefined> {
  return db.selectFrom('code_host_hooks').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a batch of hooks of any organization, locked until the transaction ends. */
export async function lockHooksAfter(tx: Transaction<CodeHostEventTables>, after: string): Promise<HookRow[]> {
  return tx
    .selectFrom('code_host_hooks')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .execute();
}

/** Stores a new encryption of the same secret. */
export async function updateSeal(tx: Transaction<CodeHostEventTables>, id: string, secret: string): Promise<void> {
  await tx.updateTable('code_host_hooks').set({ secret }).where('id', '=', id).execute();
}

export async function deleteHookRow(db: Db, projectId: string, id: string): Promise<HookRow | undefined> {
  return db
    .deleteFrom('code_host_hooks')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Stores the result of creating the hook on the code host. */
export async function saveInstall(
  db: Db,
  id: string,
  install: { readonly hostHookId: string | null; readonly problem: string | null },
): Promise<HookRow> {
  return db
    .updateTable('code_host_hooks')
    .set({ host_hook_id: install.hostHookId, install_problem: install.problem })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function touchHook(db: Db, id: string): Promise<void> {
  await db
    .updateTable('code_host_hooks')
    .set({ last_event_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Inserts an event. Returns `undefined` for a repeated event. */
export async function insertHostEvent(
  db: Db,
  row: Insertable<CodeHostEventTables['code_host_events']>,
): Promise<EventRow | undefined> {
  return db
    .insertInto('code_host_events')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a hook's events that are older than `keepDays`, unless they are waiting. No host resends events that old. */
export async function deleteOldEvents(db: Db, hookId: string, keepDays: number): Promise<void> {
  await db
    .deleteFrom('code_host_events')
    .where('hook_id', '=', hookId)
    .where('received_at', '<', daysAgo(keepDays))
    .where('outcome', '!=', 'waiting')
    .execute();
}

/** Returns an event that has not been decided yet. */
export async function selectWaiting(db: Db, id: string): Promise<(EventRow & { hook: HookRow }) | undefined> {
  const event = await db
    .selectFrom('code_host_events')
    .selectAll()
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .executeTakeFirst();
  const hook = event && (await selectHook(db, event.hook_id));
  return hook && { ...event, hook };
}

/** Locks an event that has not been decided yet, until the transaction ends. */
export async function lockWaiting(
  tx: Transaction<CodeHostEventTables>,
  id: string,
): Promise<Pick<EventRow, 'agent_job_id'> | undefined> {
  return tx
    .selectFrom('code_host_events')
    .select('agent_job_id')
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
}

/** Records the job that an event started, before the event is decided. */
export async function updateJobOfEvent(
  tx: Transaction<CodeHostEventTables>,
  id: string,
  agentJobId: string,
): Promise<void> {
  await tx.updateTable('code_host_events').set({ agent_job_id: agentJobId }).where('id', '=', id).execute();
}

export interface EventEnd {
  readonly outcome: CodeHostEventOutcome;
  readonly reason: string | null;
  readonly agentJobId: string | null;
}

/** Records the outcome of an event. The event keeps the job that it started, even if it ends for another reason. */
export async function endHostEvent(db: Db, id: string, end: EventEnd): Promise<void> {
  await db
    .updateTable('code_host_events')
    .set({
      outcome: end.outcome,
      reason: end.reason,
      agent_job_id: sql`coalesce(${end.agentJobId}, agent_job_id)`,
      handled_at: end.outcome === 'waiting' ? null : sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .execute();
}

/** Returns a hook's events, newest first. */
export async function selectHostEvents(db: Db, hookId: string, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('code_host_events')
    .selectAll()
    .where('hook_id', '=', hookId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the given projects that have a hook with an event within the last day. */
export async function selectProjectsWithEvents(db: Db, projectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct project_id as id from code_host_hooks
    where project_id = any(${projectIds}) and last_event_at > ${daysAgo(1)}`.execute(db);
  return rows.map(({ id }) => id);
}
