import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const SitePullRequest = Type.Object(
  {
    projectId: Type.String(),
    number: Type.Integer({ minimum: 1 }),
    url: Type.String({ description: 'Page of the pull request on the code host.' }),
    title: Nullable(
      Type.String({
        maxLength: 300,
        description:
          "On one line. Null if the code host hasn't reported the title since the service began to store titles.",
      }),
    ),
    author: Nullable(
      Type.String({ maxLength: 100, description: 'Who opened the pull request, if the code host reports this.' }),
    ),
    headBranch: Type.String(),
    headCommit: Type.String({
      description: 'As last reported by the code host; Bitbucket reports only the first 12 digits.',
    }),
    baseBranch: Type.String(),
    fork: Type.Boolean({ description: "Whether the pull request's branch is in another repository." }),
    waitsForApproval: Type.Boolean({
      description: "Whether the head commit is from a fork and isn't approved yet. Such a commit has no preview.",
    }),
    approval: Nullable(
      Type.Object({
        commit: Type.String(),
        by: Type.String({ description: 'Who approved the commit; `site settings` if `requireForkApproval` is false.' }),
        at: DateTime('When the commit was approved.'),
      }),
    ),
    problem: Nullable(Type.String({ description: 'The reason that the code host last refused a status or comment.' })),
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
  {
    commit: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The head commit that was reviewed: `headCommit`.',
    }),
  },
  { $id: 'ApprovePullRequest' },
);
export type ApprovePullRequestBody = Static<typeof ApprovePullRequestBody>;
