import type { ExportJob } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { mayUseProject, type Principal, type ServerSentEvent } from '../../../platform/http/index.ts';
import { streamStates, type JobChanges, type Watch } from '../../foundation/job-changes/index.ts';
import { exportNotFound } from './errors.ts';
import { findExport, type ExportJobRow, type ExportTables } from './store.ts';

/** Sends the job after each change until the job ends, for as long as the caller may access it. */
export function streamExport(
  deps: {
    readonly db: Queryable<ExportTables>;
    readonly changes: JobChanges;
    readonly show: (row: ExportJobRow) => Promise<ExportJob>;
  },
  {
    reauthenticate,
    jobId,
    ...watch
  }: Watch & {
    readonly reauthenticate: () => Promise<Principal>;
    readonly jobId: string;
  },
  send: (event: ServerSentEvent) => Promise<void>,
): Promise<void> {
  const job = {
    id: jobId,
    changes: deps.changes,
    read: async () => {
      const principal = await reauthenticate();
      const { organizationId } = principal;
      const row = await deps.changes.read(`${organizationId} ${jobId}`, () =>
        findExport(deps.db, organizationId, jobId),
      );
      if (row === undefined || !mayUseProject(principal, row.project_id)) throw exportNotFound(jobId);
      return row;
    },
    nameState,
    hasEnded: ({ status }: ExportJobRow) => status === 'completed' || status === 'failed',
    show: async (row: ExportJobRow) => ({ event: 'export', data: await deps.show(row) }),
  };
  return streamStates(job, watch, send);
}

/** Times have millisecond precision, so two changes can have the same time. */
const nameState = (row: ExportJobRow): string =>
  [row.updated_at.getTime(), row.status, row.attempt, row.page_count, row.progress].join('-');
