import { Type, type Static } from 'typebox';
import { DateTime } from './ids.ts';

export const CreateRepositoryBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 80,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'Unique in the organization: the name in `cloneUrl`.',
    }),
    defaultBranch: Type.Optional(Type.String({ minLength: 1, maxLength: 180, description: 'Default: `main`.' })),
  },
  { $id: 'CreateRepository' },
);
export type CreateRepositoryBody = Static<typeof CreateRepositoryBody>;

/** A repository of the embedded code host. */
export const Repository = Type.Object(
  {
    name: Type.String(),
    defaultBranch: Type.String(),
    cloneUrl: Type.String({ format: 'uri', description: 'For git, with an API key as the password.' }),
    webUrl: Type.String({
      format: 'uri',
      description: 'The repository’s page. Anyone with the link can read it, for an hour.',
    }),
    createdAt: DateTime('When the repository was made.'),
  },
  { $id: 'Repository' },
);
export type Repository = Static<typeof Repository>;

export const RepositoryList = Type.Object({ repositories: Type.Array(Repository) }, { $id: 'RepositoryList' });
export type RepositoryList = Static<typeof RepositoryList>;
