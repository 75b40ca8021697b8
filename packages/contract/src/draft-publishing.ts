import { Type, type Static } from 'typebox';
import { draftActions } from './draft.ts';
import { Nullable } from './ids.ts';

const Text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: String.raw`\S`, description });

export const DraftProposal = Type.Object(
  {
    message: Type.String({ description: 'Suggested commit message.' }),
    newBranch: Type.String({ description: 'Suggested name of a new branch, which does not exist yet.' }),
    pullRequest: Type.Object({
      title: Type.String(),
      body: Type.String({
        description: "The changes in Markdown, below the repository's pull request template if it has one.",
      }),
    }),
  },
  { $id: 'DraftProposal' },
);
export type DraftProposal = Static<typeof DraftProposal>;

export const PublishDraftBody = Type.Object(
  {
    action: Type.Enum([...draftActions], {
      description:
        '`publish` commits to the deployment branch. `save` commits to another branch. `create_branch` creates a branch and moves the draft to it. `create_pull_request` commits and opens a pull request.',
    }),
    draftVersion: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'The `version` of the draft that was reviewed. If the draft has changed, nothing is published.',
      }),
    ),
    message: Type.Optional(Text(10_000, 'Commit message. Default: the suggested one.')),
    newBranch: Type.Optional(
      Text(
        180,
        'For `create_branch` and for `create_pull_request` from the deployment branch. Default: the suggested one.',
      ),
    ),
    title: Type.Optional(Text(256, 'Title of the pull request. Default: the suggested one.')),
    body: Type.Optional(
      Type.String({ maxLength: 60_000, description: 'Description of the pull request. Default: the suggested one.' }),
    ),
    asDraft: Type.Optional(Type.Boolean({ description: 'Whether the pull request is a draft. Default: no.' })),
  },
  { $id: 'PublishDraft' },
);
export type PublishDraftBody = Static<typeof PublishDraftBody>;

export const PublishedDraft = Type.Object(
  {
    action: Type.Enum([...draftActions]),
    branch: Type.String({ description: 'The branch with the commit, or to which the draft moved.' }),
    commit: Nullable(Type.String({ description: 'The complete commit ID.' })),
    changedFiles: Type.Integer({ minimum: 0 }),
    pullRequest: Nullable(Type.Object({ number: Type.Integer({ minimum: 1 }), url: Type.String({ format: 'uri' }) })),
  },
  { $id: 'PublishedDraft' },
);
export type PublishedDraft = Static<typeof PublishedDraft>;

const settings = {
  requirePullRequest: Type.Boolean({
    description:
      'Whether drafts of the deployment branch need a pull request even if the code host requires none. Default: no.',
  }),
  blockErrors: Type.Boolean({ description: "Whether a draft that introduces errors can't be published." }),
};

export const DraftSettings = Type.Object(settings, { $id: 'DraftSettings' });
export type DraftSettings = Static<typeof DraftSettings>;

export const UpdateDraftSettingsBody = Type.Partial(Type.Object(settings), {
  $id: 'UpdateDraftSettings',
  minProperties: 1,
});
export type UpdateDraftSettingsBody = Static<typeof UpdateDraftSettingsBody>;
