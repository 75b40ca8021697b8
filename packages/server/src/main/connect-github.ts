import { GitError } from '../platform/git/index.ts';
import type { CodeHost } from '../platform/code-host/index.ts';
import type { RepositoryAddress } from '../modules/repositories/index.ts';
import type { Settings } from './settings.ts';

/** The GitHub adapter with the installation's credentials. */
export function connectGitHub(address: Extract<RepositoryAddress, { kind: 'github' }>, settings: Settings): CodeHost {
  if (settings.githubToken === undefined) {
    throw new GitError('permission-denied', `No credentials for ${address.host}: set DOCWRIGHT_GITHUB_TOKEN.`);
  }
  throw new GitError('permission-denied', `${address.host} can't be used yet.`);
}
