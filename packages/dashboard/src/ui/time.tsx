import { useSyncExternalStore, type ReactElement } from 'react';
import { formatMoment, formatRelative } from './format.ts';

const TICK_MS = 20_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Subscribes to the timer, which all times on the page share. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the milliseconds since 1970, as of the last tick. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A relative time, with the exact time in the tooltip and for machines. */
export function Time({ at }: { readonly at: string }): ReactElement {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatRelative(at, now)}
    </time>
  );
}
