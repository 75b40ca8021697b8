import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** The locations of one embedded PostgreSQL, and the user as whom it runs. */
export interface PostgresLayout {
  readonly dataDir: string;
  /** PostgreSQL's own data folder. Exists after the cluster was created. */
  readonly cluster: string;
  readonly folder: string;
  readonly socketDir: string;
  readonly logFile: string;
  /** Locked while a process starts or stops the postmaster. */
  readonly startLock: string;
  /** Locked, shared, by every process that uses PostgreSQL. */
  readonly memberLock: string;
  /** A named pipe that every process that uses PostgreSQL keeps open. */
  readonly lifeline: string;
  readonly runAs: RunAs;
  readonly binaries: PostgresBinaries;
  readonly environment: Record<string, string>;
}
