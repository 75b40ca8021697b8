import { rm } from 'node:fs/promises';
import { asCodeHost } from './as-code-host.ts';
import { commitFiles } from './commit-files.ts';
import { cloneUrl, gitDirOf, type LocalCodeHostOptions, repositoryPath } from './context.ts';
import { createRepository } from './create-repository.ts';
import { revokeLinks } from './revoke-links.ts';
import type { LocalCodeHost, LocalRepository } from './local-code-host.ts';
import { deleteRepositoryById, findRepositoryByName, listRepositoriesOf } from './store.ts';

export function createLocalCodeHost(options: LocalCodeHostOptions): LocalCodeHost {
  const { kysely } = options.database;
  const findRepository = async (organizationId: string, path: string): Promise<LocalRepository | undefined> => {
    const found = await findRepositoryByName(kysely, organizationId, path.slice(path.lastIndexOf('/') + 1));
    return path === found?.name || path === found?.path ? found : undefined;
  };
  return {
    findRepository,
    createRepository: (request) => createRepository(options, request),
    listRepositories: (organizationId, page) => listRepositoriesOf(kysely, organizationId, page),
    deleteRepository: async (organizationId, name) => {
      const found = await findRepository(organizationId, name);
      if (found === undefined) return;
      // The row is deleted first. A folder without a row only wastes space, but a row without a folder is an error that
      // users see.
      await deleteRepositoryById(kysely, found.id);
      await rm(gitDirOf(options, found.id), { recursive: true, force: true });
    },
    commitFiles: (repository, commit) => commitFiles(options, repository, commit),
    revokeLinks: (author, name) => revokeLinks(options, author, name),
    cloneUrl: (repository) => cloneUrl(options, repository),
    repositoryLink: (repository) => options.baseUrl + repositoryPath(options, repository),
    connect: (repository) => asCodeHost(options, repository),
  };
}
