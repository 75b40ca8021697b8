/** The limits that the auditor checks rows against. */
export interface AuditSettings {
  /** Time from acceptance to a terminal state: the longest duration of one attempt in either queue. */
  readonly deadlineMs: number;
  /** Duration of a lease. Promise N1 allows two leases in addition to the deadline. */
  readonly leaseMs: number;
  /** Maximum time between counting a use and writing its row. Windows that are checked by rows are shorter by it. */
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
