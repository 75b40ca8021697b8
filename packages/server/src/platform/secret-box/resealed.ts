/** The result for stored secrets after a change of the master key. */
export interface Resealed {
  /** Number of rows that are now sealed with the current master key. */
  readonly resealed: number;
  /** IDs of rows that can't be decrypted with any key; their secrets must be set again. */
  readonly unreadable: readonly string[];
}
