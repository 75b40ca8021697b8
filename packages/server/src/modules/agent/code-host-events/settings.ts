/** Limits and times for events of code hosts. */
export interface CodeHostEventSettings {
  /** Size of one body. A comment is at most 64 KiB at the hosts; the repository's description is included. */
  readonly maxBodyBytes: number;
  /** How often a comment that arrived while the agent works is checked again. */
  readonly retryAfterMs: number;
  /** How long a comment waits for the job to be idle before it is dropped. */
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
