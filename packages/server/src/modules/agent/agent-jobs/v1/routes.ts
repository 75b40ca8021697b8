import { operations } from '@docwright/contract';
import { mayUseProject, sendUiMessageStream, type OperationRoutes } from '../../../../platform/http/index.ts';
import type { JobChanges } from '../../../foundation/job-changes/index.ts';
import { createAgentJob, requireProject, type AgentJobDeps } from '../intake/create-agent-job.ts';
import { agentJobNotFound } from '../errors.ts';
import { requireAgentJob } from '../intake/require-agent-job.ts';
import { selectAgentJobs } from '../intake/store.ts';
import { branchOf } from '../publish/branch-state.ts';
import type { RefreshPullRequest } from '../publish/refresh-pull-request.ts';
import type { AgentJobRow } from '../tables.ts';
import { toAgentJob } from '../to-agent-job.ts';
import { streamProgress } from './stream-progress.ts';
import { toAgentJobV1 } from './to-agent-job-v1.ts';
import { toPrompt } from './to-prompt.ts';

export interface AgentJobV1Deps extends AgentJobDeps {
  readonly changes: JobChanges;
  readonly refreshPullRequest: RefreshPullRequest;
}

/** Default number of jobs in a list, as stated in the API reference. */
const defaultTake = 12;

/** Registers version 1 of the agent API, which uses the same functions as v2. */
export function registerAgentJobV1Routes(routes: OperationRoutes, deps: AgentJobV1Deps): void {
  const db = deps.database.kysely;
  const show = (row: AgentJobRow) => toAgentJobV1(row, toAgentJob(row, deps.repositoryUrl));
  routes.handle(operations.createAgentJobV1, async (call, reply) => {
    const { principal, params, idempotencyKey, ignoredFields, stayOpen, signal } = call;
    const { messages, branch, asDraft } = call.body;
    const body = {
      prompt: toPrompt(messages),
      ...(branch !== undefined && { branch }),
      ...(asDraft !== undefined && { asDraft }),
    };
    // Reserved before the job is created: if the progress couldn't be sent, the client would repeat the request and
    // create another job.
    const open = stayOpen();
    const request = {
      principal,
      projectId: params.projectId,
      body,
      mayLackBranch: true,
      idempotencyKey,
      ignoredFields,
    };
    const answer = await createAgentJob(deps, request).catch((error: unknown) => {
      open.close();
      throw error;
    });
    const { id } = answer.body;
    const names = { 'x-session-id': id, 'x-message-id': id, 'x-branch-name': branchOf({ id }) };
    void reply.headers({ ...answer.headers, ...names });
    if (answer.replayed) void reply.header('idempotent-replayed', 'true');
    const watched = { principal, projectId: params.projectId, id, reauthenticate: open.identify };
    return sendUiMessageStream(reply, {
      produce: (send, ended) => streamProgress({ ...deps, db, show }, { ...watched, signal: ended }, send),
      open,
      verify: (now) => {
        if (!mayUseProject(now, params.projectId)) throw agentJobNotFound(id);
      },
      signal,
    });
  });
  routes.handle(operations.getAgentJobV1, async ({ principal, params, signal }) =>
    show(await deps.refreshPullRequest(await requireAgentJob(db, { principal, ...params }), signal)),
  );
  routes.handle(operations.listAgentJobsV1, async ({ principal, params: { projectId }, query }) => {
    await requireProject(deps, principal, projectId);
    const { skip = 0, take = defaultTake } = query;
    const every = { search: undefined, status: undefined, pullRequest: undefined, after: undefined };
    const { organizationId } = principal;
    const rows = await selectAgentJobs(db, { organizationId, projectIds: [projectId], ...every, skip, limit: take });
    return { allSessions: rows.map(show) };
  });
}
