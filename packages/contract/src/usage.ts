import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { Nullable } from './ids.ts';
import { StorageUsage } from './storage.ts';

const Count = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
const Usd = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

const Sum = (description: string) => Type.Integer({ minimum: 0, description });

export const PullRequestFigures = Type.Object(
  {
    opened: Sum('Number of pull requests that these jobs opened.'),
    merged: Sum('Number of these pull requests that were merged.'),
    closed: Sum('Number of these pull requests that were closed without merging.'),
    mergedUnchanged: Sum("Number of merged pull requests whose files nobody changed after the job's last push."),
    mergedChanged: Sum(
      "Number of merged pull requests whose files others changed after the job's last push. For all other merged pull requests, this is unknown.",
    ),
    lines: Sum(
      'Number of lines that these jobs wrote and that were merged, if it is known how many of them were changed within 14 days.',
    ),
    linesChangedAfter: Sum(
      'Number of these lines that had been changed or deleted on the base branch 14 days after the merge.',
    ),
    shareChangedAfter: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: '`linesChangedAfter` divided by `lines`. Null if `lines` is 0.',
      }),
    ),
    costPerMergeUsd: Usd(
      'Cost of all of these jobs divided by `merged`, in US dollars. Null if nothing was merged, or if the cost of a job is unknown.',
    ),
  },
  {
    $id: 'PullRequestFigures',
    description:
      'Pull requests of agent jobs. A pull request belongs to the month in which its job was started, even if it is merged later, so the figures of past months can still change.',
  },
);
export type PullRequestFigures = Static<typeof PullRequestFigures>;

const figures = {
  agentJobs: Count('Number of agent jobs started. Null without `agent-jobs:read`, as are their tokens and cost.'),
  inputTokens: Count('Input tokens of these jobs.'),
  outputTokens: Count('Output tokens of these jobs.'),
  agentJobsUsd: Usd('Cost of these jobs in US dollars, for models with known prices.'),
  pullRequests: Nullable(PullRequestFigures),
  assistantUsd: Usd("Cost of models for readers' questions, in US dollars. Null without `analytics:read`."),
  exports: Count('Number of static exports started. Null without `exports:read`.'),
  deployments: Count(
    'Number of deployments requested, except those that a newer deployment replaced before they began. Null without `deployments:read`.',
  ),
};

const { agentJobs, inputTokens, outputTokens, agentJobsUsd, pullRequests } = figures;
/** Figures of each caller who started jobs; readers' questions aren't included. */
const jobFigures = { agentJobs, inputTokens, outputTokens, agentJobsUsd, pullRequests };

export const jobStarterKinds = ['user', 'api_key', 'system'] as const;
export type JobStarterKind = (typeof jobStarterKinds)[number];

const JobStarter = Type.Object({
  kind: Type.Enum([...jobStarterKinds], {
    description: '`system` is Docwright itself: an automation, or the sample job of the first start.',
  }),
  id: Nullable(Type.String({ description: 'ID of the member, the API key or the automation.' })),
  name: Nullable(
    Type.String({
      description:
        'Email address of the member, or name of the key or automation, at the start of the newest of these jobs. Also set if the member has left since. Names of keys are null without `api-keys:read`.',
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
