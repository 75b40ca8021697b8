import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

/** Maximum size of a text file. Pages of real sites are at most 2 MB. */
export const maxDraftFileBytes = 4 * 1024 * 1024;
/** Maximum size of an image or another binary file. */
export const maxDraftMediaBytes = 10 * 1024 * 1024;
/** Maximum body size of an operation that stores a file: Base64 makes files a third larger. */
export const maxDraftBodyBytes = 16 * 1024 * 1024;
/** Maximum total size of a draft's files. */
export const maxDraftBytes = 64 * 1024 * 1024;
export const maxDraftFiles = 1_000;
/** Maximum number of drafts in a project. */
export const maxDrafts = 100;

export const draftChangeKinds = ['added', 'modified', 'moved', 'deleted'] as const;
export type DraftChangeKind = (typeof draftChangeKinds)[number];

/**
 * - `publish`: commit the draft to the deployment branch.
 * - `create_branch`: create a branch, to which the draft moves.
 * - `save`: commit the draft to its own branch, which isn't the deployment branch.
 * - `create_pull_request`: commit the draft to its branch or a new one, and open a pull request.
 */
export const draftActions = ['publish', 'create_branch', 'save', 'create_pull_request'] as const;
export type DraftAction = (typeof draftActions)[number];

/** Reasons that a draft can't be published. */
export const draftBlockers = ['no_changes', 'conflicts', 'branch_deleted', 'errors'] as const;
export type DraftBlocker = (typeof draftBlockers)[number];

const FilePath = (description = 'Relative to the docs folder.') =>
  Type.String({ minLength: 1, maxLength: 1_000, description });
const Version = Type.String({
  maxLength: 64,
  pattern: '^[0-9a-f]{32}$',
  description: 'Identifies the content of the file: the same content has the same version.',
});
const Encoding = Type.Enum(['utf-8', 'base64'], {
  description: 'How `content` encodes the bytes. Files that are not UTF-8 text are `base64`.',
});
const Commit = Type.String({ description: 'The complete commit ID.' });

const DraftAuthor = Type.Object({
  name: Type.String({ description: 'Email address of the person, or name of the key, at that time.' }),
  savedAt: DateTime('When the author last changed the draft.'),
});

export const DraftChange = Type.Object(
  {
    path: FilePath(),
    change: Type.Enum([...draftChangeKinds]),
    movedFrom: Nullable(FilePath('The path of a moved file in the base commit.')),
    size: Type.Integer({ minimum: 0, description: 'Bytes; 0 for a deleted file.' }),
    version: Nullable(Version),
    isBinary: Type.Boolean(),
    isConflict: Type.Boolean({ description: 'Whether the branch changed the same lines. See `conflict` of the file.' }),
    updatedAt: DateTime('When the file was last changed in the draft.'),
    updatedBy: Type.String({ description: 'Email address of the person, or name of the key, at that time.' }),
  },
  { $id: 'DraftChange' },
);
export type DraftChange = Static<typeof DraftChange>;

const branchFields = {
  projectId: Type.String(),
  branch: Type.String(),
  isDeploymentBranch: Type.Boolean({ description: 'Whether the live site is built from this branch.' }),
  isBranchDeleted: Type.Boolean({
    description: 'Whether the branch no longer exists. The draft is kept, and can move to a new branch.',
  }),
  baseCommit: Type.String({ description: 'The commit that the changes apply to.' }),
};

const timeFields = {
  createdAt: Nullable(DateTime('When the first change was saved. Null if nothing is saved.')),
  updatedAt: Nullable(DateTime('When the draft last changed, including merged commits of the branch.')),
  expiresAt: Nullable(
    DateTime('When the draft is removed if nobody changes it. Its authors are notified a week before.'),
  ),
};

export const DraftSummary = Type.Object(
  {
    ...branchFields,
    files: Type.Integer({ minimum: 0, description: 'Number of changed files.' }),
    conflicts: Type.Integer({ minimum: 0, description: 'Number of files with conflicts.' }),
    authors: Type.Array(DraftAuthor, { description: 'Most recent first.' }),
    ...timeFields,
  },
  { $id: 'DraftSummary' },
);
export type DraftSummary = Static<typeof DraftSummary>;

export const DraftList = Type.Object(
  { drafts: Type.Array(DraftSummary, { description: 'Most recently changed first.' }) },
  { $id: 'DraftList' },
);
export type DraftList = Static<typeof DraftList>;

