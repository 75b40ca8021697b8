import { ApiError, hasScope, mayUseProject, type Identity } from '../../../platform/http/index.ts';
import { findJobOfRepository, notePullRequest, sendMessage, type AgentJobDeps } from '../agent-jobs/index.ts';
import type { PullRequestAgent } from '../../sources/local-code-host/index.ts';
import { toLocalAddress } from '../../sources/repositories/index.ts';

/**
 * Creates the handler of comments on the embedded code host's pages: no hook is needed, because the author
 * authenticated with a key.
 */
export function createPullRequestAgent(deps: AgentJobDeps): PullRequestAgent {
  const findJob = (organizationId: string, repository: string, number: number) =>
    findJobOfRepository(deps.database.kysely, { organizationId, repository: toLocalAddress(repository), number });
  return {
    ask: async ({ principal, repository, number, text }) => {
      const refusal = refuse(principal);
      if (refusal !== undefined) return { kind: 'refused', text: refusal };
      const job = await findJob(principal.organizationId, repository, number);
      if (job === undefined || !mayUseProject(principal, job.project_id)) {
        return { kind: 'refused', text: "This pull request wasn't opened by the agent." };
      }
      const name = { projectId: job.project_id, id: job.id };
      const request = { principal, author: principal, ...name, idempotencyKey: undefined };
      try {
        await sendMessage(deps, { ...request, body: { prompt: text } });
        return { kind: 'asked' };
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return { kind: 'refused', text: error.message };
      }
    },
    ended: async ({ principal, repository, number, state }) => {
      const job = await findJob(principal.organizationId, repository, number);
      if (job !== undefined) await notePullRequest(deps.database, job.id, { state, by: principal.actor.name });
    },
  };
}

const refuse = (identity: Identity): string | undefined =>
  hasScope(identity, 'agent-jobs:write')
    ? undefined
    : `The key "${identity.actor.name}" lacks the scope agent-jobs:write.`;
