import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';

export interface UpkeepDeps<Schema> {
  readonly database: Database<Schema>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
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
  readonly apply: (deps: UpkeepDeps<Schema>) => Promise<unknown>;
}