export const Draft = Type.Object(
  {
    ...branchFields,
    version: Type.Integer({ minimum: 0, description: 'Increases with every change. 0 if nothing is saved.' }),
    docsFolder: Type.String({ description: 'Folder of `docs.json` in the repository; empty for the root.' }),
    changes: Type.Array(DraftChange, { description: 'In alphabetical order of their paths.' }),
    authors: Type.Array(DraftAuthor, { description: 'Most recent first.' }),
    requiresPullRequest: Type.Boolean({
      description:
        "Whether commits on this branch need a pull request, because of the project's settings or because the code host protects the branch.",
    }),
    pullRequestReason: Nullable(
      Type.String({
        description:
          "The reason that commits on this branch need a pull request: the project's settings, a rule of the code host, or protection that the code host does not report. Null if they don't.",
      }),
    ),
    actions: Type.Array(Type.Enum([...draftActions]), {
      description:
        'Actions that the branch allows, with the usual one first. Empty without the scope `content:publish`. `blockers` can prevent them.',
    }),
    blockers: Type.Array(Type.Enum([...draftBlockers]), {
      description:
        "The reasons that the draft can't be published now. `errors` is only reported by `…/check`, and `branch_deleted` allows `create_branch`.",
    }),
    ...timeFields,
  },
  { $id: 'Draft' },
);
export type Draft = Static<typeof Draft>;

export const DraftFileList = Type.Object(
  {
    baseCommit: Commit,
    files: Type.Array(
      Type.Object({
        path: FilePath(),
        size: Type.Integer({ minimum: 0 }),
        change: Nullable(Type.Enum([...draftChangeKinds])),
      }),
      {
        description:
          'The files of the docs folder with the draft applied, in alphabetical order. Deleted files are left out.',
      },
    ),
  },
  { $id: 'DraftFileList' },
);
export type DraftFileList = Static<typeof DraftFileList>;

const FileContent = Type.Object({
  content: Type.String(),
  encoding: Encoding,
});

export const DraftFile = Type.Object(
  {
    path: FilePath(),
    change: Nullable(
      Type.Enum([...draftChangeKinds], { description: 'Null for a file that the draft does not change.' }),
    ),
    content: Nullable(
      Type.String({
        description:
          'The whole file. Byte-order mark, line endings and a missing final newline are part of it. Null for a deleted file.',
      }),
    ),
    encoding: Encoding,
    version: Nullable(Version),
    movedFrom: Nullable(FilePath('The path of a moved file in the base commit.')),
    base: Nullable(FileContent),
    conflict: Nullable(
      Type.Object({
        commit: Type.String({ description: 'The commit of the branch that changed the same lines.' }),
        theirs: Nullable(FileContent),
        markers: Nullable(
          Type.String({
            description:
              'Both versions in one text, with git conflict markers around the lines that differ. Null if one side is deleted or not text.',
          }),
        ),
      }),
    ),
    draftVersion: Type.Integer({ minimum: 0, description: '`version` of the draft.' }),
  },
  { $id: 'DraftFile' },
);
export type DraftFile = Static<typeof DraftFile>;

export const PutDraftFileBody = Type.Object(
  {
    content: Type.String({ maxLength: maxDraftBodyBytes, description: 'The whole file.' }),
    encoding: Type.Optional(
      Type.Enum(['utf-8', 'base64'], { default: 'utf-8', description: 'How `content` encodes the bytes of the file.' }),
    ),
    version: Type.Union([Version, Type.Null()], {
      description:
        'The `version` of the file that was edited; null for a new file. If the file has different content now, nothing is saved.',
    }),
    keepReplaced: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether the replaced content always becomes a revision of the file. By default, only the last content per hour and author does.',
      }),
    ),
  },
  { $id: 'PutDraftFile' },
);
export type PutDraftFileBody = Static<typeof PutDraftFileBody>;

export const SavedDraftFile = Type.Object(
  {
    path: FilePath(),
    change: Nullable(Type.Enum([...draftChangeKinds])),
    version: Nullable(Version),
    draftVersion: Type.Integer({ minimum: 0 }),
  },
  { $id: 'SavedDraftFile' },
);
export type SavedDraftFile = Static<typeof SavedDraftFile>;

export const MoveDraftFileBody = Type.Object(
  {
    from: FilePath('A page, relative to the docs folder.'),
    to: FilePath('The new path. If it is a folder or ends with a slash, the name of the file is kept.'),
  },
  { $id: 'MoveDraftFile' },
);
export type MoveDraftFileBody = Static<typeof MoveDraftFileBody>;

export const DraftEdit = Type.Object(
  {
    path: FilePath('The path of the file after the change.'),
    changedFiles: Type.Array(FilePath(), {
      description: 'Files that changed: pages with links, the navigation, and redirects.',
    }),
    draftVersion: Type.Integer({ minimum: 0 }),
  },
  { $id: 'DraftEdit' },
);
export type DraftEdit = Static<typeof DraftEdit>;

