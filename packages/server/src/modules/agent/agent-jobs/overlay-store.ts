import { toImageEntry, type Overlay, type OverlayChange, type OverlayEntry } from '@docwright/doc-agent';
import type { Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgentJobTables } from './tables.ts';

export const contentOf = (entry: OverlayEntry): Buffer | null =>
  entry.kind === 'write' ? Buffer.from(entry.content) : null;
export const movedFrom = (entry: OverlayEntry): string | null =>
  entry.kind === 'write' ? (entry.movedFrom ?? null) : null;
export const imageOf = (entry: OverlayEntry): string | null => (entry.kind === 'image' ? entry.digest : null);

export async function readOverlay(db: Queryable<AgentJobTables>, jobId: string): Promise<Overlay> {
  const rows = await selectEntries(db, jobId).orderBy('overlay.path').execute();
  return new Map(rows.map((row) => [row.path, toEntry(row)]));
}

/** Returns the job's change to one path; `undefined` if the job hasn't changed the path. */
export async function selectOverlayEntry(
  db: Queryable<AgentJobTables>,
  jobId: string,
  path: string,
): Promise<OverlayEntry | undefined> {
  const row = await selectEntries(db, jobId).where('overlay.path', '=', path).executeTakeFirst();
  return row && toEntry(row);
}

const selectEntries = (db: Queryable<AgentJobTables>, jobId: string) =>
  db
    .selectFrom('agent_job_overlay as overlay')
    .leftJoin('agent_job_images as images', (join) =>
      join.onRef('images.job_id', '=', 'overlay.job_id').onRef('images.digest', '=', 'overlay.image'),
    )
    .select([
      'overlay.path',
      'overlay.kind',
      'overlay.content',
      'overlay.moved_from',
      'images.digest',
      'images.media_type',
      'images.size',
    ])
    .where('overlay.job_id', '=', jobId);

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

function toEntry({ kind, content, moved_from, digest, media_type, size }: EntryRow): OverlayEntry {
  if (digest !== null && media_type !== null && size !== null)
    return toImageEntry({ digest, mediaType: media_type, sizeBytes: size });
  if (kind === 'delete' || content === null) return { kind: 'delete' };
  return { kind: 'write', content: content.toString('utf8'), ...(moved_from !== null && { movedFrom: moved_from }) };
}

/** Returns the bytes of the overlay's images, by digest. */
export async function readOverlayImages(
  db: Queryable<AgentJobTables>,
  jobId: string,
  overlay: Overlay,
): Promise<ReadonlyMap<string, Buffer>> {
  const digests = [...overlay.values()].flatMap((entry) => imageOf(entry) ?? []);
  if (digests.length === 0) return new Map();
  const rows = await db
    .selectFrom('agent_job_images')
    .select(['digest', 'content'])
    .where('job_id', '=', jobId)
    .where('digest', 'in', digests)
    .execute();
  return new Map(rows.map(({ digest, content }) => [digest, content]));
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
  const values = { kind: entry.kind, content: contentOf(entry), moved_from: movedFrom(entry), image: imageOf(entry) };
  await tx
    .insertInto('agent_job_overlay')
    .values({ job_id: jobId, path, ...values })
    .onConflict((conflict) => conflict.columns(['job_id', 'path']).doUpdateSet(values))
    .execute();
}
