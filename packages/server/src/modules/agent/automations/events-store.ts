import type { AutomationEvidence } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import { daysAgo, toStorableJson, type Queryable } from '../../../platform/database/index.ts';
import type { AutomationTables, EventRow } from './tables.ts';

type Db = Queryable<AutomationTables>;
type Tx = Transaction<AutomationTables>;

/** Inserts an event. Returns false, without writing, if the event is known or too many events are waiting. */
export async function insertEvent(
  tx: Tx,
  event: {
    readonly id: string;
    readonly automationId: string;
    readonly subject: string;
    readonly evidence: readonly AutomationEvidence[];
    readonly depth: number;
    readonly mostWaiting: number;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into automation_events (id, automation_id, subject, evidence, depth)
    select ${event.id}, ${event.automationId}, ${event.subject}, ${toStorableJson(event.evidence)}::jsonb, ${event.depth}::int
    where (
      select count(*) from (
        select from automation_events
        where automation_id = ${event.automationId} and handled_at is null limit ${event.mostWaiting}
      ) as waiting
    ) < ${event.mostWaiting}
    on conflict (automation_id, subject) do nothing
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function isKnownEvent(db: Db, automationId: string, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from automation_events where automation_id = ${automationId} and subject = ${subject}`.execute(db);
  return rows.length > 0;
}

export async function countWaiting(db: Db, automationIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select automation_id as id, count(*)::int as n from automation_events
    where automation_id = any(${automationIds}) and handled_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Returns the waiting events, oldest first, without assigning them to a run. */
export async function selectWaiting(db: Db, automationId: string): Promise<Pick<EventRow, 'id' | 'evidence'>[]> {
  return db
    .selectFrom('automation_events')
    .select(['id', 'evidence'])
    .where('automation_id', '=', automationId)
    .where('handled_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}

/** Assigns all waiting events to a new run, and returns them, oldest first. */
export async function takeWaiting(tx: Tx, automationId: string, runId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with taken as (
      update automation_events set handled_at = clock_timestamp(), run_id = ${runId}
      where automation_id = ${automationId} and handled_at is null returning *
    )
    select * from taken order by received_at, id`.execute(tx);
  return rows;
}

/** Discards the waiting events: they start no run, but their repetitions are still recognized. */
export async function discardWaiting(tx: Tx, automationId: string): Promise<void> {
  await sql`
    update automation_events set handled_at = clock_timestamp()
    where automation_id = ${automationId} and handled_at is null`.execute(tx);
}

/**
 * Returns automations that may start a run: enabled automations with waiting events, and all automations with a queued
 * run.
 */
export async function selectStartable(db: Db, limit: number): Promise<{ id: string; organizationId: string }[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`
    select id, organization_id as "organizationId" from automations
    where enabled and exists (
      select from automation_events where automation_id = automations.id and handled_at is null
    )
    union
    select automation_id, organization_id from automation_runs where state = 'queued'
    limit ${limit}`.execute(db);
  return rows;
}

export async function deleteOldEvents(db: Db, days: number): Promise<number> {
  const deleted = await sql`
    delete from automation_events where received_at < ${daysAgo(days)} and handled_at is not null`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** Makes a run's events wait again, for another run. */
export async function returnEvents(tx: Tx, runId: string): Promise<void> {
  await sql`update automation_events set handled_at = null, run_id = null where run_id = ${runId}`.execute(tx);
}
