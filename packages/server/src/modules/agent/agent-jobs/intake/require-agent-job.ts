import type { Transaction } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import { mayUseProject, type Principal } from '../../../../platform/http/index.ts';
import type { Author } from '../../../foundation/audit-log/index.ts';
import type { JobChanges } from '../../../foundation/job-changes/index.ts';
import { agentJobNotFound } from '../errors.ts';
import { selectAgentJob, selectAgentJobForUpdate } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

export interface AgentJobRequest {
  readonly principal: Pick<Principal, 'organizationId' | 'projectIds'>;
  readonly projectId: string;
  readonly id: string;
  /** The author for the audit log; `undefined` for a code host's event, which has its own record. */
  readonly author?: Author;
}

/**
 * Returns a job that the caller can access. A job that belongs to another organization, or to a project that the key
 * can't use, is treated like a missing one.
 */
export async function requireAgentJob(db: Queryable<AgentJobTables>, request: AgentJobRequest): Promise<AgentJobRow> {
  const row = mayUseProject(request.principal, request.projectId)
    ? await selectAgentJob(db, toName(request))
    : undefined;
  if (row === undefined) throw agentJobNotFound(request.id);
  return row;
}

/** Like `requireAgentJob`, but reads the job once for all concurrent watchers. @throws ApiError not_found */
export async function readWatchedJob(
  { db, changes }: { readonly db: Queryable<AgentJobTables>; readonly changes: Pick<JobChanges, 'read'> },
  request: AgentJobRequest,
): Promise<AgentJobRow> {
  const name = toName(request);
  const row = mayUseProject(request.principal, request.projectId)
    ? await changes.read(`${name.organizationId} ${name.projectId} ${name.id}`, () => selectAgentJob(db, name))
    : undefined;
  if (row === undefined) throw agentJobNotFound(request.id);
  return row;
}

/** Like `requireAgentJob`, and locks the job until the transaction ends. */
export async function lockAgentJob(tx: Transaction<AgentJobTables>, request: AgentJobRequest): Promise<AgentJobRow> {
  const row = mayUseProject(request.principal, request.projectId)
    ? await selectAgentJobForUpdate(tx, toName(request))
    : undefined;
  if (row === undefined) throw agentJobNotFound(request.id);
  return row;
}

const toName = ({ principal, projectId, id }: AgentJobRequest) => ({
  organizationId: principal.organizationId,
  projectId,
  id,
});
