import type { Queryable } from '../../../../platform/database/index.ts';
import { mayUseProject, type OpenStream, type Principal } from '../../../../platform/http/index.ts';
import type { JobChanges } from '../../../foundation/job-changes/index.ts';
import { agentJobNotFound } from '../errors.ts';
import { readWatchedJob, type AgentJobRequest } from './require-agent-job.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/**
 * Returns the job when its status is no longer `active`, or its current state after `waitSeconds`.
 * @throws ApiError if the caller loses access
 */
export async function waitForAgentJob(
  deps: { readonly db: Queryable<AgentJobTables>; readonly changes: JobChanges },
  request: AgentJobRequest & {
    readonly waitSeconds: number;
    readonly stayOpen: () => OpenStream;
  },
  signal: AbortSignal,
): Promise<AgentJobRow> {
  const stream = request.stayOpen();
  const answered = new AbortController();
  const timeout = AbortSignal.timeout(request.waitSeconds * 1000);
  const over = AbortSignal.any([signal, timeout, answered.signal]);
  const verify = (now: Principal): void => {
    if (!mayUseProject(now, request.projectId)) throw agentJobNotFound(request.id);
  };
  const accessEnds = stream.watch(verify, over);
  accessEnds.catch(() => undefined);
  try {
    for (;;) {
      // Subscribes before the row is read, so that no change is missed.
      const changed = deps.changes.next(request.id, over);
      const row = await readWatchedJob(deps, { ...request, principal: await stream.identify() });
      if (row.status !== 'active' || over.aborted) return row;
      await Promise.race([changed, accessEnds]);
    }
  } finally {
    answered.abort();
    stream.close();
  }
}
