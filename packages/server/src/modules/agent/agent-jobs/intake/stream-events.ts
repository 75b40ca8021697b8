import type { AgentJobEvent } from '@docwright/contract';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { Principal, ServerSentEvent } from '../../../../platform/http/index.ts';
import type { JobChanges } from '../../../foundation/job-changes/index.ts';
import { readWatchedJob, type AgentJobRequest } from './require-agent-job.ts';
import { toPresentLink } from '../../../sources/repositories/index.ts';
import type { AgentJobTables } from '../tables.ts';
import { selectEvents, type ReadEvent } from './store.ts';

/** Maximum number of events per read. The stream reads again; a list's length shows clients whether more exist. */
export const eventPageSize = 1_000;

/**
 * Returns the public form of an event, with the prompt, comments and images of its turn. Its link to a pull request
 * uses the code host's current address.
 * @param repository the job's repository, as clients see it
 */
export function toAgentJobEvent(
  { id, type, at, data, prompt, comments, attachments }: ReadEvent,
  job: { readonly repository: string },
  repository: string,
): AgentJobEvent {
  const link = data['prLink'];
  return {
    id,
    type,
    at: at.toISOString(),
    data: {
      ...(prompt !== null && prompt !== '' && { prompt }),
      ...(comments !== null && { comments }),
      ...(attachments !== null && { attachments }),
      ...data,
      ...(typeof link === 'string' && { prLink: toPresentLink(link, job.repository, repository) }),
    },
  };
}

/**
 * Sends the events after `after`, then new ones until the job's turn has ended. Authorization is checked again for each
 * batch.
 */
export async function streamEvents(
  deps: {
    readonly db: Queryable<AgentJobTables>;
    readonly changes: JobChanges;
    readonly repositoryUrl: (stored: string) => string;
  },
  request: AgentJobRequest & {
    readonly after: number;
    readonly reauthenticate: () => Promise<Principal>;
    readonly signal: AbortSignal;
  },
  send: (event: ServerSentEvent) => Promise<void>,
): Promise<void> {
  let after = request.after;
  while (!request.signal.aborted) {
    const changed = deps.changes.next(request.id, request.signal);
    // Reads the status first, so that the events that are read afterwards include the one that ended the turn.
    const job = await readWatchedJob(deps, { ...request, principal: await request.reauthenticate() });
    const from = after;
    const rows = await deps.changes.read(`${request.id} events ${from}`, () =>
      selectEvents(deps.db, request.id, from, eventPageSize),
    );
    for (const row of rows) {
      await send({
        id: String(row.id),
        event: row.type,
        data: toAgentJobEvent(row, job, deps.repositoryUrl(job.repository)),
      });
      after = row.id;
    }
    if (rows.length === eventPageSize) continue;
    if (job.status !== 'active') return;
    await changed;
  }
}
