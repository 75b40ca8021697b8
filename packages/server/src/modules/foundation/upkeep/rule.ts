import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { MirrorStore } from '../../../platform/git/index.ts';

export interface UpkeepDeps<Schema> {
  readonly database: Database<Schema>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** The mirrors on this process's disk. */
  readonly mirrors: Pick<MirrorStore, 'listUnused' | 'removeUnused'>;
}

/** A number that determines what a rule retains. */
export interface RetentionLimit {
  /** Null for no limit. */
  readonly value: number | null;
  /** The unit: `days`, `hours`, `deployments`, `megabytes`. */
  readonly unit: string;
  /** The environment variable that sets it; null if it is fixed. */
  readonly setting: string | null;
}

/** A table from which a rule deletes rows, and the column that determines the rows' age. */
export interface AgedTable {
  readonly name: string;
  readonly time: string;
}

/** One rule of the hourly upkeep: the rows and files that it deletes, and the reason. */
export interface RetentionRule<Schema> {
  readonly name: string;
  /** The subject as shown to people: `Ended agent jobs`. */
  readonly title: string;
  /** The criterion in words: `365 days after its last change`. */
  readonly keeps: string;
  /** The numbers that `keeps` contains, if any. */
  readonly limits: readonly RetentionLimit[];
  /** Tables from which rows are deleted, in the order in which they are reported. */
  readonly tables: readonly AgedTable[];
  /** A table whose rows are deleted by whole days. */
  readonly partitioned?: string;
  /** Whether the rule deletes from each process's own disk, so that every process must apply it. */
  readonly isPerDisk?: true;
  readonly apply: (deps: UpkeepDeps<Schema>) => Promise<unknown>;
}
