import { DocwrightError, toRepositoryName } from '@docwright/sdk';
import type { Client } from '../../api/create-api.ts';
import type { PickedFile } from './arrange-files.ts';
import { toBatches } from './to-batches.ts';

type RepositoryClient = Pick<Client, 'createRepository' | 'createRepositoryCommit' | 'deleteRepository'>;
type Repository = Awaited<ReturnType<Client['createRepository']>>;

export interface NewContent {
  /** The name of the project and its repository. */
  readonly name: string;
  /** If absent, the starter site. */
  readonly files?: readonly PickedFile[] | undefined;
}

/** Timeout for a batch on a slow connection. */
const batchTimeoutMs = 10 * 60_000;

/**
 * Creates a repository on the embedded code host with the files. If uploading fails, the repository is deleted again.
 * @param onProgress called with the number of uploaded files
 */
export async function createUploaded(
  client: RepositoryClient,
  { name, files }: NewContent,
  onProgress: (done: number) => void,
): Promise<Repository> {
  const repository = await createNamed(client, toRepositoryName(name), files === undefined ? 'starter' : 'empty');
  const batches = toBatches(files ?? []);
  try {
    let done = 0;
    for (const [index, batch] of batches.entries()) {
      const part = batches.length === 1 ? '' : ` (${index + 1} of ${batches.length})`;
      const content = await Promise.all(
        batch.map(async ({ path, blob }) => ({ path, content: await toBase64(blob), encoding: 'base64' as const })),
      );
      const commit = { name: repository.name, message: `Upload ${name}${part}`, files: content };
      await client.createRepositoryCommit(commit, { timeoutMs: batchTimeoutMs });
      done += batch.length;
      onProgress(done);
    }
    return repository;
  } catch (error) {
    await client.deleteRepository({ name: repository.name }).catch(() => undefined);
    throw error;
  }
}

/** Maximum number of names to try if the name is taken. */
const maxNames = 20;

async function createNamed(client: RepositoryClient, name: string, template: 'empty' | 'starter'): Promise<Repository> {
  for (let number = 1; ; number++) {
    try {
      return await client.createRepository({ name: number === 1 ? name : `${name.slice(0, 77)}-${number}`, template });
    } catch (error) {
      const isTaken = error instanceof DocwrightError && error.code === 'repository_taken';
      if (!isTaken || number === maxNames) throw error;
    }
  }
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    reader.onerror = () => reject(new Error('A file can no longer be read. It may have been moved or changed.'));
    reader.readAsDataURL(blob);
  });
}
