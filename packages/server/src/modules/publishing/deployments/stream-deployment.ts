import type { Deployment } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Principal, ServerSentEvent } from '../../../platform/http/index.ts';
import { streamStates, type JobChanges, type Watch } from '../../foundation/job-changes/index.ts';
import { requireVisible } from './change-deployment.ts';
import { selectDeployment, type ShownDeployment } from './store.ts';
import type { DeploymentTables } from './tables.ts';

/** Sends the deployment after each change until it has ended. Authorization is checked again each time. */
export function streamDeployment(
  deps: {
    readonly db: Queryable<DeploymentTables>;
    readonly changes: JobChanges;
    readonly show: (row: ShownDeployment) => Promise<Deployment>;
  },
  {
    reauthenticate,
    target,
    ...watch
  }: Watch & {
    readonly reauthenticate: () => Promise<Principal>;
    readonly target: { readonly id: string; readonly projectId: string };
  },
  send: (event: ServerSentEvent) => Promise<void>,
): Promise<void> {
  const job = {
    id: target.id,
    changes: deps.changes,
    read: async () => {
      const principal = await reauthenticate();
      const { organizationId } = principal;
      // Shared within the organization. The project is checked for each caller.
      const row = await deps.changes.read(`${organizationId} ${target.id}`, () =>
        selectDeployment(deps.db, organizationId, target.id),
      );
      return requireVisible(principal, row, target);
    },
    nameState,
    hasEnded: ({ status }: ShownDeployment) => status !== 'queued' && status !== 'in_progress',
    show: async (row: ShownDeployment) => ({ event: 'deployment', data: await deps.show(row) }),
  };
  return streamStates(job, watch, send);
}

/** The log and the durations only grow within an attempt. */
const nameState = ({ status, attempt, commit, log, durations }: ShownDeployment): string =>
  [status, attempt, commit?.slice(0, 12) ?? 'unread', log.length, Object.keys(durations).length].join('-');
