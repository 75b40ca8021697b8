import type { DraftPreview } from '@docwright/sdk';
import { createStore, type Store } from '../api/store.ts';

/** Renders a page while it is edited. Requests don't overlap, and the next request contains the newest text. */
export interface Preview {
  readonly state: Store<PreviewState>;
  /** @param read the unsaved text; without it, the text in the draft is rendered */
  request(read?: () => string): void;
  stop(): void;
}

export interface PreviewState {
  /** The address with which the frame was opened. Newer documents are posted into the frame. */
  readonly url: string | undefined;
  readonly latest: DraftPreview | undefined;
  readonly error: unknown;
}

export interface PreviewDeps {
  readonly render: (content: string | undefined) => Promise<DraftPreview>;
  /** Calls `run` after the delay. Returns a function that cancels this. */
  readonly schedule: (run: () => void, delayMs: number) => () => void;
  readonly now: () => number;
}

/** Shorter than the pause between two words, so that the preview seems to follow the typing. */
const RENDER_AFTER_MS = 120;

export function createPreview({ render, schedule, now }: PreviewDeps): Preview {
  const state = createStore<PreviewState>({ url: undefined, latest: undefined, error: undefined });
  let wanted: { readonly read: (() => string) | undefined } | undefined;
  let isRunning = false;
  let isStopped = false;
  let cancel = (): void => undefined;

  const run = async (): Promise<void> => {
    if (isRunning || wanted === undefined || isStopped) return;
    const { read } = wanted;
    wanted = undefined;
    isRunning = true;
    try {
      const { latest: before, url } = state.get();
      const latest = await render(read?.());
      const isExpired = before === undefined || Date.parse(before.expiresAt) <= now();
      state.set({ url: url === undefined || isExpired ? latest.url : url, latest, error: undefined });
    } catch (error) {
      state.set({ ...state.get(), error });
    } finally {
      isRunning = false;
    }
    await run();
  };

  return {
    state,
    request: (read) => {
      wanted = { read };
      cancel();
      cancel = schedule(() => void run(), state.get().latest === undefined ? 0 : RENDER_AFTER_MS);
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}
