import { useEffect, useState, type ReactElement } from 'react';
import { formatDuration } from '../ui/format.ts';

const TICK_MS = 1000;

/** Elapsed time of a running process, updated every second. */
export function ElapsedTime({ sinceMs }: { readonly sinceMs: number }): ReactElement {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // The service's clock may be ahead of this clock.
  const ms = Math.max(0, nowMs - sinceMs);
  return <>{ms < 60_000 ? `${Math.floor(ms / 1000)} s` : formatDuration(ms)} so far</>;
}
