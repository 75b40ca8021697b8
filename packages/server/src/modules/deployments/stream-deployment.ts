import type { Deployment } from '@docwright/contract';
import type { Queryable } from '../../platform/database/index.ts';
import type { Principal, ServerSentEvent } from '../../platform/http/index.ts';
import type { JobChanges } from '../job-changes/index.ts';
import { requireDeployment } from './change-deployment.ts';
import type { ShownDeployment } from './store.ts';
import type { DeploymentTables } from './tables.ts';

/**
 * Sends the deployment as it is, then at each change to who may still see it, and ends when it has ended. An event is the whole
 * deployment, so a client that comes back with `Last-Event-ID` needs what it has not seen: the newest state, or nothing until it
 * changes.
 */
export async function streamDeployment(
  deps: {
    readonly db: Queryable<DeploymentTables>;
    readonly changes: JobChanges;
    readonly show: (row: ShownDeployment) => Promise<Deployment>;
  },
  request: {
    readonly reauthenticate: () => Promise<Principal>;
    readonly target: { readonly id: string; readonly projectId: string };
    readonly lastEventId: string | undefined;
    readonly signal: AbortSignal;
  },
  send: (event: ServerSentEvent) => Promise<void>,
): Promise<void> {
  const { reauthenticate, target, signal } = request;
  let seen = request.lastEventId;
  while (!signal.aborted) {
    const changed = deps.changes.next(target.id, signal);
    const row = await requireDeployment(deps.db, await reauthenticate(), target);
    const id = toEventId(row);
    if (id !== seen) await send({ id, event: 'deployment', data: await deps.show(row) });
    seen = id;
    if (row.status !== 'queued' && row.status !== 'in_progress') return;
    await changed;
  }
}

/** Names a state of the deployment: its log and its durations only grow within an attempt. */
const toEventId = ({ status, attempt, commit, log, durations }: ShownDeployment): string =>
  [status, attempt, commit?.slice(0, 12) ?? 'unread', log.length, Object.keys(durations).length].join('-');
