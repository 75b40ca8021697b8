import { Type } from 'typebox';
import {
  AgentJob,
  AgentJobDiffLines,
  AgentJobEventList,
  AgentJobList,
  AgentJobPullRequest,
  ArchiveAgentJobBody,
  CommentOnPullRequestBody,
  CreateAgentJobBody,
  MergeAgentJobPullRequestBody,
  PullRequestComment,
  SendMessageBody,
  agentJobStatuses,
  pullRequestStates,
  maxEventId,
  maxDiffLines,
} from './agent-job.ts';
import { agentJobId, json, operation, page, projectId } from './define-operation.ts';

const states = {
  status: Type.Optional(Type.Enum([...agentJobStatuses])),
  pullRequest: Type.Optional(
    Type.Enum([...pullRequestStates], { description: 'Only jobs whose pull request is in this state.' }),
  ),
};

const lineNumber = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

export const agentJobOperations = {
  createAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job',
    tag: 'Agent jobs',
    summary: 'Create an agent job',
    description:
      "An agent edits the project's repository in the background and opens a pull request. At most 100 accepted requests per hour for each project.",
    scope: 'agent-jobs:write',
    params: Type.Object(projectId),
    body: CreateAgentJobBody,
    ignoresUnknownFields: true,
    idempotent: true,
    success: json(201, 'The accepted job, which is active.', AgentJob),
    errors: ['not_found', 'budget_spent', 'rate_limited', 'too_many_waiting'],
  }),
  getAgentJob: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}',
    tag: 'Agent jobs',
    summary: 'Get an agent job',
    description:
      'With `wait`, the response is sent as soon as the status is no longer `active`, or after the given number of seconds.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    query: Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'Seconds.' })) }),
    success: json(200, 'The job.', AgentJob),
    errors: ['not_found', 'too_many_streams'],
  }),
  sendAgentJobMessage: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/message',
    tag: 'Agent jobs',
    summary: 'Send a follow-up',
    description:
      'The job becomes active again and continues on the same branch and pull request. Send a prompt, comments on lines of the diff, or both. At most 100 accepted follow-ups per hour for each project.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    body: SendMessageBody,
    ignoresUnknownFields: true,
    idempotent: true,
    success: json(200, 'The job, which is active again.', AgentJob),
    errors: ['not_found', 'agent_job_archived', 'agent_job_active', 'rate_limited', 'too_many_waiting'],
  }),
  listAgentJobs: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/jobs',
    tag: 'Agent jobs',
    summary: 'List agent jobs',
    description: 'Newest first.',
    scope: 'agent-jobs:read',
    params: Type.Object(projectId),
    query: Type.Object({ ...states, ...page }),
    success: json(200, 'One page of jobs.', AgentJobList),
    errors: ['not_found'],
  }),
  listAllAgentJobs: operation({
    method: 'GET',
    path: '/v2/agent/jobs',
    tag: 'Agent jobs',
    summary: 'List agent jobs of all projects',
    description: 'Newest first, for the projects that the key can use.',
    scope: 'agent-jobs:read',
    query: Type.Object({
      project: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Return only jobs of this project.' }),
      ),
      ...states,
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Words or prefixes of words. The prompt, title, summary or ID must contain all of them.',
        }),
      ),
      ...page,
    }),
    success: json(200, 'One page of jobs.', AgentJobList),
  }),
  listAgentJobEvents: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/events',
    tag: 'Agent jobs',
    summary: 'List or stream events',
    description:
      'Returns events of the job, oldest first. With `Accept: text/event-stream`, the response is a stream that ends when the turn ends. With `Last-Event-ID`, the stream resumes after that event. If the caller loses access to the job first, the last event is `access.ended` with `error`, `code` and `status` in its data.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, maximum: maxEventId, description: 'Return only events with a greater ID.' }),
      ),
    }),
    success: {
      status: 200,
      description: 'The events.',
      content: { 'application/json': AgentJobEventList, 'text/event-stream': Type.String() },
    },
    errors: ['not_found', 'too_many_streams'],
  }),
  getAgentJobDiff: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/diff',
    tag: 'Agent jobs',
    summary: 'Get the diff',
    description:
      "Returns the job's edits so far as a unified diff against the base commit. The diff is empty if the job has no edits yet.",
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    success: { status: 200, description: 'A unified diff.', content: { 'text/x-diff': Type.String() } },
    errors: ['not_found'],
  }),
  getAgentJobDiffLines: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/diff/lines',
    tag: 'Agent jobs',
    summary: 'Get lines of a changed file',
    description:
      'Returns lines of a file in the diff, as they are after the change. Use this operation to read the context that the diff omits.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    query: Type.Object({
      path: Type.String({
        minLength: 1,
        maxLength: 4_096,
        description: 'Path of the file after the change, as in the diff.',
      }),
      from: Type.Optional(lineNumber('First line. Default 1.')),
      to: Type.Optional(
        lineNumber(`Last line. A response has at most ${maxDiffLines} lines, which is also the default.`),
      ),
    }),
    success: json(200, 'The lines.', AgentJobDiffLines),
    errors: ['not_found', 'not_in_diff'],
  }),
  cancelAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/cancel',
    tag: 'Agent jobs',
    summary: 'Cancel an agent job',
    description: 'The job fails with `error.code` `cancelled`. An existing pull request is not changed.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    success: json(200, 'The failed job.', AgentJob),
    errors: ['not_found', 'agent_job_not_active'],
  }),
  archiveAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/archive',
    tag: 'Agent jobs',
    summary: 'Archive an agent job',
    description:
      'Archiving is final: an archived job accepts no follow-ups. Its pull request is unchanged unless `closePullRequest` is true. Archiving a job again has no effect.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    body: ArchiveAgentJobBody,
    bodyOptional: true,
    success: json(200, 'The archived job.', AgentJob),
    errors: ['not_found', 'agent_job_active', 'code_host_refused'],
  }),
  mergeAgentJobPullRequest: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/pull-request/merge',
    tag: 'Agent jobs',
    summary: 'Merge the pull request',
    description:
      "Merges the job's pull request on its code host if the head commit is still `headCommit`. Uses a merge commit, or another method if the repository requires it. Succeeds if the pull request is already merged at that commit. Requires `repositories:write`, as all merges do.",
    scope: 'repositories:write',
    params: Type.Object(agentJobId),
    body: MergeAgentJobPullRequestBody,
    success: json(200, 'The merged pull request.', AgentJobPullRequest),
    errors: [
      'not_found',
      'agent_job_active',
      'no_pull_request',
      'pull_request_moved',
      'pull_request_ended',
      'pull_request_conflict',
      'pull_request_blocked',
      'code_host_refused',
    ],
  }),
  closeAgentJobPullRequest: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/pull-request/close',
    tag: 'Agent jobs',
    summary: 'Close the pull request',
    description:
      "Closes the job's pull request without merging it; its branch remains. Closing it again has no effect. The job accepts no follow-ups while its pull request is closed.",
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    success: json(200, 'The closed pull request.', AgentJobPullRequest),
    errors: ['not_found', 'agent_job_active', 'no_pull_request', 'pull_request_ended', 'code_host_refused'],
  }),
  commentOnAgentJobPullRequest: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/pull-request/comments',
    tag: 'Agent jobs',
    summary: 'Comment on the pull request',
    description:
      'Writes a comment for people. The agent ignores the comment, even if it mentions the agent. To instruct the agent, send a follow-up.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    body: CommentOnPullRequestBody,
    idempotent: true,
    success: json(201, 'The comment.', PullRequestComment),
    errors: ['not_found', 'no_pull_request', 'code_host_refused'],
  }),
} as const;
