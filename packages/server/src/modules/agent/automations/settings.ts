/** Limits and times of automations. */
export interface AutomationSettings {
  readonly ofProject: number;
  /** Events of one automation that may wait; later ones are refused, or found again in the branches. */
  readonly waitingEvents: number;
  /** Size of the body of an event. */
  readonly maxBodyBytes: number;
  /** Days for which handled events are kept, so that repetitions are recognized. */
  readonly keepEventDays: number;
  /** How often due schedules and waiting events are looked for. */
  readonly tickMs: number;
  /** How often branches are read if nothing reports their changes. */
  readonly branchMs: number;
  /** Merges that cause each other: a change by a run of this depth starts no other automation. */
  readonly maxDepth: number;
}

export const defaultAutomationSettings: AutomationSettings = {
  ofProject: 50,
  waitingEvents: 500,
  maxBodyBytes: 1024 * 1024,
  keepEventDays: 30,
  tickMs: 10_000,
  branchMs: 120_000,
  maxDepth: 2,
};
