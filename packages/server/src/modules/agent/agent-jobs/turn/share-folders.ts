import { BaseLibrary, isInLfs, type BaseFiles } from '@docwright/doc-agent';
import type { CommitFolder, Mirror } from '../../../../platform/git/index.ts';
import { toRepositoryPath } from '../../../project-config/projects/index.ts';

/** The docs of a commit, in memory until they are released. */
export interface HeldDocs {
  readonly folder: CommitFolder;
  /** The same files for the agent's engine, with results cached by its turns. */
  readonly base: BaseLibrary;
  readonly release: () => void;
}

/** Jobs on the same commit of a repository share its files. */
export interface FolderShare {
  /** @throws GitError */
  hold(mirror: Mirror, commit: string, docsFolder: string): Promise<HeldDocs>;
}

interface Loaded {
  readonly folder: CommitFolder;
  readonly base: BaseLibrary;
}

interface Entry {
  /** Repository and docs folder. Their commits have most files in common. */
  readonly site: string;
  readonly loading: Promise<Loaded>;
  loaded: Loaded | undefined;
  users: number;
}

/** The limit for unused commits: several thousand pages, with their text stored twice. */
const defaultMaxIdleBytes = 32 * 1024 * 1024;

/**
 * Creates a folder share.
 *
 * F1 A folder in use is never evicted. Unused folders stay as long as they fit: a repository's next job usually starts
 * from the last job's commit, or from a similar commit.
 * F2 The mirror's ID contains its organization's ID, so tenants never share files.
 */
export function createFolderShare(maxIdleBytes = defaultMaxIdleBytes): FolderShare {
  /** Entries by key, sorted by last use. */
  const entries = new Map<string, Entry>();
  const dropIdle = (): void => {
    let idleBytes = 0;
    for (const [key, { users, loaded }] of [...entries].reverse()) {
      if (users > 0) continue;
      idleBytes += loaded?.folder.totalBytes ?? 0;
      if (loaded === undefined || idleBytes > maxIdleBytes) entries.delete(key);
    }
  };
  return {
    hold: async (mirror, commit, docsFolder) => {
      const site = JSON.stringify([mirror.remote.id, docsFolder]);
      const key = `${site} ${commit}`;
      const entry = entries.get(key) ?? load(mirror, { site, commit, docsFolder, like: findLike(entries, site) });
      // Moves the entry to the end of the order.
      entries.delete(key);
      entries.set(key, entry);
      entry.users += 1;
      const release = (): void => {
        entry.users -= 1;
        dropIdle();
      };
      try {
        return { ...(await entry.loading), release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function findLike(entries: ReadonlyMap<string, Entry>, site: string): CommitFolder | undefined {
  return [...entries.values()].findLast((entry) => entry.site === site && entry.loaded !== undefined)?.loaded?.folder;
}

interface Wanted {
  readonly site: string;
  readonly commit: string;
  readonly docsFolder: string;
  readonly like: CommitFolder | undefined;
}

function load(mirror: Mirror, { site, commit, docsFolder, like }: Wanted): Entry {
  const loading = mirror.loadFolder(commit, docsFolder, { like }).then((folder) => {
    const base = toLibrary(folder, {
      findRenames: () => mirror.listRenames(commit, docsFolder),
      isInLfs: async (path) => {
        const attributes = await mirror.readFile(commit, '.gitattributes');
        return attributes !== undefined && isInLfs(String(attributes), toRepositoryPath(docsFolder, path));
      },
    });
    entry.loaded = { folder, base };
    return entry.loaded;
  });
  const entry: Entry = { site, loading, loaded: undefined, users: 0 };
  return entry;
}

function toLibrary(folder: CommitFolder, repository: Pick<BaseFiles, 'findRenames' | 'isInLfs'>): BaseLibrary {
  const files = folder.paths.map((path) => ({ path, sizeBytes: folder.read(path)?.byteLength ?? 0 }));
  const skipped = folder.skipped.map(({ path }) => path);
  return new BaseLibrary({ list: async () => files, skipped, read: async (path) => folder.read(path), ...repository });
}
