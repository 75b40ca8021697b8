import { Type } from 'typebox';
import {
  AgentJob,
  AgentJobEventList,
  AgentJobList,
  ArchiveAgentJobBody,
  CreateAgentJobBody,
  SendMessageBody,
  agentJobStatuses,
  pullRequestStates,
  maxEventId,
} from './agent-job.ts';
import { agentJobId, json, operation, page, projectId } from './define-operation.ts';

const states = {
  status: Type.Optional(Type.Enum([...agentJobStatuses])),
  pullRequest: Type.Optional(
    Type.Enum([...pullRequestStates], { description: 'Only jobs whose pull request is in this state.' }),
  ),
};

export const agentJobOperations = {
  createAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job',
    tag: 'Agent jobs',
    summary: 'Create an agent job',
    description:
      'An agent edits the project’s repository in the background and opens a pull request. At most 100 accepted requests in any hour for each project.',
    scope: 'agent-jobs:write',
    params: Type.Object(projectId),
    body: CreateAgentJobBody,
    idempotent: true,
    success: json(201, 'The job, accepted and active.', AgentJob),
    errors: ['not_found', 'rate_limited', 'too_many_waiting'],
  }),
  getAgentJob: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}',
    tag: 'Agent jobs',
    summary: 'Get an agent job',
    description: 'With `wait` the answer comes when the status leaves `active`, or after that many seconds.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    query: Type.Object({ wait: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'Seconds.' })) }),
    success: json(200, 'The job.', AgentJob),
    errors: ['not_found'],
  }),
  sendAgentJobMessage: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/message',
    tag: 'Agent jobs',
    summary: 'Send a follow-up',
    description:
      'The job becomes active again and continues on the same branch and pull request. At most 100 accepted follow-ups in any hour for each project.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    body: SendMessageBody,
    idempotent: true,
    success: json(200, 'The job, active again.', AgentJob),
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
    description: 'Newest first, of the projects that the key may use.',
    scope: 'agent-jobs:read',
    query: Type.Object({
      project: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only those of this project.' })),
      ...states,
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Words, or beginnings of words, that prompt, title, summary or id must hold, all of them.',
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
      'What the job did, oldest first. With `Accept: text/event-stream` the answer is a stream that ends with the turn and honours `Last-Event-ID`. Where the access to the job ends first, the last event is `access.ended`, whose data have `error`, `code` and `status`.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, maximum: maxEventId, description: 'Only events with a greater id.' }),
      ),
    }),
    success: {
      status: 200,
      description: 'The events.',
      content: { 'application/json': AgentJobEventList, 'text/event-stream': Type.String() },
    },
    errors: ['not_found'],
  }),
  getAgentJobDiff: operation({
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/diff',
    tag: 'Agent jobs',
    summary: 'Get the diff',
    description: 'The job’s edits against its base commit, so far, as a unified diff. Empty when there are none.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    success: { status: 200, description: 'A unified diff.', content: { 'text/x-diff': Type.String() } },
    errors: ['not_found'],
  }),
  cancelAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/cancel',
    tag: 'Agent jobs',
    summary: 'Cancel an agent job',
    description: 'The job fails with `error.code` `cancelled`. A pull request that is there already stays.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    success: json(200, 'The job, failed.', AgentJob),
    errors: ['not_found', 'agent_job_not_active'],
  }),
  archiveAgentJob: operation({
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/archive',
    tag: 'Agent jobs',
    summary: 'Archive an agent job',
    description:
      'Final: an archived job takes no follow-up. Its pull request stays as it is, unless `closePullRequest` is true. Archiving it again changes nothing.',
    scope: 'agent-jobs:write',
    params: Type.Object(agentJobId),
    body: ArchiveAgentJobBody,
    bodyOptional: true,
    success: json(200, 'The job, archived.', AgentJob),
    errors: ['not_found', 'agent_job_active', 'code_host_refused'],
  }),
} as const;
