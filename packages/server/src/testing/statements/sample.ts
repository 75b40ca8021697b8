import type { Queries } from './observed-database.ts';

/** Finds a tenant's row in each table: `at('job')` is the ID of its agent job. */
export type Place = ((prefix: string) => string) & { readonly n: number };

/** Calls a store's function with arguments that find the tenant's rows. */
export type Call = (db: never, at: Place, queries: Queries) => unknown;

/** A call whose statements may read a whole table, and the reason why that is harmless. */
export interface Exception {
  readonly call: Call;
  readonly because: string;
  /** Maximum number of rows that one statement may read in a table. */
  readonly rows?: number;
}

/** Marks a store's function that doesn't send a statement. */
export const sendsNothing = 'sends nothing';

export type Sample = Call | Exception | readonly (Call | Exception)[] | typeof sendsNothing;

/** A sample for each function that a store exports. A missing sample is a type error and fails the test. */
export type SamplesOf<Store> = {
  readonly [Name in keyof Store as Store[Name] extends (...args: never[]) => unknown ? Name : never]: Sample;
};

export type Samples = Readonly<Record<string, Sample>>;

export const mayReadMore = (because: string, call: Call, rows?: number): Exception => ({
  call,
  because,
  ...(rows !== undefined && { rows }),
});

/** The date of a day before the database was filled. */
const dayOf = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
export const days = { from: dayOf(30), to: dayOf(-1) };
export const now = new Date();
export const daysAgo = (count: number): Date => new Date(Date.now() - count * 86_400_000);
