import type { WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from '@docwright/contract';
import type { AttemptRow, DeliveryRow, EndpointRow } from './tables.ts';
import { formatMessage } from './format-message.ts';
import { showAddress } from './show-address.ts';

/** Converts a row to the format that clients receive. */
export const toWebhookEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  url: showAddress(row),
  format: row.format,
  description: row.description,
  events: row.events,
  projectIds: row.project_ids,
  enabled: row.disabled_at === null,
  disabledAt: toTime(row.disabled_at),
  disabledReason: row.disabled_reason,
  failingSince: toTime(row.failing_since),
  previousSecretUntil: toTime(row.previous_secret_until),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const toWebhookDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  messageId: row.message_id,
  type: row.type,
  projectId: row.project_id,
  status: row.status,
  attempts: row.attempts,
  error: row.error,
  nextAttemptAt: toTime(row.next_attempt_at),
  replayOf: row.replay_of,
  createdAt: row.created_at.toISOString(),
  endedAt: toTime(row.ended_at),
});

export const toDeliveryDetail = (
  row: DeliveryRow,
  { format }: Pick<EndpointRow, 'format'>,
  attempts: readonly AttemptRow[],
): WebhookDeliveryDetail => ({
  ...toWebhookDelivery(row),
  payload: formatMessage(format, row.payload),
  log: attempts.map(({ attempt, at, duration_ms, status_code, error, response }) => ({
    attempt,
    at: at.toISOString(),
    durationMs: duration_ms,
    statusCode: status_code,
    error,
    response,
  })),
});

const toTime = (date: Date | null): string | null => date?.toISOString() ?? null;
