import { setTimeout as delay } from 'node:timers/promises';

export interface Repetition {
  /** Resolves when the round that runs has ended; its `signal` tells it to. */
  stop(): Promise<void>;
}

/**
 * Works now, and again `everyMs` after each round's end: rounds never overlap or pile up. An error is told and ends nothing
 * but its round; after `stop` it isn't told.
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
