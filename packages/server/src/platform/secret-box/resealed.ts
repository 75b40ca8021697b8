/** The result for stored secrets after a change of the master key. */
export interface Resealed {
  /** Rows that the current master key seals from now on. */
  readonly resealed: number;
  /** IDs of rows that none of the keys decrypts: their secrets must be set again. */
  readonly unreadable: readonly string[];
}
