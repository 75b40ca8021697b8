import { Type, type Static } from 'typebox';
import { agentJobResults } from './agent-job.ts';
import { json, operation } from './define-operation.ts';
import { deploymentStatuses, environmentKinds } from './deployment.ts';
import { DateTime, Nullable } from './ids.ts';

/** What became of an agent job: its result where it has one. */
export const agentJobOutcomes = ['active', ...agentJobResults, 'failed', 'cancelled'] as const;
export type AgentJobOutcome = (typeof agentJobOutcomes)[number];

export const failureKinds = ['agent_job', 'export', 'deployment'] as const;
export type FailureKind = (typeof failureKinds)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Usd = (description: string) => Type.Number({ minimum: 0, description });

export const Overview = Type.Object(
  {
    since: DateTime('Beginning of the period: 30 days ago.'),
    complete: Type.Boolean({
      description: 'False where more was started in the period than is counted: the newest 10,000 of a kind are.',
    }),
    agentJobs: Nullable(
      Type.Object(
        {
          total: Count('Started in the period.'),
          outcomes: Type.Array(Type.Object({ outcome: Type.Enum([...agentJobOutcomes]), jobs: Count('Jobs.') }), {
            description: 'Those that occur, the most frequent first.',
          }),
          openPullRequests: Count('Pull requests of agent jobs that are open now, whenever they began; at most 1,000.'),
        },
        { description: 'Null without the scope `agent-jobs:read`.' },
      ),
    ),
    deployments: Nullable(
      Type.Object(
        {
          total: Count('Started in the period, without those that a newer one replaced before they began.'),
          ready: Count('That were built, whether they are live or not.'),
          failed: Count('That failed; cancelled ones are not counted.'),
          newest: Type.Array(
            Type.Object({
              deploymentId: Type.String(),
              projectId: Type.String(),
              environment: Type.Enum([...environmentKinds]),
              branch: Type.String(),
              status: Type.Enum([...deploymentStatuses]),
              errorCode: Nullable(Type.String()),
              commitMessage: Nullable(Type.String({ description: 'Its first line.' })),
              createdAt: DateTime('When it was asked for.'),
            }),
            { description: 'At most 5.' },
          ),
        },
        { description: 'Null without the scope `deployments:read`.' },
      ),
    ),
    spend: Type.Object({
      agentJobsUsd: Nullable(
        Usd('Of models, for agent jobs of the period, where their prices are known. Null without `agent-jobs:read`.'),
      ),
      known: Type.Boolean({ description: 'False when a provider left out the figures of a job.' }),
      assistantUsd: Nullable(
        Usd('Of models, for readers’ questions in this calendar month of UTC. Null without `analytics:read`.'),
      ),
      projects: Type.Array(Type.Object({ projectId: Type.String(), usd: Usd('Agent jobs and assistant.') }), {
        description: 'Projects with a cost, the largest first; at most 5.',
      }),
    }),
    failures: Type.Array(
      Type.Object({
        kind: Type.Enum([...failureKinds]),
        id: Type.String(),
        projectId: Type.String(),
        message: Type.String({ description: 'Why, for a person.' }),
        at: DateTime('When it was started.'),
      }),
      { description: 'What failed in the period, newest first; at most 5, of kinds that the key may read.' },
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
      'What went on in the last 30 days: agent jobs by outcome, deployments, spend and failures, of the projects that the key may use. What the key has no scope for is null or left out.',
    scope: 'projects:read',
    query: Type.Object({
      project: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Only this project.' })),
    }),
    success: json(200, 'The overview.', Overview),
    errors: ['not_found'],
  }),
} as const;
