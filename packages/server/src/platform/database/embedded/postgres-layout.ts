import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** Where everything of one embedded PostgreSQL is, and as whom it runs. */
export interface PostgresLayout {
  readonly dataDir: string;
  /** PostgreSQL's own data folder. Exists once the cluster is created. */
  readonly cluster: string;
  readonly folder: string;
  readonly socketDir: string;
  readonly logFile: string;
  /** Held while someone starts or stops the postmaster. */
  readonly startLock: string;
  /** Held, shared, by every process that uses it. */
  readonly memberLock: string;
  /** A named pipe that every process that uses it keeps open. */
  readonly lifeline: string;
  readonly runAs: RunAs;
  readonly binaries: PostgresBinaries;
  readonly environment: Record<string, string>;
}
