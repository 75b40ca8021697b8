/** The limits that the auditor checks rows against. */
export interface AuditSettings {
  /** From acceptance to a terminal state: the longest that one attempt of either queue may take. */
  readonly deadlineMs: number;
  /** Promise N1 allows two of these on top of the deadline. */
  readonly leaseMs: number;
  /**
   * Rows are written a moment after the use of the limit that they belong to: an hour counted by rows is shorter by
   * this.
   */
  readonly rowDelayMs: number;
  /** How long readers’ feedback is stored. */
  readonly feedbackDays: number;
  /** How long single events, actions on suggestions, and comparisons of searches are kept. */
  readonly eventDays: number;
  /** How long ended agent jobs are kept. */
  readonly jobDays: number;
  /** How long the files with the figures of a day are kept. */
  readonly analyticsFileDays: number;
}

export const defaultAuditSettings: AuditSettings = {
  deadlineMs: 30 * 60_000,
  leaseMs: 60_000,
  rowDelayMs: 5_000,
  feedbackDays: 400,
  eventDays: 90,
  jobDays: 365,
  analyticsFileDays: 0,
};
