import type { AgentEventType } from '@docwright/contract';
import type { JournalRecord, JsonValue, Overlay, OverlayChange, OverlayEntry } from '@docwright/doc-agent';
import { sql, type Transaction } from 'kysely';
import { toStorableJson, type Queryable } from '../../platform/database/index.ts';
import type { AgentLease } from './store.ts';
import type { AgentJobTables } from './tables.ts';

export async function selectJournal(db: Queryable<AgentJobTables>, jobId: string): Promise<JournalRecord[]> {
  const rows = await db
    .selectFrom('agent_job_journal')
    .select(['turn', 'seq', 'step', 'kind', 'data'])
    .where('job_id', '=', jobId)
    .orderBy('turn')
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, data: row.data as JsonValue }));
}

export async function hasTurnBegun(db: Queryable<AgentJobTables>, jobId: string, turn: number): Promise<boolean> {
  const row = await db
    .selectFrom('agent_job_journal')
    .select('seq')
    .where('job_id', '=', jobId)
    .where('turn', '=', turn)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface JournalEntry {
  readonly record: JournalRecord;
  readonly changes: readonly OverlayChange[];
  /** Of the event that tells of the record; undefined for a record that is worth none. */
  readonly eventType: AgentEventType | undefined;
}

/**
 * Record, overlay and event as one statement, for a worker pays each round trip at every step. False, with nothing written,
 * when the lease is lost. The primary key refuses a (turn, seq) that is there.
 */
export async function appendToJournal(
  db: Queryable<AgentJobTables>,
  lease: AgentLease,
  { record, changes, eventType }: JournalEntry,
): Promise<boolean> {
  const { turn, seq, step, kind } = record;
  const data = toStorableJson(record.data);
  const { written, undone } = splitChanges(changes);
  const isEvent = eventType !== undefined;
  const changed = changes.map(({ path }) => path);
  const { rows } = await sql`
    with lease as (
      update agent_jobs
      set updated_at = clock_timestamp(), last_event_id = last_event_id + ${isEvent ? 1 : 0}
      where id = ${lease.id} and attempt = ${lease.attempt} and status = 'active'
      returning id, last_event_id
    ), record as (
      insert into agent_job_journal (job_id, turn, seq, step, kind, data)
      select id, ${turn}::int, ${seq}::int, ${step}::int, ${kind}, ${data}::json from lease
    ), undone as (
      delete from agent_job_overlay using lease where job_id = lease.id and path = any(${undone}::text[])
    ), written as (
      insert into agent_job_overlay (job_id, path, kind, content, moved_from)
      select lease.id, entry.* from lease, unnest(
        ${written.map(({ path }) => path)}::text[], ${written.map(({ entry }) => entry.kind)}::text[],
        ${written.map(({ entry }) => contentOf(entry))}::bytea[], ${written.map(({ entry }) => movedFrom(entry))}::text[]
      ) as entry
      on conflict (job_id, path)
      do update set kind = excluded.kind, content = excluded.content, moved_from = excluded.moved_from
    ), event as (
      insert into agent_job_events (job_id, id, type, data)
      select id, last_event_id, ${eventType ?? ''}, jsonb_build_object(
        'turn', ${turn}::int, 'step', ${step}::int, 'changed', to_jsonb(${changed}::text[]), 'detail', ${data}::jsonb
      )
      from lease where ${isEvent}
    )
    select id from lease`.execute(db);
  return rows.length === 1;
}

type Written = OverlayChange & { readonly entry: OverlayEntry };

/** The last change of each path: one statement can't write a row twice. */
function splitChanges(changes: readonly OverlayChange[]): { written: readonly Written[]; undone: readonly string[] } {
  const latest = [...new Map(changes.map((change) => [change.path, change])).values()];
  return {
    written: latest.filter((change): change is Written => change.entry !== null),
    undone: latest.filter(({ entry }) => entry === null).map(({ path }) => path),
  };
}

const contentOf = (entry: OverlayEntry): Buffer | null => (entry.kind === 'write' ? Buffer.from(entry.content) : null);
const movedFrom = (entry: OverlayEntry): string | null => (entry.kind === 'write' ? (entry.movedFrom ?? null) : null);

export async function selectOverlay(db: Queryable<AgentJobTables>, jobId: string): Promise<Overlay> {
  const rows = await db
    .selectFrom('agent_job_overlay')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('path')
    .execute();
  return new Map(
    rows.map(({ path, kind, content, moved_from }): [string, OverlayEntry] => {
      if (kind === 'delete' || content === null) return [path, { kind: 'delete' }];
      return [
        path,
        { kind: 'write', content: content.toString('utf8'), ...(moved_from !== null && { movedFrom: moved_from }) },
      ];
    }),
  );
}

export async function saveOverlayChange(
  tx: Transaction<AgentJobTables>,
  jobId: string,
  change: OverlayChange,
): Promise<void> {
  const { path, entry } = change;
  if (entry === null) {
    await tx.deleteFrom('agent_job_overlay').where('job_id', '=', jobId).where('path', '=', path).execute();
    return;
  }
  const values = { kind: entry.kind, content: contentOf(entry), moved_from: movedFrom(entry) };
  await tx
    .insertInto('agent_job_overlay')
    .values({ job_id: jobId, path, ...values })
    .onConflict((conflict) => conflict.columns(['job_id', 'path']).doUpdateSet(values))
    .execute();
}
