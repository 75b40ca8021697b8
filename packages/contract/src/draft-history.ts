import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

/** Maximum number of earlier versions of one file that a draft keeps. */
export const maxFileRevisions = 50;
/** Maximum number of earlier versions of all files that a draft keeps. */
export const maxDraftRevisions = 1_000;
/** Maximum total size of the earlier versions that a draft keeps. */
export const maxDraftRevisionBytes = 64 * 1024 * 1024;

const FilePath = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description });

/**
 * - `commit`: a commit of the branch changed the file.
 * - `saved`: the draft had this content.
 */
export const draftRevisionKinds = ['commit', 'saved'] as const;

/** The ID of a commit, or of an earlier version of the draft's file. */
export const DraftRevisionId = Type.String({
  minLength: 32,
  maxLength: 40,
  pattern: '^(?:[0-9a-f]{32}|[0-9a-f]{40})$',
  description: '`id` of the revision: the complete commit ID, or the `version` of saved content.',
});

export const DraftFileRevision = Type.Object(
  {
    id: DraftRevisionId,
    kind: Type.Enum([...draftRevisionKinds], {
      description: '`commit`: a commit of the branch changed the file. `saved`: the draft had this content.',
    }),
    path: FilePath('Path of the file in this revision, relative to the docs folder.'),
    movedFrom: Nullable(FilePath('The previous path, if the commit moved the file.')),
    isDeletion: Type.Boolean({ description: 'Whether the commit deleted the file. Such a revision has no content.' }),
    author: Type.String({
      description:
        "Name of the commit's author. For saved content, the email address of the person, or name of the key.",
    }),
    at: DateTime('When it was committed or saved.'),
    subject: Nullable(Type.String({ description: 'First line of the commit message.' })),
  },
  { $id: 'DraftFileRevision' },
);
export type DraftFileRevision = Static<typeof DraftFileRevision>;

export const DraftFileRevisionList = Type.Object(
  {
    revisions: Type.Array(DraftFileRevision, {
      description: 'Newest first: saved content of the draft, then commits. Pages before the last one can be empty.',
    }),
    nextCursor: Nullable(Type.String()),
  },
  { $id: 'DraftFileRevisionList' },
);
export type DraftFileRevisionList = Static<typeof DraftFileRevisionList>;

export const DraftFileRevisionContent = Type.Object(
  {
    id: DraftRevisionId,
    path: FilePath('Path of the file in this revision.'),
    content: Type.String({ description: 'The whole file. To restore it, save it with `PUT …/files/{path}`.' }),
    encoding: Type.Enum(['utf-8', 'base64'], {
      description: 'How `content` encodes the bytes. Files that are not UTF-8 text are `base64`.',
    }),
    current: Nullable(
      Type.String({
        description: '`version` of the file in the draft, as `PUT …/files/{path}` expects it. Null if it is deleted.',
      }),
    ),
    patch: Nullable(
      Type.String({
        description:
          'A unified diff from this revision to the current text; empty if both are the same. Null if one of them is not text.',
      }),
    ),
    isTruncated: Type.Boolean({ description: 'Whether `patch` was truncated at 1 MB.' }),
  },
  { $id: 'DraftFileRevisionContent' },
);
export type DraftFileRevisionContent = Static<typeof DraftFileRevisionContent>;
