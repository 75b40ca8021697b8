import type { Queryable } from '../../../platform/database/index.ts';
import { accessCheckMs, type Principal } from '../../../platform/http/index.ts';
import type { JobChanges } from '../../job-changes/index.ts';
import { requireAgentJob, type AgentJobRequest } from './require-agent-job.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/** The job once its status is no longer `active`, or as it is after `waitSeconds`, for who may still see it then. */
export async function waitForAgentJob(
  deps: { readonly db: Queryable<AgentJobTables>; readonly changes: JobChanges },
  request: AgentJobRequest & { readonly waitSeconds: number; readonly reauthenticate: () => Promise<Principal> },
  signal: AbortSignal,
): Promise<AgentJobRow> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(request.waitSeconds * 1000)]);
  for (;;) {
    // Asked for before the row is read, so that no change falls between the two.
    const changed = deps.changes.next(request.id, AbortSignal.any([over, AbortSignal.timeout(accessCheckMs)]));
    const row = await requireAgentJob(deps.db, { ...request, principal: await request.reauthenticate() });
    if (row.status !== 'active' || over.aborted) return row;
    await changed;
  }
}
