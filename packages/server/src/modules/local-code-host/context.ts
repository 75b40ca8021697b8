import { join } from 'node:path';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Git, ResolveHost } from '../../platform/git/index.ts';
import type { LocalRepository } from './local-code-host.ts';
import { isViewToken, type Linked, pullRequestSubject, repositorySubject, viewToken } from './view-link.ts';
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

type Addressed = Linked & Pick<LocalRepository, 'path'>;
type LinkOptions = Pick<LocalCodeHostOptions, 'viewSecret' | 'clock'>;

/** How long a link to a whole repository opens it. */
const repositoryLinkSeconds = 3_600;

export function pullRequestPath(
  { viewSecret }: Pick<LinkOptions, 'viewSecret'>,
  repository: Addressed,
  number: number,
): string {
  return `/pulls/${repository.path}/${number}/${viewToken(viewSecret, pullRequestSubject(repository, number))}`;
}

/** The token says when it ends: `<seconds since 1970, base 36>-<signature>`. */
export function repositoryPath({ viewSecret, clock }: LinkOptions, repository: Addressed): string {
  const expires = (Math.floor(clock.now() / 1000) + repositoryLinkSeconds).toString(36);
  return `/repositories/${repository.path}/${expires}-${viewToken(viewSecret, repositorySubject(repository, expires))}`;
}

export function opensPullRequest(
  { viewSecret }: LinkOptions,
  target: { readonly repository: Linked; readonly number: number },
  token: string,
): boolean {
  return isViewToken(viewSecret, pullRequestSubject(target.repository, target.number), token);
}

export function opensRepository({ viewSecret, clock }: LinkOptions, repository: Linked, token: string): boolean {
  const [, expires = '', signature = ''] = /^([0-9a-z]{1,10})-(.+)$/.exec(token) ?? [];
  const isGood = isViewToken(viewSecret, repositorySubject(repository, expires), signature);
  return isGood && Number.parseInt(expires, 36) * 1000 > clock.now();
}

export function cloneUrl(
  { baseUrl }: Pick<LocalCodeHostOptions, 'baseUrl'>,
  { path }: Pick<LocalRepository, 'path'>,
): string {
  return `${baseUrl}/git/${path}.git`;
}
