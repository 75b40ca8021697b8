import type { AgentJob, AgentJobV1, HaultReason, JobErrorCode } from '@docwright/contract';
import type { AgentJobRow } from '../tables.ts';

/** Returns the v1 form of a job. `branch` is the agent's own branch, which the v2 form doesn't contain. */
export function toAgentJobV1({ branch }: Pick<AgentJobRow, 'branch'>, job: AgentJob): AgentJobV1 {
  const { prLink, title } = job;
  const message = toMessage(job);
  return {
    sessionId: job.id,
    subdomain: job.projectId,
    branch,
    haulted: job.status !== 'active',
    haultReason: toHaultReason(job),
    ...(prLink !== null && { pullRequestLink: prLink }),
    ...(message !== null && { messageToUser: message }),
    todos: [],
    ...(title !== null && { title }),
    createdAt: job.createdAt,
  };
}

/** Returns the last turn's summary, or why it failed and what to do. */
function toMessage({ status, summary, error }: AgentJob): string | null {
  if (status === 'active') return null;
  return error === null ? summary : `${error.message} ${error.remedy}`;
}

function toHaultReason({ status, error }: AgentJob): HaultReason {
  if (status === 'active') return 'processing';
  if (error === null) return 'completed';
  if (error.code === 'cancelled') return 'interrupted';
  return repositoryFaults.has(error.code) ? 'github_missconfigured' : 'error';
}

/** Errors that last until someone fixes the repository or the connection to it. */
const repositoryFaults: ReadonlySet<JobErrorCode> = new Set([
  'repository_not_found',
  'repository_moved',
  'repository_damaged',
  'repository_unreachable',
  'repository_empty',
  'permission_denied',
  'branch_not_found',
  'credentials_unreadable',
]);
