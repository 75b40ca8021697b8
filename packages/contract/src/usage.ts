import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Nullable } from './ids.ts';
import { StorageUsage } from './storage.ts';

const Count = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
const Usd = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

const figures = {
  agentJobs: Count('Number of agent jobs started. Null without `agent-jobs:read`, as are their tokens and cost.'),
  inputTokens: Count('Input tokens of these jobs.'),
  outputTokens: Count('Output tokens of these jobs.'),
  agentJobsUsd: Usd('Cost of these jobs in US dollars, for models with known prices.'),
  assistantUsd: Usd("Cost of models for readers' questions, in US dollars. Null without `analytics:read`."),
  exports: Count('Number of static exports started. Null without `exports:read`.'),
  deployments: Count(
    'Number of deployments requested, except those that a newer deployment replaced before they began. Null without `deployments:read`.',
  ),
};

const { agentJobs, inputTokens, outputTokens, agentJobsUsd } = figures;
/** Figures of each caller who started jobs; readers' questions aren't included. */
const jobFigures = { agentJobs, inputTokens, outputTokens, agentJobsUsd };

export const jobStarterKinds = ['user', 'api_key', 'system'] as const;
export type JobStarterKind = (typeof jobStarterKinds)[number];

const JobStarter = Type.Object({
  kind: Type.Enum([...jobStarterKinds], {
    description: '`system` is Docwright itself, for example for the sample job of the first start.',
  }),
  id: Nullable(Type.String({ description: 'ID of the member or the API key.' })),
  name: Nullable(
    Type.String({
      description:
        'Email address of the member, or name of the key, at the start of the newest of these jobs. Also set if the member has left since. Names of keys are null without `api-keys:read`.',
    }),
  ),
  ...jobFigures,
});

export const Usage = Type.Object(
  {
    month: Type.String({ description: 'Calendar month (UTC), such as `2026-11`.' }),
    complete: Type.Boolean({
      description: 'False if more than 100,000 of one kind were started. Only the newest 100,000 are counted.',
    }),
    known: Type.Boolean({
      description: 'False if a provider omitted the figures of a job: the actual cost is higher.',
    }),
    total: Type.Object(figures),
    storage: Nullable(StorageUsage),
    projects: Type.Array(Type.Object({ projectId: Type.String(), ...figures }), {
      description: 'Projects with any usage, highest cost first; at most 1,000.',
    }),
    starters: Nullable(
      Type.Array(JobStarter, {
        description:
          'Usage of each caller who started agent jobs, highest cost first; at most 1,000. Follow-ups are counted with their job. Null without `agent-jobs:read` and `members:read`.',
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
      'Returns the activity of a calendar month (UTC) and its cost: in total, by project and by the caller who started the agent jobs, for the projects that the key may use. Deleted and expired objects are no longer counted.',
    scope: 'projects:read',
    query: Type.Object({
      month: Type.Optional(
        Type.String({
          maxLength: 7,
          pattern: '^20[0-9]{2}-(?:0[1-9]|1[0-2])$',
          description: 'A month such as `2026-11`; default: the current one.',
        }),
      ),
    }),
    success: json(200, 'The usage.', Usage),
    errors: [],
  }),
} as const;
