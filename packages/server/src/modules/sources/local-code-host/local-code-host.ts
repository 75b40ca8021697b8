import type { CodeHost } from '../../../platform/code-host/index.ts';
import type { Author } from '../../foundation/audit-log/index.ts';

/** A bare repository in the data folder, served by this installation. */
export interface LocalRepository {
  readonly id: string;
  readonly organizationId: string;
  /** Unique in the organization. */
  readonly name: string;
  /**
   * Unique in the installation and used in addresses: the name, or `@slug/name` unless the organization is the
   * operator's.
   */
  readonly path: string;
  readonly defaultBranch: string;
  /** Links from a different generation are invalid. */
  readonly linkGeneration: number;
  readonly createdAt: Date;
}

/** The source of the first commit. */
export type RepositorySeed =
  | { readonly kind: 'empty' }
  /** One commit with the regular files of a local folder; `.git` and symbolic links are omitted. */
  | { readonly kind: 'folder'; readonly folder: string; readonly message: string }
  /** Every branch of another repository, with its history. */
  | { readonly kind: 'clone'; readonly url: string; readonly authorization?: () => Promise<string | undefined> };

export interface NewRepository {
  readonly organizationId: string;
  /** `[a-z0-9][a-z0-9._-]{0,79}`, not ending in `.git`, `.lock` or a dot. */
  readonly name: string;
  /** Default: `main`. A clone keeps the source's default branch. */
  readonly defaultBranch?: string;
  readonly seed: RepositorySeed;
}

/** Files to write to a branch. */
export interface NewCommit {
  readonly author: Author;
  readonly branch: string;
  readonly message: string;
  /** Null deletes a file. */
  readonly changes: readonly { readonly path: string; readonly content: Uint8Array | null }[];
  /** The commit that must currently be the head of the branch. */
  readonly expectedHead?: string | undefined;
}

export interface CommittedFiles {
  /** The branch's new head. */
  readonly sha: string;
  /** 0 if there was nothing to commit. */
  readonly changedFiles: number;
}

export interface RepositoryPage {
  /** Name of the previous page's last repository. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** The embedded code host: repositories, their git addresses, and the pull requests that people merge in a browser. */
export interface LocalCodeHost {
  /**
   * Creates a repository. Errors: invalid-repository-name, repository-name-taken, source-folder-unreadable; GitError
   * for a clone.
   */
  createRepository(request: NewRepository): Promise<LocalRepository>;
  /** Finds a repository by name or path. Returns `undefined` if it is missing or belongs to another organization. */
  findRepository(organizationId: string, name: string): Promise<LocalRepository | undefined>;
  /** Lists an organization's repositories, sorted by name. */
  listRepositories(organizationId: string, page: RepositoryPage): Promise<readonly LocalRepository[]>;
  /** Commits files. Errors: head-moved, branch-moved, nothing-to-commit; GitError for a path that git can't store. */
  commitFiles(repository: LocalRepository, commit: NewCommit): Promise<CommittedFiles>;
  deleteRepository(organizationId: string, name: string): Promise<void>;
  /** The address for users: `https://…/git/name.git`. */
  cloneUrl(repository: LocalRepository): string;
  /**
   * Revokes every link to the repository and its pull requests. Returns `undefined` if the repository doesn't exist.
   */
  revokeLinks(author: Author, name: string): Promise<LocalRepository | undefined>;
  /** Returns a link to the repository's page, with a view token. Anyone with the link can read the page for an hour. */
  repositoryLink(repository: LocalRepository): string;
  /** The code host port, bound to one repository; `gitAccess.url` is the `file:` address inside the data folder. */
  connect(repository: LocalRepository): CodeHost;
}
