import { Type, type Static } from 'typebox';
import { contextRepositories } from './context-repository.ts';
import { DateTime, Nullable } from './ids.ts';

/** When agent pull requests are drafts. */
export const draftPolicies = ['as_asked', 'on_new_warnings', 'always'] as const;
export type DraftPolicy = (typeof draftPolicies)[number];

const globs = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 100, uniqueItems: true, description });

/** Every limit with the range that a project may choose. The defaults are the engine's. */
const limits = {
  maxSteps: Type.Integer({ minimum: 1, maximum: 500, description: 'Model responses per turn.' }),
  maxFiles: Type.Integer({ minimum: 1, maximum: 1000, description: 'Changed files per job.' }),
  maxMechanicalFiles: Type.Integer({
    minimum: 0,
    maximum: 5000,
    description:
      'Number of files, in addition to `maxFiles`, that a job may change with a rule that applies to many files.',
  }),
  maxPatchBytes: Type.Integer({ minimum: 1000, maximum: 20_000_000, description: "Size of a job's diff, in bytes." }),
  maxFileBytes: Type.Integer({ minimum: 1000, maximum: 10_000_000, description: 'Size of a changed file, in bytes.' }),
  maxDurationMs: Type.Integer({
    minimum: 1000,
    maximum: 7_200_000,
    description: 'Active time of a turn, in milliseconds.',
  }),
  maxTokens: Type.Integer({
    minimum: 1000,
    maximum: 100_000_000,
    description: 'Input and output tokens per turn.',
  }),
  maxCostUsd: Type.Number({
    minimum: 0.001,
    maximum: 1000,
    description: "Cost of a turn in US dollars. Applies only if the model's prices are known.",
  }),
  maxRepairRounds: Type.Integer({
    minimum: 0,
    maximum: 20,
    description: 'Maximum number of attempts to fix findings of the docs gate.',
  }),
} as const;
export type AgentLimitName = keyof typeof limits;

const AgentLimits = Type.Object(limits);
const AgentLimitChanges = Type.Object(
  Object.fromEntries(Object.entries(limits).map(([name, schema]) => [name, Type.Optional(Nullable(schema))])) as {
    [Name in AgentLimitName]: ReturnType<typeof Type.Optional<ReturnType<typeof Nullable<(typeof limits)[Name]>>>>;
  },
  { description: '`null` resets a limit to its default.' },
);

const fields = {
  instructions: Type.String({
    maxLength: 20_000,
    description: "Instructions for the agent on style and terminology. They can't extend what the tools allow.",
  }),
  guidePaths: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    maxItems: 20,
    uniqueItems: true,
    description:
      "Style guides: paths of .md, .mdx and .txt files from the repository's root. They are read from the base commit and passed to the agent in addition to AGENTS.md.",
  }),
  labels: Type.Array(Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\x00-\\x1f,]+$' }), {
    maxItems: 20,
    uniqueItems: true,
    description: 'Labels of agent pull requests.',
  }),
  reviewers: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$' }), {
    maxItems: 15,
    uniqueItems: true,
    description: 'User names on the code host that are requested as reviewers of agent pull requests.',
  }),
  drafts: Type.Enum([...draftPolicies], {
    description:
      'When pull requests are drafts. `as_asked`: as the project and the job specify. `on_new_warnings`: also if the docs gate found new warnings. `always`: in every case.',
  }),
  allowScripts: Type.Boolean({
    description: "Whether the agent may change .js, .jsx and .tsx files, which run in readers' browsers.",
  }),
  reviewsChanges: Type.Boolean({
    description:
      'Whether the model reviews its own changes once before they are published. If the model has doubts, the pull request is a draft. The review costs one more model response. The rules engine has no review.',
  }),
  codeAnchors: Type.Boolean({
    description:
      'Whether changed pages contain invisible comments that name the code supporting their claims. When that code changes, the page is reported as stale.',
  }),
  denyPaths: globs(
    'Files that the agent must not change, in addition to those that are always protected: globs relative to the docs folder.',
  ),
  contextRepositories: contextRepositories(
    'Repositories with source code that every agent job of the project can read. If empty, the agent has no code tools.',
  ),
  fetchHosts: Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$' }), {
    maxItems: 50,
    uniqueItems: true,
    description: "Lowercase host names from which `fetch_url` may read. If empty, the agent doesn't have that tool.",
  }),
} as const;
const allowPaths = globs(
  'The only files that the agent may change: globs relative to the docs folder. Files other than documentation need a glob that ends in their extension.',
);

export const AgentSettings = Type.Object(
  {
    ...fields,
    allowPaths,
    limits: AgentLimits,
    updatedAt: Nullable(DateTime('When the settings were last changed; null while they are the defaults.')),
  },
  { $id: 'AgentSettings' },
);
export type AgentSettings = Static<typeof AgentSettings>;

export const UpdateAgentSettingsBody = Type.Object(
  {
    ...(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
      [Name in keyof typeof fields]: ReturnType<typeof Type.Optional<(typeof fields)[Name]>>;
    }),
    allowPaths: Type.Optional(Nullable(allowPaths)),
    limits: Type.Optional(AgentLimitChanges),
  },
  { $id: 'UpdateAgentSettings' },
);
export type UpdateAgentSettingsBody = Static<typeof UpdateAgentSettingsBody>;
