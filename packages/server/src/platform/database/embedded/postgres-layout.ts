import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** An embedded PostgreSQL's paths, and the user it runs as. */
export interface PostgresLayout {
  readonly dataDir: string;
  /** PostgreSQL's own data folder. Exists after the cluster was created. */
  readonly cluster: string;
  readonly folder: string;
  readonly socketDir: string;
  readonly logFile: string;
  /** Locked while a process starts or stops the postmaster. */
  readonly startLock: string;
  /** Each process that uses PostgreSQL has a shared lock on it. */
  readonly memberLock: string;
  /** A named pipe that each process that uses PostgreSQL keeps open. */
  readonly lifeline: string;
  readonly runAs: RunAs;
  readonly binaries: PostgresBinaries;
  readonly environment: Record<string, string>;
}
