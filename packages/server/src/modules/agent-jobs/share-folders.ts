import type { CommitFolder, Mirror } from '../../platform/git/index.ts';

/** The files of a commit, held in memory until they are released. */
export interface HeldFolder {
  readonly folder: CommitFolder;
  readonly release: () => void;
}

/** Jobs on the same commit of a repository share its files; the last one that ends lets them go. */
export interface FolderShare {
  /** @throws GitError */
  hold(mirror: Mirror, commit: string, docsFolder: string): Promise<HeldFolder>;
}

interface Held {
  readonly folder: Promise<CommitFolder>;
  users: number;
}

export function createFolderShare(): FolderShare {
  const held = new Map<string, Held>();
  return {
    hold: async (mirror, commit, docsFolder) => {
      // The mirror's id is its organization's: one tenant's files are never another's.
      const key = JSON.stringify([mirror.remote.id, commit, docsFolder]);
      const entry = held.get(key) ?? { folder: mirror.loadFolder(commit, docsFolder), users: 0 };
      held.set(key, entry);
      entry.users += 1;
      const release = (): void => {
        entry.users -= 1;
        if (entry.users === 0 && held.get(key) === entry) held.delete(key);
      };
      try {
        return { folder: await entry.folder, release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
