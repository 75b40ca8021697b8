/** While nothing changes, the interval between requests for previews and pull requests doubles, up to this multiple. */
const factor = 15;
/** The maximum delay until a change without a hook is detected, unless the installation's interval is longer. */
const maxSeconds = 3600;

export interface PollWaits {
  /** The interval after a change. */
  readonly everySeconds: number;
  /** The interval while nothing changes, or while hooks report changes. */
  readonly maxSeconds: number;
}

/** @param everySeconds the installation's setting */
export const toPollWaits = (everySeconds: number): PollWaits => ({
  everySeconds,
  maxSeconds: Math.max(everySeconds, Math.min(everySeconds * factor, maxSeconds)),
});
