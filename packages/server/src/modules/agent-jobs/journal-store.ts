import type { JournalRecord, JsonValue, Overlay, OverlayChange, OverlayEntry } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
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

/** The primary key refuses a (turn, seq) that is there: another worker has taken the job over. */
export async function insertJournalRecord(
  tx: Transaction<AgentJobTables>,
  jobId: string,
  record: JournalRecord,
): Promise<void> {
  await tx
    .insertInto('agent_job_journal')
    .values({ ...record, job_id: jobId, data: toStorableJson(record.data) })
    .execute();
}

/** PostgreSQL keeps no U+0000 in text; a model may write one. */
const toStorableJson = (data: JsonValue): string =>
  JSON.stringify(data).replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd');

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
  const values = {
    kind: entry.kind,
    content: entry.kind === 'write' ? Buffer.from(entry.content) : null,
    moved_from: entry.kind === 'write' ? (entry.movedFrom ?? null) : null,
  };
  await tx
    .insertInto('agent_job_overlay')
    .values({ job_id: jobId, path, ...values })
    .onConflict((conflict) => conflict.columns(['job_id', 'path']).doUpdateSet(values))
    .execute();
}
