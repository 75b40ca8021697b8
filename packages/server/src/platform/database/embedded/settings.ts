import type { Logger } from '../../log/index.ts';

export interface EmbeddedPostgresOptions {
  /** The service's data folder (absolute). PostgreSQL's own files are in `postgres/` below it. */
  readonly dataDir: string;
  readonly log: Logger;
  /** Time limit for a start. */
  readonly startTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** The URL for `connectDatabase`: a unix socket without a TCP port. */
  readonly connectionString: string;
  /** Whether another of the service's processes had already started it; if so, `stop()` leaves it running. */
  readonly adopted: boolean;
  /** The postmaster's current process ID, which changes when it is restarted after a crash. */
  readonly postmasterPid: () => number | undefined;
  stop(): Promise<void>;
}
