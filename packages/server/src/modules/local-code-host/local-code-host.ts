import type { CodeHost } from '../../platform/code-host/index.ts';
import type { Author } from '../audit-log/index.ts';

/** A bare repository in the data folder, served by this installation. */
export interface LocalRepository {
  readonly id: string;
  readonly organizationId: string;
  /** Unique in the organization. */
  readonly name: string;
  /** Unique in the installation, as addresses have it: the name, or `@slug/name` where the organization is not the operator's. */
  readonly path: string;
  readonly defaultBranch: string;
  /** Links of another generation open nothing. */
  readonly linkGeneration: number;
  readonly createdAt: Date;
}

/** Where the first commit comes from. */
export type RepositorySeed =
  | { readonly kind: 'empty' }
  /** One commit of the regular files below a folder of this machine; `.git` and symbolic links are left out. */
  | { readonly kind: 'folder'; readonly folder: string; readonly message: string }
  /** Every branch of another repository, with its history. */
  | { readonly kind: 'clone'; readonly url: string; readonly authorization?: () => Promise<string | undefined> };

export interface NewRepository {
  readonly organizationId: string;
  /** `[a-z0-9][a-z0-9._-]{0,79}`, not ending in `.git`, `.lock` or a dot. */
  readonly name: string;
  /** Absent: `main`. A clone has the default branch of the other side. */
  readonly defaultBranch?: string;
  readonly seed: RepositorySeed;
}

/** Files laid over a branch. */
export interface NewCommit {
  readonly author: Author;
  readonly branch: string;
  readonly message: string;
  /** Null deletes a file. */
  readonly changes: readonly { readonly path: string; readonly content: Uint8Array | null }[];
  /** The commit that the branch must be at. */
  readonly expectedHead?: string | undefined;
}

export interface CommittedFiles {
  /** Head of the branch now. */
  readonly sha: string;
  /** 0: there was nothing to commit. */
  readonly changedFiles: number;
}

export interface RepositoryPage {
  /** Name of the last one of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** The embedded code host: repositories, their git addresses, and the pull requests that people merge in a browser. */
export interface LocalCodeHost {
  /** Errors: invalid-repository-name, repository-name-taken, source-folder-unreadable; GitError for a clone. */
  createRepository(request: NewRepository): Promise<LocalRepository>;
  /** By name or path. Undefined where it is missing or another organization's. */
  findRepository(organizationId: string, name: string): Promise<LocalRepository | undefined>;
  /** By name. */
  listRepositories(organizationId: string, page: RepositoryPage): Promise<readonly LocalRepository[]>;
  /** Errors: head-moved, branch-moved, nothing-to-commit; GitError for a path that git can't have. */
  commitFiles(repository: LocalRepository, commit: NewCommit): Promise<CommittedFiles>;
  deleteRepository(organizationId: string, name: string): Promise<void>;
  /** Address for people: `https://…/git/name.git`. */
  cloneUrl(repository: LocalRepository): string;
  /** Ends every link to the repository and its pull requests. Undefined where there is no such repository. */
  revokeLinks(author: Author, name: string): Promise<LocalRepository | undefined>;
  /** Page of the repository with its view token: whoever has the link can read it for an hour. */
  repositoryLink(repository: LocalRepository): string;
  /** The port, bound to one repository; `gitAccess.url` is the `file:` address inside the data folder. */
  connect(repository: LocalRepository): CodeHost;
}