export const RestoreDraftFileBody = Type.Object(
  { file: FilePath('The file to restore as it is in the base commit. A moved file returns to its old path.') },
  { $id: 'RestoreDraftFile' },
);
export type RestoreDraftFileBody = Static<typeof RestoreDraftFileBody>;

export const ResolveDraftConflictBody = Type.Object(
  {
    file: FilePath('A file with a conflict.'),
    keep: Type.Enum(['draft', 'branch'], {
      description:
        "`draft` keeps the draft's content, which can combine both versions; `branch` takes the branch's version.",
    }),
    version: Type.Union([Version, Type.Null()], { description: 'The `version` of the file that was compared.' }),
  },
  { $id: 'ResolveDraftConflict' },
);
export type ResolveDraftConflictBody = Static<typeof ResolveDraftConflictBody>;

export const UploadDraftMediaBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the file on the device.' }),
    content: Type.String({
      minLength: 1,
      maxLength: maxDraftBodyBytes,
      description: 'The bytes of the file in Base64, at most 10 MiB.',
    }),
    folder: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Relative to the docs folder. Default: `images`.' }),
    ),
  },
  { $id: 'UploadDraftMedia' },
);
export type UploadDraftMediaBody = Static<typeof UploadDraftMediaBody>;

export const DraftMedia = Type.Object(
  {
    path: FilePath('The normalized path. A file with the same content is reused.'),
    link: Type.String({ description: 'For pages: `/images/login-page.png`.' }),
    size: Type.Integer({ minimum: 0 }),
    version: Version,
    draftVersion: Type.Integer({ minimum: 0 }),
  },
  { $id: 'DraftMedia' },
);
export type DraftMedia = Static<typeof DraftMedia>;

export const DraftDiff = Type.Object(
  {
    baseCommit: Commit,
    files: Type.Array(
      Type.Object({
        path: FilePath(),
        change: Type.Enum([...draftChangeKinds]),
        movedFrom: Nullable(FilePath()),
        added: Type.Integer({ minimum: 0, description: 'Lines.' }),
        removed: Type.Integer({ minimum: 0, description: 'Lines.' }),
        isBinary: Type.Boolean(),
      }),
    ),
    patch: Type.String({ description: 'A unified diff, as written by git. Binary files are left out.' }),
    isTruncated: Type.Boolean({ description: 'Whether `patch` was truncated at 1 MB.' }),
  },
  { $id: 'DraftDiff' },
);
export type DraftDiff = Static<typeof DraftDiff>;

const Finding = Type.Object({
  path: FilePath(),
  line: Nullable(Type.Integer({ minimum: 1 })),
  column: Nullable(Type.Integer({ minimum: 1 })),
  severity: Type.Enum(['error', 'warning', 'info']),
  code: Type.String({ description: 'Stable: `broken-link`.' }),
  message: Type.String(),
  fix: Nullable(Type.String({ description: 'How to fix the problem.' })),
});

export const DraftCheck = Type.Object(
  {
    draftVersion: Type.Integer({ minimum: 0, description: 'The version of the draft that was checked.' }),
    introduced: Type.Array(Finding, { description: 'Findings that the draft introduces.' }),
    existing: Type.Array(Finding, { description: 'Findings in changed files that the base commit also has.' }),
    resolved: Type.Integer({ minimum: 0, description: 'Number of findings in the base commit that the draft fixes.' }),
    blockers: Type.Array(Type.Enum([...draftBlockers]), {
      description: "The reasons that the draft can't be published. `errors` if the project blocks introduced errors.",
    }),
  },
  { $id: 'DraftCheck' },
);
export type DraftCheck = Static<typeof DraftCheck>;

export const PreviewDraftBody = Type.Object(
  {
    page: FilePath('The page file.'),
    content: Type.Optional(
      Type.String({
        maxLength: maxDraftBodyBytes,
        description: 'Text of the page that is not saved yet. Default: the text in the draft.',
      }),
    ),
  },
  { $id: 'PreviewDraft' },
);
export type PreviewDraftBody = Static<typeof PreviewDraftBody>;

export const DraftPreview = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description:
        'The rendered page, for an iframe. The link works without headers until `expiresAt`, on the origin of previews.',
    }),
    html: Type.String({
      description:
        'The same document. To update an open frame without reloading it, post `{type: "docwright:preview", html}` to it.',
    }),
    problems: Type.Array(
      Type.Object({
        line: Nullable(Type.Integer({ minimum: 1 })),
        column: Nullable(Type.Integer({ minimum: 1 })),
        message: Type.String(),
      }),
      { description: "The reason that the page can't be parsed. The page then shows a notice." },
    ),
    expiresAt: DateTime('When the link expires.'),
  },
  { $id: 'DraftPreview' },
);
export type DraftPreview = Static<typeof DraftPreview>;
