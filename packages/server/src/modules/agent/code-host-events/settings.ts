/** Limits and times for code host events. */
export interface CodeHostEventSettings {
  /**
   * Maximum size of one body. Comments are at most 64 KiB at the hosts; bodies also include the repository's
   * description.
   */
  readonly maxBodyBytes: number;
  /** Interval at which a comment that arrived while the agent works is checked again. */
  readonly retryAfterMs: number;
  /** How long a comment waits for the job to become idle before the comment is dropped. */
  readonly giveUpAfterMs: number;
  readonly keepDays: number;
  readonly defaultMention: string;
}

export const defaultCodeHostEventSettings: CodeHostEventSettings = {
  maxBodyBytes: 2 * 1024 * 1024,
  retryAfterMs: 5_000,
  giveUpAfterMs: 24 * 3_600_000,
  keepDays: 90,
  defaultMention: '@docwright',
};
