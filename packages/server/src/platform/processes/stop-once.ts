/** Time after the drain time for closing connections and killing processes. It is used up only if something hangs. */
const closingMs = 5_000;

async function stopWithin(drainMs: number, what: string, stop: () => Promise<void>): Promise<void> {
  const limitMs = drainMs + closingMs;
  const overdue = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => overdue.reject(new Error(`${what} did not stop within ${limitMs} ms and is terminated`)),
    limitMs,
  );
  try {
    await Promise.race([stop(), overdue.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a `stop` that always ends. The first call starts the stop; all calls wait for its end.
 * @param drainMs time for requests and jobs
 * @throws Error if the stop takes more than five seconds longer, after which the process should end without waiting for
 * it
 */
export function stopOnce(drainMs: number, what: string, stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stopWithin(drainMs, what, stop));
}
