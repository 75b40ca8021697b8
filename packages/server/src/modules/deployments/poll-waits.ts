/** Where nothing changes a code host is asked for previews and pull requests half as often each time, until it is asked this many times less. */
const factor = 15;
/** Longer nobody waits for a change that no hook tells of, unless the installation asks less often from the start. */
const longestSeconds = 3600;

export interface PollWaits {
  /** After a change. */
  readonly everySeconds: number;
  /** Where nothing changes, and where hooks tell of changes. */
  readonly longestSeconds: number;
}

/** @param everySeconds as the installation has it */
export const toPollWaits = (everySeconds: number): PollWaits => ({
  everySeconds,
  longestSeconds: Math.max(everySeconds, Math.min(everySeconds * factor, longestSeconds)),
});
