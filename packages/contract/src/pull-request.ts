import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const SitePullRequest = Type.Object(
  {
    projectId: Type.String(),
    number: Type.Integer({ minimum: 1 }),
    url: Type.String({ description: 'Its page at the code host.' }),
    title: Nullable(
      Type.String({
        maxLength: 300,
        description: 'In one line. Null where the code host has not told it since it is kept.',
      }),
    ),
    author: Nullable(
      Type.String({ maxLength: 100, description: 'Who opened it, as the code host shows them, where it says so.' }),
    ),
    headBranch: Type.String(),
    headCommit: Type.String({ description: 'As the code host told it last; Bitbucket tells the first 12 digits.' }),
    baseBranch: Type.String(),
    fork: Type.Boolean({ description: 'Whether its branch is another repository’s.' }),
    waitsForApproval: Type.Boolean({
      description: 'Whether its head is a fork’s that nobody has let be built; until then no preview shows it.',
    }),
    approval: Nullable(
      Type.Object({
        commit: Type.String(),
        by: Type.String({ description: 'Who did; `site settings` where `requireForkApproval` is false.' }),
        at: DateTime('When it was approved.'),
      }),
    ),
    problem: Nullable(Type.String({ description: 'Why the code host took no status or comment the last time.' })),
  },
  { $id: 'SitePullRequest' },
);
export type SitePullRequest = Static<typeof SitePullRequest>;

export const SitePullRequestList = Type.Object(
  { pullRequests: Type.Array(SitePullRequest) },
  { $id: 'SitePullRequestList' },
);
export type SitePullRequestList = Static<typeof SitePullRequestList>;

export const ApprovePullRequestBody = Type.Object(
  { commit: Type.String({ minLength: 1, maxLength: 64, description: 'The head that was looked at: `headCommit`.' }) },
  { $id: 'ApprovePullRequest' },
);
export type ApprovePullRequestBody = Static<typeof ApprovePullRequestBody>;
