import type { AgentEventType } from '@docwright/contract';
import {
  usageOfRecord,
  type JournalRecord,
  type JsonValue,
  type OverlayChange,
  type OverlayEntry,
  type TurnUsage,
} from '@docwright/doc-agent';
import { sql } from 'kysely';
import { toStorableJson, type Queryable } from '../../../../platform/database/index.ts';
import { addToLedger } from '../../../project-config/budgets/index.ts';
import { contentOf, imageOf, movedFrom } from '../overlay-store.ts';
import { touched, type AgentLease } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/**
 * Claims a job's turn for one worker; the returned `attempt` is its fencing token. Returns `undefined` if there is
 * nothing to do.
 */
export async function claimAgentJob(
  db: Queryable<AgentJobTables>,
  id: string,
  turn: number,
): Promise<AgentJobRow | undefined> {
  return db
    .updateTable('agent_jobs')
    .set({ attempt: sql`attempt + 1`, ...touched })
    .where('id', '=', id)
    .where('turns', '=', turn)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
}

/** Returns the turn in which a job is active; `undefined` if the job has ended. */
export async function selectActiveTurn(db: Queryable<AgentJobTables>, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('agent_jobs')
    .select('turns')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row?.turns;
}

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
  /** The type of the record's event; `undefined` if it has no event. */
  readonly eventType: AgentEventType | undefined;
}

/**
 * Writes the record, its overlay changes, its event and its cost in one statement, because a worker waits for each
 * round trip. Returns false, with nothing written, if the lease is lost. The primary key refuses an existing (turn,
 * seq).
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
  const answer = usageOfRecord(record);
  const { rows } = await sql`
    with lease as (
      update agent_jobs
      set updated_at = clock_timestamp(), last_event_id = last_event_id + ${isEvent ? 1 : 0},
        usage = ${answer === undefined ? sql`usage` : addUsage(answer)}
      where id = ${lease.id} and attempt = ${lease.attempt} and status = 'active'
      returning id, last_event_id, organization_id, project_id
    ), spent as (${spend(answer)}
    ), record as (
      insert into agent_job_journal (job_id, turn, seq, step, kind, data)
      select id, ${turn}::int, ${seq}::int, ${step}::int, ${kind}, ${data}::json from lease
    ), undone as (
      delete from agent_job_overlay using lease where job_id = lease.id and path = any(${undone}::text[])
    ), written as (
      insert into agent_job_overlay (job_id, path, kind, content, moved_from, image)
      select lease.id, entry.* from lease, unnest(
        ${written.map(({ path }) => path)}::text[], ${written.map(({ entry }) => entry.kind)}::text[],
        ${written.map(({ entry }) => contentOf(entry))}::bytea[], ${written.map(({ entry }) => movedFrom(entry))}::text[],
        ${written.map(({ entry }) => imageOf(entry))}::text[]
      ) as entry
      on conflict (job_id, path)
      do update set kind = excluded.kind, content = excluded.content, moved_from = excluded.moved_from,
        image = excluded.image
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

/** Adds an answer's usage. The cost is rounded to a billionth of a dollar, because prices are binary fractions. */
const addUsage = ({
  inputTokens,
  cachedInputTokens,
  cacheWriteTokens,
  outputTokens,
  costUsd,
  known,
}: TurnUsage) => sql`jsonb_build_object(
          'inputTokens', coalesce((usage->>'inputTokens')::bigint, 0) + ${inputTokens}::bigint,
          'cachedInputTokens', coalesce((usage->>'cachedInputTokens')::bigint, 0) + ${cachedInputTokens}::bigint,
          'cacheWriteTokens', coalesce((usage->>'cacheWriteTokens')::bigint, 0) + ${cacheWriteTokens}::bigint,
          'outputTokens', coalesce((usage->>'outputTokens')::bigint, 0) + ${outputTokens}::bigint,
          'costUsd', round(coalesce((usage->>'costUsd')::numeric, 0) + ${costUsd}::numeric, 9),
          'known', coalesce((usage->>'known')::boolean, true) and ${known}::boolean
        )`;

/** Adds the cost to the ledger that budgets read. */
const spend = (answer: TurnUsage | undefined) =>
  addToLedger({
    from: sql`lease where ${answer !== undefined && (answer.costUsd > 0 || !answer.known)}`,
    usd: answer?.costUsd ?? 0,
    unpriced: answer?.known === false ? 1 : 0,
  });

type Written = OverlayChange & { readonly entry: OverlayEntry };

/** Keeps the last change to each path, because one statement can't write a row twice. */
function splitChanges(changes: readonly OverlayChange[]): { written: readonly Written[]; undone: readonly string[] } {
  const latest = [...new Map(changes.map((change) => [change.path, change])).values()];
  return {
    written: latest.filter((change): change is Written => change.entry !== null),
    undone: latest.filter(({ entry }) => entry === null).map(({ path }) => path),
  };
}
