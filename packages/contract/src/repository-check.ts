import { Type, type Static } from 'typebox';
import { Nullable } from './ids.ts';

export const repositoryCheckNames = ['address', 'repository', 'permission', 'branch', 'docs'] as const;
export type RepositoryCheckName = (typeof repositoryCheckNames)[number];

export const CheckRepositoryBody = Type.Object(
  {
    repository: Type.String({ minLength: 1, maxLength: 500, description: 'As for a project.' }),
    branch: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Default: the repository's default branch." }),
    ),
    docsFolder: Type.Optional(
      Type.String({ maxLength: 500, description: 'Default: folders with docs.json are searched for.' }),
    ),
  },
  { $id: 'CheckRepository' },
);
export type CheckRepositoryBody = Static<typeof CheckRepositoryBody>;

export const RepositoryCheck = Type.Object(
  {
    ready: Type.Boolean({
      description: 'Whether agent jobs and exports of a project with this repository can succeed.',
    }),
    checks: Type.Array(
      Type.Object({
        name: Type.Enum([...repositoryCheckNames]),
        status: Type.Enum(['ok', 'failed', 'skipped'], { description: '`skipped` after a failed check.' }),
        message: Type.String({ description: 'The result, for people.' }),
        remedy: Nullable(Type.String({ description: 'How to fix a failed check.' })),
      }),
      { description: 'All checks, in the order in which they ran.' },
    ),
    defaultBranch: Nullable(Type.String()),
    docsFolders: Type.Array(Type.String(), { description: 'Folders with docs.json or mint.json; `""` is the root.' }),
  },
  { $id: 'RepositoryCheck' },
);
export type RepositoryCheck = Static<typeof RepositoryCheck>;
