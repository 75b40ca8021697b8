import { Type, type Static } from 'typebox';
import { agentJobResults } from './agent-job.ts';
import { json, operation } from './define-operation.ts';
import { deploymentStatuses, environmentKinds } from './deployment.ts';
import { DateTime, Nullable } from './ids.ts';

/** The outcome of an agent job: its result, or its status if it has no result. */
export const agentJobOutcomes = ['active', ...agentJobResults, 'failed', 'cancelled'] as const;
export type AgentJobOutcome = (typeof agentJobOutcomes)[number];

export const failureKinds = ['agent_job', 'export', 'deployment'] as const;
export type FailureKind = (typeof failureKinds)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Usd = (description: string) => Type.Number({ minimum: 0, description });

export const Overview = Type.Object(
  {
    since: DateTime('Start of the period: 30 days ago.'),
    complete: Type.Boolean({
      description: 'False if only the newest 10,000 of one kind are counted, because more were started.',
    }),
    agentJobs: Nullable(
      Type.Object(
        {
          total: Count('Started in the period.'),
          outcomes: Type.Array(Type.Object({ outcome: Type.Enum([...agentJobOutcomes]), jobs: Count('Jobs.') }), {
            description: 'Outcomes that occurred, most frequent first.',
          }),
          openPullRequests: Count(
            'Open pull requests of agent jobs, regardless of when they were opened; at most 1,000.',
          ),
        },
        { description: 'Null without the scope `agent-jobs:read`.' },
      ),
    ),
    deployments: Nullable(
      Type.Object(
        {
          total: Count(
            'Deployments started in the period, except those that a newer deployment replaced before they began.',
          ),
          ready: Count('Successful deployments, live or not.'),
          failed: Count('Failed deployments, except canceled ones.'),
          newest: Type.Array(
            Type.Object({
              deploymentId: Type.String(),
              projectId: Type.String(),
              environment: Type.Enum([...environmentKinds]),
              branch: Type.String(),
              status: Type.Enum([...deploymentStatuses]),
              errorCode: Nullable(Type.String()),
              commitMessage: Nullable(Type.String({ description: 'First line of the message.' })),
              createdAt: DateTime('When the deployment was requested.'),
            }),
            { description: 'At most 5.' },
          ),
        },
        { description: 'Null without the scope `deployments:read`.' },
      ),
    ),
    spend: Type.Object({
      agentJobsUsd: Nullable(
        Usd('Cost of agent jobs in the period, for models with known prices. Null without `agent-jobs:read`.'),
      ),
      known: Type.Boolean({ description: 'False if a provider omitted the figures of a job.' }),
      assistantUsd: Nullable(
        Usd(
          "Cost of models for readers' questions in the current calendar month (UTC). Null without `analytics:read`.",
        ),
      ),
      projects: Type.Array(Type.Object({ projectId: Type.String(), usd: Usd('Agent jobs and assistant.') }), {
        description: 'Projects with costs, highest first; at most 5.',
      }),
    }),
    failures: Type.Array(
      Type.Object({
        kind: Type.Enum([...failureKinds]),
        id: Type.String(),
        projectId: Type.String(),
        message: Type.String({ description: 'The reason, for people.' }),
        at: DateTime('When the failed object was started.'),
      }),
      { description: 'Failures that occurred in the period and that the caller may read, newest first; at most 5.' },
    ),
  },
  { $id: 'Overview' },
);
export type Overview = Static<typeof Overview>;

export const overviewOperations = {
  getOverview: operation({
    method: 'GET',
    path: '/v1/overview',
    tag: 'Organization',
    summary: 'Get an overview',
    description:
      "Returns the activity of the last 30 days in the caller's projects: agent jobs by outcome, deployments, cost and failures. Fields that the caller's scopes don't cover are null or omitted.",
    scope: 'projects:read',
    query: Type.Object({
      project: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this project.' })),
    }),
    success: json(200, 'The overview.', Overview),
    errors: ['not_found'],
  }),
} as const;
