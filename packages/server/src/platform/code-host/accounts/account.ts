import type { HttpClient } from '../../http-client/index.ts';

/** A credential's account and permissions on its code host, independent of a repository. */
export interface CodeHostAccount {
  /** @throws {CodeHostError} if the credential isn't accepted, or no code host responds */
  check(signal?: AbortSignal): Promise<CredentialFindings>;
  /** @throws {CodeHostError} */
  listRepositories(signal?: AbortSignal): Promise<RepositoryListing>;
}

export interface CredentialFindings {
  /** Account or App; `undefined` if the credential can't read it. */
  readonly signedInAs: string | undefined;
  readonly permissions: readonly PermissionFinding[];
  /** A GitHub App's name in addresses. */
  readonly appSlug?: string;
}

export interface PermissionFinding {
  /** The code host's name for the permission. */
  readonly name: string;
  readonly purpose: string;
  readonly status: 'granted' | 'missing' | 'unknown';
}

export interface ListedRepository {
  readonly fullName: string;
  readonly defaultBranch: string | undefined;
  readonly private: boolean;
  /** `undefined` if the list doesn't contain the permission. */
  readonly canPush: boolean | undefined;
}

export interface RepositoryListing {
  readonly repositories: readonly ListedRepository[];
  readonly isWhole: boolean;
}

export interface AccountOptions {
  readonly http: HttpClient;
  readonly webUrl: string;
  readonly apiUrl?: string | undefined;
  /** The only owner, group, or workspace whose repositories are listed. */
  readonly account?: string | undefined;
}

/** Maximum number of repositories in a list. */
const maxRepositories = 1_000;

/** Reads a list's pages, starting with 1, until the last page or the limit. */
export async function readPages(
  readPage: (page: number) => Promise<{ readonly items: readonly ListedRepository[]; readonly isLast: boolean }>,
): Promise<RepositoryListing> {
  const repositories: ListedRepository[] = [];
  for (let page = 1; repositories.length < maxRepositories; page += 1) {
    const { items, isLast } = await readPage(page);
    repositories.push(...items);
    if (isLast) return { repositories, isWhole: true };
    if (page >= maxRepositories) break;
  }
  return { repositories: repositories.slice(0, maxRepositories), isWhole: false };
}

/** Whether `owner/name` belongs to an owner or group; `undefined` matches any. */
export const belongsTo = (fullName: string, account: string | undefined): boolean =>
  account === undefined || fullName.toLowerCase().startsWith(`${account.toLowerCase()}/`);
