import { fetchOnce, initBare } from './fetch-branches.ts';
import type { RemoteRepository } from './mirror.ts';
import { readRemoteRefs } from './remote-refs.ts';
import { openRemote } from './remote.ts';
import type { ResolveHost } from './resolve-host.ts';
import type { Git } from './run-git.ts';

export interface CloneRequest {
  /** Folder of the bare repository to create. Must not exist; may be incomplete if this throws. */
  readonly gitDir: string;
  readonly remote: Omit<RemoteRepository, 'id'>;
  readonly resolveHost?: ResolveHost | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies all branches of a repository, with their history, to a new bare repository. Errors: those of `Mirror.fetch`.
 */
export async function cloneRepository(git: Git, request: CloneRequest): Promise<{ readonly defaultBranch: string }> {
  const { gitDir, signal } = request;
  const access = await openRemote(request.remote, git.settings, request.resolveHost);
  const { defaultBranch } = await readRemoteRefs(git, access, { signal });
  await initBare(git, gitDir, defaultBranch);
  await fetchOnce(git, { gitDir, access, wanted: 'all', signal });
  return { defaultBranch };
}
