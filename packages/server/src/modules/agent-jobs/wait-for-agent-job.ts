import type { Queryable } from '../../platform/database/index.ts';
import type { JobChanges } from '../job-changes/index.ts';
import { requireAgentJob, type AgentJobRequest } from './require-agent-job.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

/** The job once its status is no longer `active`, or as it is after `waitSeconds`. */
export async function waitForAgentJob(
  deps: { readonly db: Queryable<AgentJobTables>; readonly changes: JobChanges },
  request: AgentJobRequest & { readonly waitSeconds: number },
  signal: AbortSignal,
): Promise<AgentJobRow> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(request.waitSeconds * 1000)]);
  for (;;) {
    // Asked for before the row is read, so that no change falls between the two.
    const changed = deps.changes.next(request.id, over);
    const row = await requireAgentJob(deps.db, request);
    if (row.status !== 'active' || over.aborted) return row;
    await changed;
  }
}
