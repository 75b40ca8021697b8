import type { Logger } from '../../log/index.ts';

export interface EmbeddedPostgresOptions {
  /** The service's data folder (absolute). PostgreSQL's own files are in `postgres/` below it. */
  readonly dataDir: string;
  readonly log: Logger;
  /** Time limit of a start. */
  readonly startTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** The address for `connectDatabase`: a unix socket without a TCP port. */
  readonly connectionString: string;
  /** Whether another process of this service had already started it, in which case `stop()` leaves it running. */
  readonly adopted: boolean;
  /** The current process ID of the postmaster, which changes when it is restarted after a crash. */
  readonly postmasterPid: () => number | undefined;
  stop(): Promise<void>;
}
