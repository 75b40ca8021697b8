import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

/** Maximum length of a comment, in UTF-16 code units. */
export const maxCommentLength = 10_000;
/** Maximum length of the text that a thread is about, and of a suggested replacement. */
export const maxQuoteLength = 20_000;
/** Maximum number of people that one comment can mention. */
export const maxCommentMentions = 20;
/** Maximum number of comments in one thread. */
export const maxThreadComments = 200;
/** Maximum number of threads about one file on one branch. */
export const maxFileThreads = 500;
/** Maximum number of threads in a project, on all branches. */
export const maxProjectThreads = 10_000;

/**
 * - `open`: not yet closed.
 * - `resolved`: closed without a change to the text.
 * - `accepted`, `rejected`: how a suggested change was decided.
 */
export const threadStates = ['open', 'resolved', 'accepted', 'rejected'] as const;
export type ThreadState = (typeof threadStates)[number];

/** The threads that a list contains. */
export const threadFilters = ['open', 'closed', 'all'] as const;

/** Creates the schema of a file's path in the docs folder. */
export const Path = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description });
/** The largest offset, which is stored in 4 bytes. */
export const maxOffset = 2_147_483_647;

export const CommentAuthor = Type.Object(
  {
    kind: Type.Enum(['user', 'api_key', 'agent']),
    id: Type.String({ description: 'User, API key or agent job.' }),
    name: Type.String({
      description: 'Current name of the person. For a deleted account or an API key, the name at that time.',
    }),
  },
  { $id: 'CommentAuthor' },
);
export type CommentAuthor = Static<typeof CommentAuthor>;

export const Comment = Type.Object(
  {
    id: Type.String(),
    author: CommentAuthor,
    requestedBy: Nullable(CommentAuthor),
    text: Type.String({ description: 'Plain text. Empty if a suggestion has no comment or the text was deleted.' }),
    mentions: Type.Array(Type.Object({ id: Type.String({ description: 'User.' }), name: Type.String() }), {
      description: 'The mentioned people. The text contains their names after `@`.',
    }),
    isDeleted: Type.Boolean({ description: 'Whether the author deleted the text of the first comment.' }),
    createdAt: DateTime('When it was written.'),
    editedAt: Nullable(DateTime('When the author last changed it.')),
  },
  { $id: 'Comment' },
);
export type Comment = Static<typeof Comment>;

export const CommentThread = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    branch: Type.String(),
    file: Path('File, relative to the docs folder. Follows the file if it is moved in the draft.'),
    state: Type.Enum([...threadStates]),
    quote: Type.String({ description: 'The text that the thread was about when it was started.' }),
    range: Nullable(
      Type.Object(
        {
          from: Type.Integer({ minimum: 0, maximum: maxOffset }),
          to: Type.Integer({ minimum: 0, maximum: maxOffset }),
          line: Type.Integer({ minimum: 1, description: 'Line of `from`.' }),
        },
        {
          description:
            'Where the text is now, in UTF-16 code units. The byte-order mark is not counted, and CRLF counts as one unit if every line of the file ends with it. Null if the text no longer exists: the thread is outdated.',
        },
      ),
    ),
    text: Nullable(Type.String({ description: 'The text in `range` now, which can differ from `quote`.' })),
    replacement: Nullable(
      Type.String({ description: 'The suggested text. Null if the thread does not suggest a change.' }),
    ),
    comments: Type.Array(Comment, { description: 'Oldest first. The first one started the thread.' }),
    closedBy: Nullable(CommentAuthor),
    closedAt: Nullable(DateTime('When the thread was resolved, accepted or rejected.')),
    reason: Type.String({ description: 'The reason that a suggested change was rejected; often empty.' }),
    createdAt: DateTime('When it was started.'),
    updatedAt: DateTime('When the thread last changed.'),
  },
  { $id: 'CommentThread' },
);
export type CommentThread = Static<typeof CommentThread>;

export const CommentThreadList = Type.Object(
  {
    threads: Type.Array(CommentThread, { description: 'Oldest first.' }),
    files: Type.Array(
      Type.Object({ file: Type.String(), open: Type.Integer({ minimum: 1, description: 'Number of open threads.' }) }),
      { description: 'All files of the branch with open threads, not only those of the selected threads.' },
    ),
    nextCursor: Nullable(Type.String()),
  },
  { $id: 'CommentThreadList' },
);
export type CommentThreadList = Static<typeof CommentThreadList>;

const Text = Type.String({
  minLength: 1,
  maxLength: maxCommentLength,
  pattern: String.raw`\S`,
  description: 'Plain text: Markdown and HTML are shown as they are written, and addresses become links.',
});
const mentions = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: maxCommentMentions,
    description: 'IDs of members to notify. They must be able to read the project.',
  }),
);

export const CreateCommentThreadBody = Type.Object(
  {
    file: Path('File, relative to the docs folder.'),
    quote: Type.String({
      minLength: 1,
      maxLength: maxQuoteLength,
      description: 'The text that the thread is about, exactly as in the file.',
    }),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOffset,
        description:
          'Where the text starts, in the units of `range`. If the text has moved, the nearest occurrence is used. Required if the file contains the text more than once.',
      }),
    ),
    text: Type.Optional(Text),
    replacement: Type.Optional(
      Type.String({
        maxLength: maxQuoteLength,
        description: 'Suggested replacement for `quote`; empty deletes it. If omitted, `text` is required.',
      }),
    ),
    mentions,
  },
  { $id: 'CreateCommentThread' },
);
export type CreateCommentThreadBody = Static<typeof CreateCommentThreadBody>;

export const WriteCommentBody = Type.Object({ text: Text, mentions }, { $id: 'WriteComment' });
export type WriteCommentBody = Static<typeof WriteCommentBody>;

export const RejectSuggestedChangeBody = Type.Object(
  { reason: Type.Optional(Type.String({ maxLength: 1_000, description: 'For the author of the suggestion.' })) },
  { $id: 'RejectSuggestedChange' },
);
export type RejectSuggestedChangeBody = Static<typeof RejectSuggestedChangeBody>;
