import type { FailedSave, SavedText } from './create-autosave.ts';

/** Unsaved text that couldn't be sent. */
export interface UnsentText {
  readonly path: string;
  readonly reason: FailedSave | 'open elsewhere';
}

export interface SendKeptDeps {
  readonly list: () => readonly string[];
  readonly read: (path: string) => SavedText | undefined;
  readonly forget: (path: string) => void;
  readonly save: (path: string, text: SavedText) => Promise<unknown>;
  readonly judge: (error: unknown) => FailedSave;
  /** Whether the service couldn't be reached, so that the remaining files aren't tried. */
  readonly isUnreachable: (error: unknown) => boolean;
  /** Runs the work, or resolves to false if another tab has the file open. That tab saves it. */
  readonly withFile: (path: string, work: () => Promise<void>) => Promise<boolean>;
}

/**
 * Saves the text that this browser stores and returns the text that couldn't be saved. Conflicting text is kept until
 * its file is opened.
 */
export async function sendKept(deps: SendKeptDeps): Promise<readonly UnsentText[]> {
  const unsent: UnsentText[] = [];
  let isUnreachable = false;
  for (const path of deps.list()) {
    if (isUnreachable) {
      unsent.push({ path, reason: 'retry' });
      continue;
    }
    const isFree = await deps.withFile(path, async () => {
      const text = deps.read(path);
      if (text === undefined) return;
      try {
        await deps.save(path, text);
      } catch (error) {
        unsent.push({ path, reason: deps.judge(error) });
        isUnreachable = deps.isUnreachable(error);
        return;
      }
      // The file may have been opened and edited while the request ran.
      if (deps.read(path)?.content === text.content) deps.forget(path);
    });
    if (!isFree) unsent.push({ path, reason: 'open elsewhere' });
  }
  return unsent;
}
