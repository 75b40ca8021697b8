/** Limits and times of automations. */
export interface AutomationSettings {
  readonly ofProject: number;
  /** Maximum number of waiting events of one automation; later events are refused, or found again in the branches. */
  readonly waitingEvents: number;
  /** Maximum size of an event's body. */
  readonly maxBodyBytes: number;
  /** Days for which handled events are kept, so that repetitions are recognized. */
  readonly keepEventDays: number;
  /** Interval of the search for due schedules and waiting events. */
  readonly tickMs: number;
  /** Interval at which branches are read if nothing reports their changes. */
  readonly branchMs: number;
  /** Interval at which suggestions are compared with the thresholds of automations. */
  readonly suggestionMs: number;
  /** Interval at which a docs branch without automation files is read if nothing reports its changes. */
  readonly noFilesMs: number;
  /** How long after a run's end its merge waits for required checks. */
  readonly mergeChecksMs: number;
  /** Maximum length of a chain of merges: a change by a run of this depth starts no other automation. */
  readonly maxDepth: number;
}

export const defaultAutomationSettings: AutomationSettings = {
  ofProject: 50,
  waitingEvents: 500,
  maxBodyBytes: 1024 * 1024,
  keepEventDays: 30,
  tickMs: 10_000,
  branchMs: 120_000,
  suggestionMs: 900_000,
  noFilesMs: 3_600_000,
  mergeChecksMs: 3_600_000,
  maxDepth: 2,
};
