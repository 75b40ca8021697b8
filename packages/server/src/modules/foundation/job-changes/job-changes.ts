/**
 * Notifies watchers of a job when its row changes. Uses one LISTEN connection per process for any number of watchers.
 */
export interface JobChanges {
  /**
   * Resolves at the job's next change, after `maxWaitMs`, or when the signal aborts. The caller then reads the row
   * again.
   */
  next(jobId: string, signal: AbortSignal): Promise<void>;
  /** Calls `onChange` after each change, until the returned function is called. */
  watch(jobId: string, onChange: () => void): () => void;
  /**
   * Reads a job's row once for all watchers that request it at the same time. `key` identifies the row and its
   * requested fields.
   */
  read<Row>(key: string, read: () => Promise<Row>): Promise<Row>;
  /** Notifies a job's watchers. Called when a notification arrives. */
  notify(jobId: string): void;
  /** Makes all watchers read again. Called when notifications may have been missed. */
  notifyAll(): void;
}

/**
 * Time after which watchers read again. A change during a lost connection is detected sooner, because all watchers read
 * again when the connection is restored.
 */
const maxWaitMs = 30_000;

/** Name of the channel that the triggers of `0001-schema.sql` notify. */
export const jobChannel = 'docwright_job';

export function createJobChanges(): JobChanges {
  const watchers = new Map<string, Set<() => void>>();
  const watch = (jobId: string, onChange: () => void): (() => void) => {
    const own = watchers.get(jobId) ?? new Set();
    watchers.set(jobId, own.add(onChange));
    return () => {
      own.delete(onChange);
      if (own.size === 0 && watchers.get(jobId) === own) watchers.delete(jobId);
    };
  };
  const notify = (jobId: string): void => {
    for (const onChange of Array.from(watchers.get(jobId) ?? [])) onChange();
  };
  const reads = createSharedReads();
  return {
    read: reads,
    watch,
    notify,
    notifyAll: () => {
      for (const jobId of Array.from(watchers.keys())) notify(jobId);
    },
    next: async (jobId, signal) => {
      if (signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = (): void => resolve();
      const timer = setTimeout(wake, maxWaitMs);
      const unwatch = watch(jobId, wake);
      signal.addEventListener('abort', wake, { once: true });
      try {
        await promise;
      } finally {
        clearTimeout(timer);
        unwatch();
        signal.removeEventListener('abort', wake);
      }
    },
  };
}

interface Reading {
  readonly running: Promise<unknown>;
  /** The next read, for requests that arrive during the running read, which may miss a later change. */
  next: Promise<unknown> | undefined;
}

function createSharedReads(): JobChanges['read'] {
  const readings = new Map<string, Reading>();
  const start = (key: string, read: () => Promise<unknown>): Promise<unknown> => {
    const running = read().finally(() => {
      if (readings.get(key) === reading && reading.next === undefined) readings.delete(key);
    });
    const reading: Reading = { running, next: undefined };
    readings.set(key, reading);
    return running;
  };
  return <Row>(key: string, read: () => Promise<Row>) => {
    const reading = readings.get(key);
    const result =
      reading === undefined
        ? start(key, read)
        : (reading.next ??= reading.running.catch(() => undefined).then(() => start(key, read)));
    return result as Promise<Row>;
  };
}
