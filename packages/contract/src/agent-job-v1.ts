/**
 * Version 1 of the agent API, for clients of the reference. Names, including the misspelled ones, are the same as in
 * its description.
 */
import { Type, type Static } from 'typebox';
import { maxPromptLength } from './agent-job.ts';
import { agentJobId, json, maxPageSize, operation, projectId } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';
import type { Deprecation } from './operation.ts';

const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/**
 * Also accepts the messages that `useChat` sends: its major versions 3 and 4 send `content`, later ones only `parts`.
 */
const MessageV1 = Type.Object({
  role: Type.Enum(['system', 'user', 'assistant'], {
    description:
      '`user` for the task, `system` for further instructions, `assistant` for earlier answers, which the agent treats as context.',
  }),
  content: Type.Optional(
    Type.String({ maxLength: maxPromptLength, description: 'The text. Required unless there are `parts`.' }),
  ),
  parts: Type.Optional(
    Type.Array(Type.Object({ type: Type.String({ maxLength: 100 }), text: optionalText(maxPromptLength) }), {
      maxItems: 1000,
      description:
        'UI message parts of the AI SDK. Only parts of type `text` are read, and only if `content` is omitted.',
    }),
  ),
  id: optionalText(128),
  metadata: Type.Optional(Type.Unknown()),
});
export type MessageV1 = Static<typeof MessageV1>;

export const CreateAgentJobV1Body = Type.Object(
  {
    messages: Type.Array(MessageV1, {
      minItems: 1,
      maxItems: 1000,
      description: `Oldest first, with at least one message of the role \`user\`. Together at most ${maxPromptLength.toLocaleString('en')} characters.`,
    }),
    branch: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "If the branch exists, the job starts from it, and the pull request targets it. Otherwise, the job starts from the project's branch. The agent always commits to its own branch, which `X-Branch-Name` names.",
      }),
    ),
    asDraft: Type.Optional(
      Type.Boolean({ description: "Open the pull request as a draft. Default: the project's setting." }),
    ),
    // `useChat` also sends these fields.
    id: optionalText(128),
    trigger: optionalText(128),
    messageId: optionalText(128),
  },
  { $id: 'CreateAgentJobV1' },
);
export type CreateAgentJobV1Body = Static<typeof CreateAgentJobV1Body>;

export const haultReasons = ['completed', 'github_missconfigured', 'error', 'processing', 'interrupted'] as const;
export type HaultReason = (typeof haultReasons)[number];

export const AgentJobV1 = Type.Object(
  {
    sessionId: Type.String({ description: 'ID of the job, as in v2.' }),
    subdomain: Type.String({ description: 'ID of the project.' }),
    branch: Nullable(Type.String({ description: "The agent's branch. Null until it has made a commit." })),
    haulted: Type.Boolean({ description: 'Whether the job has ended.' }),
    haultReason: Type.Enum([...haultReasons], {
      description:
        '`processing`: the job is active. `interrupted`: someone canceled it. `github_missconfigured`: the service could not read the repository or push to it, on any code host.',
    }),
    pullRequestLink: Type.Optional(Type.String({ format: 'uri' })),
    messageToUser: Type.Optional(Type.String({ description: 'The summary, or why the job failed and what to do.' })),
    todos: Type.Array(
      Type.Object({
        content: Type.String(),
        status: Type.Enum(['pending', 'in_progress', 'completed', 'cancelled']),
        priority: Type.Enum(['high', 'medium', 'low']),
        id: Type.String(),
      }),
      { description: 'Always empty: the agent keeps no list of tasks.' },
    ),
    title: Type.Optional(Type.String({ description: 'Title of the pull request.' })),
    createdAt: DateTime('When the job was accepted.'),
  },
  { $id: 'AgentJobV1' },
);
export type AgentJobV1 = Static<typeof AgentJobV1>;

/** The largest `skip`: the service reads and discards the skipped rows. Cursors of v2 have no such limit. */
export const maxSkippedJobs = 10_000;

const deprecated = (instead: string, successor: string): Deprecation => ({
  since: '2026-11-30',
  sunset: '2027-12-31',
  instead: `Use \`${instead}\`.`,
  successor,
});

export const agentJobV1Operations = {
  createAgentJobV1: operation({
    method: 'POST',
    path: '/v1/agent/{projectId}/job',
    tag: 'Agent jobs',
    summary: 'Create an agent job (v1)',
    description:
      "Creates the same job as v2, counts toward the same limit, and sends its progress as a UI message stream of the AI SDK, which `useChat` reads. `X-Session-Id` contains the job's ID. The job continues if the client disconnects. The field `model` is ignored, because the project's settings name the model.",
    scope: 'agent-jobs:write',
    params: Type.Object(projectId),
    body: CreateAgentJobV1Body,
    ignoresUnknownFields: true,
    idempotent: true,
    deprecated: deprecated('createAgentJob', '/v2/agent/{projectId}/job'),
    success: {
      status: 200,
      description: "The job's progress.",
      content: { 'text/event-stream': Type.String() },
    },
    errors: ['not_found', 'budget_spent', 'rate_limited', 'too_many_waiting', 'too_many_streams'],
  }),
  getAgentJobV1: operation({
    method: 'GET',
    path: '/v1/agent/{projectId}/job/{id}',
    tag: 'Agent jobs',
    summary: 'Get an agent job (v1)',
    description: 'Returns any job of the project, including those that were created through v2 or in the dashboard.',
    scope: 'agent-jobs:read',
    params: Type.Object(agentJobId),
    deprecated: deprecated('getAgentJob', '/v2/agent/{projectId}/job/{id}'),
    success: json(200, 'The job.', AgentJobV1),
    errors: ['not_found'],
  }),
  listAgentJobsV1: operation({
    method: 'GET',
    path: '/v1/agent/{projectId}/jobs',
    tag: 'Agent jobs',
    summary: 'List agent jobs (v1)',
    description: 'Newest first.',
    scope: 'agent-jobs:read',
    params: Type.Object(projectId),
    query: Type.Object({
      skip: Type.Optional(
        Type.Integer({ minimum: 0, maximum: maxSkippedJobs, default: 0, description: 'Number of jobs to skip.' }),
      ),
      take: Type.Optional(
        Type.Integer({ minimum: 1, maximum: maxPageSize, default: 12, description: 'Maximum number of jobs.' }),
      ),
    }),
    deprecated: deprecated('listAgentJobs', '/v2/agent/{projectId}/jobs'),
    success: json(200, 'The jobs.', Type.Object({ allSessions: Type.Array(AgentJobV1) }, { $id: 'AgentJobV1List' })),
    errors: ['not_found'],
  }),
} as const;
