import type { Store } from '../api/store.ts';
import { createStore } from '../api/store.ts';

/**
 * Saves the text of one file while it is edited. Rules:
 *
 * 1. A save starts when nothing has been typed for a second. Requests don't overlap, and the next request contains all
 *    text typed in the meantime.
 * 2. A save names the version on which the text is based. If the file has another version, nothing is overwritten: the
 *    author decides.
 * 3. The browser stores text that is not saved, until a save succeeds.
 */
export interface Autosave {
  readonly state: Store<SaveState>;
  /** The text has changed. It is read only when it is needed, because a page can be large. */
  edit(read: () => string): void;
  /** Saves unsaved text now. */
  flush(): Promise<void>;
  /** The last saved content, and its version. */
  saved(): SavedText;
  /** Continues with another version of the file after it was reloaded or a conflict was resolved. */
  adopt(saved: SavedText): void;
  /** Stores the unsaved text in the browser now, because the page may be closed. */
  keep(): void;
  /** Saves unsaved text and schedules nothing afterwards. */
  stop(): void;
}

export interface SavedText {
  readonly content: string;
  readonly version: string | null;
}

export type SaveState =
  | { readonly kind: 'saved' | 'unsaved' | 'saving' }
  /** The save is repeated; `error` is the last error. */
  | { readonly kind: 'offline'; readonly error: unknown }
  /** The save would fail again until something changes. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Someone else has saved the file. */
  | { readonly kind: 'conflict' };

/** The consequence of a failed save. */
export type FailedSave = 'retry' | 'refused' | 'conflict';

export interface AutosaveDeps {
  readonly save: (content: string, version: string | null) => Promise<{ readonly version: string | null }>;
  readonly judge: (error: unknown) => FailedSave;
  /** Stores text in the browser, or removes it. */
  readonly store: (kept: SavedText | undefined) => void;
  /** Calls `run` after the delay. Returns a function that cancels this. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
}

const SAVE_AFTER_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

export function createAutosave(first: SavedText, deps: AutosaveDeps): Autosave {
  const state = createStore<SaveState>({ kind: 'saved' });
  let saved = first;
  let read: (() => string) | undefined;
  let running: Promise<void> | undefined;
  let cancel = (): void => undefined;
  let attempts = 0;
  let isStopped = false;

  const schedule = (delayMs: number) => {
    cancel();
    if (!isStopped) cancel = deps.schedule(() => void flush(), delayMs);
  };

  const fail = (error: unknown) => {
    const verdict = deps.judge(error);
    if (verdict === 'conflict') return state.set({ kind: 'conflict' });
    state.set({ kind: verdict === 'retry' ? 'offline' : 'refused', error });
    if (verdict !== 'retry') return;
    attempts += 1;
    schedule(Math.min(LONGEST_RETRY_MS, SAVE_AFTER_MS * 2 ** attempts));
  };

  const save = async (): Promise<void> => {
    cancel();
    const mine = read;
    if (mine === undefined) return;
    const content = mine();
    if (content !== saved.content) {
      deps.store({ content, version: saved.version });
      state.set({ kind: 'saving' });
      const base = saved;
      try {
        const { version } = await deps.save(content, base.version);
        // Rule 2: the author may have chosen another version while the request ran.
        if (saved === base) saved = { content, version };
      } catch (error) {
        return fail(error);
      }
    }
    attempts = 0;
    if (read === mine) read = undefined;
    if (read === undefined) deps.store(undefined);
    state.set({ kind: read === undefined ? 'saved' : 'unsaved' });
    if (read !== undefined) schedule(SAVE_AFTER_MS);
  };

  const flush = async (): Promise<void> => {
    if (state.get().kind === 'conflict') return;
    // Text that was typed while a request ran is in the next request.
    if (running !== undefined) await running;
    running ??= save().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    state,
    edit: (next) => {
      read = next;
      const { kind } = state.get();
      if (kind === 'conflict') return;
      // A new state would rerender the whole page after each keystroke.
      if (kind !== 'offline' && kind !== 'unsaved') state.set({ kind: 'unsaved' });
      schedule(SAVE_AFTER_MS);
    },
    flush,
    saved: () => saved,
    adopt: (next) => {
      cancel();
      saved = next;
      read = undefined;
      deps.store(undefined);
      state.set({ kind: 'saved' });
    },
    keep: () => {
      if (read !== undefined) deps.store({ content: read(), version: saved.version });
    },
    stop: () => {
      isStopped = true;
      cancel();
      if (read === undefined) return;
      deps.store({ content: read(), version: saved.version });
      void flush();
    },
  };
}

/** Saves until all text is saved or a save fails. Resolves to the consequence of the failure. */
export async function saveAll(autosave: Pick<Autosave, 'flush' | 'state'>): Promise<FailedSave | undefined> {
  for (;;) {
    await autosave.flush();
    const { kind } = autosave.state.get();
    if (kind === 'unsaved' || kind === 'saving') continue;
    return kind === 'saved' ? undefined : kind === 'offline' ? 'retry' : kind;
  }
}
