import type { ExportJob } from '@docwright/contract';
import type { Queryable } from '../../platform/database/index.ts';
import type { Principal, ServerSentEvent } from '../../platform/http/index.ts';
import type { JobChanges } from '../job-changes/index.ts';
import { requireExport } from './require-export.ts';
import type { ExportJobRow, ExportTables } from './store.ts';

/**
 * Sends the job as it is, then at each change to who may still see it, and ends when it has ended. An event is the whole job, so a client that
 * comes back with `Last-Event-ID` needs what it has not seen: the newest state, or nothing until it changes.
 */
export async function streamExport(
  deps: {
    readonly db: Queryable<ExportTables>;
    readonly changes: JobChanges;
    readonly show: (row: ExportJobRow) => Promise<ExportJob>;
  },
  request: {
    readonly reauthenticate: () => Promise<Principal>;
    readonly jobId: string;
    readonly lastEventId: string | undefined;
    readonly signal: AbortSignal;
  },
  send: (event: ServerSentEvent) => Promise<void>,
): Promise<void> {
  const { reauthenticate, jobId, signal } = request;
  let seen = request.lastEventId;
  while (!signal.aborted) {
    const changed = deps.changes.next(jobId, signal);
    const row = await requireExport(deps.db, await reauthenticate(), jobId);
    const id = toEventId(row);
    if (id !== seen) await send({ id, event: 'export', data: await deps.show(row) });
    seen = id;
    if (row.status === 'completed' || row.status === 'failed') return;
    await changed;
  }
}

/** Names a state of the job; the time alone is to the millisecond, and two changes may share one. */
const toEventId = (row: ExportJobRow): string =>
  [row.updated_at.getTime(), row.status, row.attempt, row.page_count, row.progress].join('-');
