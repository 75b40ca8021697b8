import { Type, type Static } from 'typebox';

/** Per list. */
export const maxContextRepositories = 10;

export const ContextRepository = Type.Object(
  {
    repository: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        "Full URL of the repository. It can be on another code host than the project's repository, and must be connected to the organization.",
    }),
    branch: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Default: the repository's default branch." }),
    ),
    paths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        uniqueItems: true,
        description:
          "Folders, files or globs, relative to the repository's root, of the only files that the agent can read. Default: all files.",
      }),
    ),
  },
  { $id: 'ContextRepository', description: 'A repository with source code that the agent can read but not change.' },
);
export type ContextRepository = Static<typeof ContextRepository>;

/** For the definition of an object with such a list. */
export const contextRepositories = (description: string) =>
  Type.Array(ContextRepository, { maxItems: maxContextRepositories, description });

export const ContextCommit = Type.Object(
  {
    repository: Type.String({ description: 'Full URL of the repository.' }),
    branch: Type.String(),
    commit: Type.String({ description: 'The commit that the agent reads, with all 40 digits.' }),
  },
  { $id: 'ContextCommit', description: 'The state of a context repository that an agent job reads.' },
);
export type ContextCommit = Static<typeof ContextCommit>;
