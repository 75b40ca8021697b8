import { join } from 'node:path';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Git, ResolveHost } from '../../platform/git/index.ts';
import { isViewToken, pullRequestSubject, repositorySubject, viewToken } from './view-link.ts';
import type { LocalCodeHostSettings } from './settings.ts';
import type { LocalCodeHostTables } from './tables.ts';

/** What this module is built from. */
export interface LocalCodeHostOptions {
  readonly database: Pick<Database<LocalCodeHostTables>, 'kysely'>;
  /** Its settings' `localRoot` must be, or hold, `root`: the agent fetches and pushes by `file:` addresses. */
  readonly git: Git;
  /** Folder of the bare repositories. */
  readonly root: string;
  /** Address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** At least 32 random bytes that outlive restarts; view links are signed with it. */
  readonly viewSecret: Uint8Array;
  readonly clock: Clock;
  /** Makes the id of a repository: `[A-Za-z0-9_-]`, at most 80 characters. */
  readonly newRepositoryId: () => string;
  readonly settings: LocalCodeHostSettings;
  /** Judges and resolves the hosts that are cloned from. Absent: by `git.settings.allowedPrivateHosts`. */
  readonly resolveHost?: ResolveHost | undefined;
}

export function gitDirOf(options: Pick<LocalCodeHostOptions, 'root'>, repositoryId: string): string {
  return join(options.root, `${repositoryId}.git`);
}

interface Linked {
  readonly id: string;
  readonly path: string;
}
type LinkOptions = Pick<LocalCodeHostOptions, 'baseUrl' | 'viewSecret'>;

export function pullRequestPath(
  { viewSecret }: Pick<LinkOptions, 'viewSecret'>,
  repository: Linked,
  number: number,
): string {
  return `/pulls/${repository.path}/${number}/${viewToken(viewSecret, pullRequestSubject(repository.id, number))}`;
}

export function repositoryPath({ viewSecret }: Pick<LinkOptions, 'viewSecret'>, repository: Linked): string {
  return `/repositories/${repository.path}/${viewToken(viewSecret, repositorySubject(repository.id))}`;
}

export function opensPullRequest(
  { viewSecret }: LinkOptions,
  key: { repositoryId: string; number: number },
  token: string,
): boolean {
  return isViewToken(viewSecret, pullRequestSubject(key.repositoryId, key.number), token);
}

export function opensRepository({ viewSecret }: LinkOptions, repositoryId: string, token: string): boolean {
  return isViewToken(viewSecret, repositorySubject(repositoryId), token);
}

export function cloneUrl({ baseUrl }: Pick<LinkOptions, 'baseUrl'>, { path }: Pick<Linked, 'path'>): string {
  return `${baseUrl}/git/${path}.git`;
}
