import type { Overlay, OverlayChange, OverlayEntry } from '@docwright/doc-agent';
import type { Selectable, Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgentJobTables } from './tables.ts';

export const contentOf = (entry: OverlayEntry): Buffer | null =>
  entry.kind === 'write' ? Buffer.from(entry.content) : null;
export const movedFrom = (entry: OverlayEntry): string | null =>
  entry.kind === 'write' ? (entry.movedFrom ?? null) : null;

export async function readOverlay(db: Queryable<AgentJobTables>, jobId: string): Promise<Overlay> {
  const rows = await db
    .selectFrom('agent_job_overlay')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('path')
    .execute();
  return new Map(rows.map((row) => [row.path, toEntry(row)]));
}

/** The job's change to one path; `undefined` if the job hasn't changed the path. */
export async function selectOverlayEntry(
  db: Queryable<AgentJobTables>,
  jobId: string,
  path: string,
): Promise<OverlayEntry | undefined> {
  const row = await db
    .selectFrom('agent_job_overlay')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row && toEntry(row);
}

function toEntry(
  row: Pick<Selectable<AgentJobTables['agent_job_overlay']>, 'kind' | 'content' | 'moved_from'>,
): OverlayEntry {
  const { kind, content, moved_from: movedFrom } = row;
  if (kind === 'delete' || content === null) return { kind: 'delete' };
  return { kind: 'write', content: content.toString('utf8'), ...(movedFrom !== null && { movedFrom }) };
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
