import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { MirrorStore } from '../../platform/git/index.ts';

export interface UpkeepDeps<Schema> {
  readonly database: Database<Schema>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** On the disk of this process. */
  readonly mirrors: Pick<MirrorStore, 'listUnused' | 'removeUnused'>;
}

/** A number that decides what a rule keeps. */
export interface RetentionLimit {
  /** Null: for ever. */
  readonly value: number | null;
  /** What it counts: `days`, `hours`, `deployments`, `megabytes`. */
  readonly unit: string;
  /** The environment variable that sets it; null where it is fixed. */
  readonly setting: string | null;
}

/** A table from which a rule takes rows, and the column that says how old one is. */
export interface AgedTable {
  readonly name: string;
  readonly time: string;
}

/** One thing that the hourly upkeep does: what it takes, from where, and why. */
export interface RetentionRule<Schema> {
  readonly name: string;
  /** What it is about, for a person: `Ended agent jobs`. */
  readonly title: string;
  /** What decides, in words: `365 days after its last change`. */
  readonly keeps: string;
  /** The numbers of `keeps`, as far as there are any. */
  readonly limits: readonly RetentionLimit[];
  /** Tables from which rows go, in the order in which they are told. */
  readonly tables: readonly AgedTable[];
  /** Of which whole days go. */
  readonly partitioned?: string;
  /** What it takes is on the disk of each process: none can do it for the others. */
  readonly isOfDisk?: true;
  readonly apply: (deps: UpkeepDeps<Schema>) => Promise<unknown>;
}
