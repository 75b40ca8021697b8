import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Nullable } from './ids.ts';
import { StorageUsage } from './storage.ts';

const Count = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
const Usd = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

const figures = {
  agentJobs: Count('Agent jobs that were started. Null without `agent-jobs:read`, as is what they used.'),
  inputTokens: Count('Tokens that models read for them.'),
  outputTokens: Count('Tokens that models wrote for them.'),
  agentJobsUsd: Usd('Cost of their models in US dollars, where the prices are known.'),
  assistantUsd: Usd('Cost of models for readers’ questions, in US dollars. Null without `analytics:read`.'),
  exports: Count('Static exports that were started. Null without `exports:read`.'),
  deployments: Count(
    'Deployments that were asked for, without those that a newer one replaced before they began. Null without `deployments:read`.',
  ),
};

const { agentJobs, inputTokens, outputTokens, agentJobsUsd } = figures;
/** Of jobs: what readers ask is nobody's. */
const jobFigures = { agentJobs, inputTokens, outputTokens, agentJobsUsd };

export const jobStarterKinds = ['user', 'api_key', 'system', 'unknown'] as const;
export type JobStarterKind = (typeof jobStarterKinds)[number];

const JobStarter = Type.Object({
  kind: Type.Enum([...jobStarterKinds], {
    description:
      '`system` is Docwright itself, such as the example of a first start; `unknown` are jobs from before starters were kept.',
  }),
  id: Nullable(Type.String({ description: 'Of the member or the API key.' })),
  name: Nullable(
    Type.String({
      description:
        'E-mail address of the member or name of the key, as it was when the newest of the jobs was started: who has left is still named. Names of keys are null without `api-keys:read`.',
    }),
  ),
  ...jobFigures,
});

export const Usage = Type.Object(
  {
    month: Type.String({ description: 'Calendar month of UTC, such as `2026-11`.' }),
    complete: Type.Boolean({
      description: 'False where more was started in the month than is counted: the newest 100,000 of a kind are.',
    }),
    known: Type.Boolean({
      description: 'False when a provider left out the figures of a job: it cost more than that.',
    }),
    total: Type.Object(figures),
    storage: Nullable(StorageUsage),
    projects: Type.Array(Type.Object({ projectId: Type.String(), ...figures }), {
      description: 'Projects with any use, the highest cost first; at most 1,000.',
    }),
    starters: Nullable(
      Type.Array(JobStarter, {
        description:
          'Who started the agent jobs, the highest cost first; at most 1,000. A follow-up is counted with its job. Null without `agent-jobs:read` and `members:read`.',
      }),
    ),
  },
  { $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;

export const usageOperations = {
  getUsage: operation({
    method: 'GET',
    path: '/v1/usage',
    tag: 'Organization',
    summary: 'Get the usage of a month',
    description:
      'What was started in a calendar month of UTC and what it cost, in all, by project and by who started the agent jobs, of the projects that the key may use. What is deleted, by hand or because its time is over, is not counted any more.',
    scope: 'projects:read',
    query: Type.Object({
      month: Type.Optional(
        Type.String({
          maxLength: 7,
          pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])$',
          description: 'Such as `2026-11`; default: the current one.',
        }),
      ),
    }),
    success: json(200, 'The usage.', Usage),
    errors: [],
  }),
} as const;
