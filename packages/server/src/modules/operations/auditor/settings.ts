/** The limits that the auditor checks rows against. */
export interface AuditSettings {
  /** Time from acceptance to a terminal state: the longest duration of one attempt in either queue. */
  readonly deadlineMs: number;
  /** Promise N1 allows two leases in addition to the deadline. */
  readonly leaseMs: number;
  /** A row is written shortly after its use is counted, so windows checked by rows are shorter by this time. */
  readonly rowDelayMs: number;
  /** Retention of readers' feedback. */
  readonly feedbackDays: number;
  /** Retention of individual events, actions on suggestions, and search comparisons. */
  readonly eventDays: number;
  /** Retention of ended agent jobs. */
  readonly jobDays: number;
  /** Retention of the files with a day's figures. */
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
