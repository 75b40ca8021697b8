import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const CreateRepositoryBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'Unique in the organization; part of `cloneUrl`.',
    }),
    defaultBranch: Type.Optional(Type.String({ minLength: 1, maxLength: 180, description: 'Default: `main`.' })),
    template: Type.Optional(
      Type.Enum(['empty', 'starter'], {
        default: 'empty',
        description: '`starter` starts with a small example site.',
      }),
    ),
  },
  { $id: 'CreateRepository' },
);
export type CreateRepositoryBody = Static<typeof CreateRepositoryBody>;

/** Maximum number of files per commit. A larger change needs several commits, or `git push`. */
export const maxCommitFiles = 2_000;
/** Maximum body size of a commit: Base64 makes files a third larger. */
export const maxCommitBodyBytes = 16 * 1024 * 1024;

export const CreateRepositoryCommitBody = Type.Object(
  {
    branch: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 180,
        description: 'Default: the default branch. A branch that does not exist is created from the default branch.',
      }),
    ),
    message: Type.String({ minLength: 1, maxLength: 10_000, description: 'Commit message.' }),
    files: Type.Array(
      Type.Object({
        path: Type.String({ minLength: 1, maxLength: 4_096, description: 'From the root of the repository.' }),
        content: Nullable(
          Type.String({ maxLength: maxCommitBodyBytes, description: 'The whole file; null deletes it.' }),
        ),
        encoding: Type.Optional(
          Type.Enum(['utf-8', 'base64'], {
            default: 'utf-8',
            description: 'How `content` encodes the bytes of the file.',
          }),
        ),
      }),
      { minItems: 1, maxItems: maxCommitFiles, description: 'The files to change; all others are unchanged.' },
    ),
    expectedHead: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: '^[0-9a-f]{40}$',
        description:
          'The commit that must be the head of the branch. If omitted, the files are committed on top of the current head.',
      }),
    ),
  },
  { $id: 'CreateRepositoryCommit' },
);
export type CreateRepositoryCommitBody = Static<typeof CreateRepositoryCommitBody>;

export const RepositoryCommit = Type.Object(
  {
    sha: Type.String({ description: 'The head commit of the branch after the operation.' }),
    branch: Type.String(),
    changedFiles: Type.Integer({
      description: 'Number of changed files; 0 if nothing changed and no commit was created.',
    }),
  },
  { $id: 'RepositoryCommit' },
);
export type RepositoryCommit = Static<typeof RepositoryCommit>;

/** A repository of the embedded code host. */
export const Repository = Type.Object(
  {
    name: Type.String(),
    defaultBranch: Type.String(),
    cloneUrl: Type.String({ format: 'uri', description: 'For git, with an API key as the password.' }),
    webUrl: Type.String({
      format: 'uri',
      description: "The repository's page. Anyone with the link can read it, for an hour.",
    }),
    createdAt: DateTime('When the repository was created.'),
  },
  { $id: 'Repository' },
);
export type Repository = Static<typeof Repository>;

export const RepositoryList = Type.Object(
  { repositories: Type.Array(Repository), nextCursor: Nullable(Type.String()) },
  { $id: 'RepositoryList' },
);
export type RepositoryList = Static<typeof RepositoryList>;
