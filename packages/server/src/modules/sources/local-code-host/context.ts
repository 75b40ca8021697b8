import { join } from 'node:path';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Git, ResolveHost } from '../../../platform/git/index.ts';
import type { StorageGate } from '../../identity/storage/index.ts';
import type { LocalRepository } from './local-code-host.ts';
import { isViewToken, type Linked, pullRequestSubject, repositorySubject, viewToken } from './view-link.ts';
import type { LocalCodeHostSettings } from './settings.ts';
import type { LocalCodeHostTables } from './tables.ts';

export interface BranchMove {
  readonly repository: Pick<LocalRepository, 'organizationId' | 'path'>;
  readonly branches: readonly string[];
  readonly author: string;
}

export interface PullRequestChange {
  readonly repository: Pick<LocalRepository, 'organizationId' | 'path'>;
  readonly number: number;
  readonly author: string;
}

export interface LocalCodeHostOptions {
  readonly database: Pick<Database<LocalCodeHostTables>, 'kysely'>;
  /**
   * Git, whose setting `localRoot` must be `root` or a parent of it, because the agent fetches and pushes by `file:`
   * addresses.
   */
  readonly git: Git;
  /** The folder with the bare repositories. */
  readonly root: string;
  /** The service's address, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * At least 32 random bytes each, unchanged across restarts. The first secret signs view links, and all are accepted.
   */
  readonly viewSecrets: readonly [Uint8Array, ...Uint8Array[]];
  readonly clock: Clock;
  /** Creates a repository ID: `[A-Za-z0-9_-]`, at most 80 characters. */
  readonly newRepositoryId: () => string;
  readonly settings: LocalCodeHostSettings;
  /** If omitted, no organization has a quota. */
  readonly storage?: StorageGate;
  /**
   * Called after branches were moved or deleted, with the person who did it. This is only a hint: receivers read the
   * head when they need it.
   */
  readonly onBranchMoved?: (move: BranchMove) => Promise<void>;
  /** Called after a pull request was opened, has ended or was reopened. */
  readonly onPullRequestChanged?: (change: PullRequestChange) => Promise<void>;
  /** Checks and resolves the hosts of clones. By default, `git.settings.allowedPrivateHosts` applies. */
  readonly resolveHost?: ResolveHost | undefined;
}

export function gitDirOf(options: Pick<LocalCodeHostOptions, 'root'>, repositoryId: string): string {
  return join(options.root, `${repositoryId}.git`);
}

type Addressed = Linked & Pick<LocalRepository, 'path'>;
type LinkOptions = Pick<LocalCodeHostOptions, 'viewSecrets' | 'clock'>;

/** Lifetime of a link to a whole repository. */
const repositoryLinkSeconds = 3_600;

export function pullRequestPath(
  { viewSecrets }: Pick<LinkOptions, 'viewSecrets'>,
  repository: Addressed,
  number: number,
): string {
  return `/pulls/${repository.path}/${number}/${viewToken(viewSecrets[0], pullRequestSubject(repository, number))}`;
}

/** Returns a link's path. Its token contains the expiry: `<seconds since 1970, base 36>-<signature>`. */
export function repositoryPath({ viewSecrets, clock }: LinkOptions, repository: Addressed): string {
  const expires = (Math.floor(clock.now() / 1000) + repositoryLinkSeconds).toString(36);
  return `/repositories/${repository.path}/${expires}-${viewToken(viewSecrets[0], repositorySubject(repository, expires))}`;
}

export function opensPullRequest(
  { viewSecrets }: LinkOptions,
  target: { readonly repository: Linked; readonly number: number },
  token: string,
): boolean {
  return isViewToken(viewSecrets, pullRequestSubject(target.repository, target.number), token);
}

export function opensRepository({ viewSecrets, clock }: LinkOptions, repository: Linked, token: string): boolean {
  const [, expires = '', signature = ''] = /^([0-9a-z]{1,10})-(.+)$/.exec(token) ?? [];
  const isGood = isViewToken(viewSecrets, repositorySubject(repository, expires), signature);
  return isGood && Number.parseInt(expires, 36) * 1000 > clock.now();
}

export function cloneUrl(
  { baseUrl }: Pick<LocalCodeHostOptions, 'baseUrl'>,
  { path }: Pick<LocalRepository, 'path'>,
): string {
  return `${baseUrl}/git/${path}.git`;
}
