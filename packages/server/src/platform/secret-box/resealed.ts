/** What became of stored secrets after a change of the master key. */
export interface Resealed {
  /** Rows that the current master key seals from now on. */
  readonly resealed: number;
  /** Ids of what none of the keys opens: it must be set again. */
  readonly unreadable: readonly string[];
}
