import { setTimeout as delay } from 'node:timers/promises';

export interface Repetition {
  /** Aborts the running round's `signal`, and resolves when the round has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `work` now, and again `everyMs` after the end of each round, so that rounds never overlap or pile up. An error
 * ends only its round and is reported, except after `stop`.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, onError }: { readonly everyMs: number; readonly onError: (error: unknown) => void },
): Repetition {
  const stopped = new AbortController();
  const { signal } = stopped;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await work(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
