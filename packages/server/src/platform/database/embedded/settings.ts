import type { Logger } from '../../log/index.ts';

export interface EmbeddedPostgresOptions {
  /** The service's data folder (absolute). PostgreSQL's own files are in `postgres/` below it. */
  readonly dataDir: string;
  readonly log: Logger;
  /** Time limit of a start. */
  readonly startTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** For `connectDatabase`: a unix socket, no TCP port. */
  readonly connectionString: string;
  /** True if another process of this service had already started it; `stop()` then leaves it running. */
  readonly adopted: boolean;
  /** Process id of the postmaster now. Changes when it was restarted after a crash. */
  readonly postmasterPid: () => number | undefined;
  stop(): Promise<void>;
}
