const day = 86_400_000;
const hour = 3_600_000;
const minute = 60_000;

/** Limits and times of outgoing webhooks. */
export interface WebhookSettings {
  /** Maximum number of endpoints of one organization. */
  readonly maxEndpoints: number;
  /** Timeout from the request to the end of the response. */
  readonly timeoutMs: number;
  /** Maximum number of logged bytes of a response. The rest isn't read. */
  readonly maxResponseBytes: number;
  /**
   * Delays before each attempt except the first. After the last attempt, the delivery fails. This is the schedule of
   * Standard Webhooks.
   */
  readonly retryDelaysMs: readonly number[];
  /** An endpoint that accepted nothing for this long is disabled. */
  readonly disableAfterMs: number;
  /** How many days ended deliveries are retained. */
  readonly keepDays: number;
}

export const defaultWebhookSettings: WebhookSettings = {
  maxEndpoints: 50,
  timeoutMs: 20_000,
  maxResponseBytes: 2_048,
  retryDelaysMs: [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  disableAfterMs: 5 * day,
  keepDays: 30,
};
