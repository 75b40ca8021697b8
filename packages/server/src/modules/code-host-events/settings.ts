/** Limits and times of what code hosts tell. */
export interface CodeHostEventSettings {
  /** One body. A comment is at most 64 KiB at the hosts; the repository's description comes with it. */
  readonly maxBodyBytes: number;
  /** How often a comment that came while the agent works is looked at again. */
  readonly retryAfterMs: number;
  /** A comment that found no free moment for so long is given up. */
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
