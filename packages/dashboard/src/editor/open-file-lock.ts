import type { FileIds } from './queries.ts';

const nameOf = ({ projectId, branch, path }: FileIds): string => `docwright.editor ${projectId} ${branch} ${path}`;

/** Browsers support locks only on pages that were loaded securely. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Marks a file as open in this tab. Returns a function that removes the mark. */
export function lockOpenFile(ids: FileIds): () => void {
  const closed = Promise.withResolvers<void>();
  void locks()
    ?.request(nameOf(ids), { mode: 'shared' }, () => closed.promise)
    .catch(() => undefined);
  return closed.resolve;
}

/** Runs the work unless a tab has the file open. Resolves to whether the work ran. */
export async function withClosedFile(ids: FileIds, work: () => Promise<void>): Promise<boolean> {
  const manager = locks();
  if (manager === undefined) {
    await work();
    return true;
  }
  return manager.request(nameOf(ids), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
    return lock !== null;
  });
}
