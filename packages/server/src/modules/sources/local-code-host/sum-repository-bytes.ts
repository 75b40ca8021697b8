import type { QueryExecutorProvider } from 'kysely';
import { sizeOfFolder } from '../../identity/storage/index.ts';
import { gitDirOf, type LocalCodeHostOptions } from './context.ts';
import { selectRepositoryIds } from './store.ts';

/** Total size of the files of an organization's repositories in bytes. */
export async function sumRepositoryBytes(
  db: QueryExecutorProvider,
  options: Pick<LocalCodeHostOptions, 'root'>,
  organizationId: string,
): Promise<number> {
  let bytes = 0;
  for (const id of await selectRepositoryIds(db, organizationId)) bytes += await sizeOfFolder(gitDirOf(options, id));
  return bytes;
}
