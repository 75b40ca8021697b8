import type { Queries } from './observed-database.ts';

/** The row of each table that belongs to one tenant: `at('job')` is its agent job's id. */
export type Place = ((prefix: string) => string) & { readonly n: number };

/** Calls one function of a store with arguments that find rows of the place. */
export type Call = (db: never, at: Place, queries: Queries) => unknown;

/** A call whose statements may read all of a table, and why that does no harm. */
export interface Exception {
  readonly call: Call;
  readonly because: string;
  /** The most rows that one statement may read of a table. */
  readonly rows?: number;
}

/** A function of a store that sends nothing. */
export const sendsNothing = 'sends nothing';

export type Sample = Call | Exception | readonly (Call | Exception)[] | typeof sendsNothing;

/** A sample for each function that a store exports: a missing one is a type error, and fails the test. */
export type SamplesOf<Store> = {
  readonly [Name in keyof Store as Store[Name] extends (...args: never[]) => unknown ? Name : never]: Sample;
};

export type Samples = Readonly<Record<string, Sample>>;

export const mayReadMore = (because: string, call: Call, rows?: number): Exception => ({
  call,
  because,
  ...(rows !== undefined && { rows }),
});

/** The time when the database was filled, and the days of it that questions are about. */
const dayOf = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
export const days = { from: dayOf(30), to: dayOf(-1) };
export const now = new Date();
export const daysAgo = (count: number): Date => new Date(Date.now() - count * 86_400_000);
