import { Type, type Static } from 'typebox';

/** Maximum number of repositories in a list. */
export const maxContextRepositories = 10;

export const ContextRepository = Type.Object(
  {
    repository: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        "Full URL of the repository. It must be connected to the organization, and can be on a different code host than the project's repository.",
    }),
    branch: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Default: the repository's default branch." }),
    ),
    paths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        uniqueItems: true,
        description:
          "Folders, files or globs, relative to the repository's root. The agent can read only matching files. Default: all files.",
      }),
    ),
  },
  { $id: 'ContextRepository', description: 'A repository with source code that the agent can read but not change.' },
);
export type ContextRepository = Static<typeof ContextRepository>;

/** Creates the schema of a list of context repositories. */
export const contextRepositories = (description: string) =>
  Type.Array(ContextRepository, { maxItems: maxContextRepositories, description });

export const ContextCommit = Type.Object(
  {
    repository: Type.String({ description: 'Full URL of the repository.' }),
    branch: Type.String(),
    commit: Type.String({ description: 'Full 40-digit ID of the commit that the agent reads.' }),
  },
  { $id: 'ContextCommit', description: 'The commit of a context repository that an agent job reads.' },
);
export type ContextCommit = Static<typeof ContextCommit>;
