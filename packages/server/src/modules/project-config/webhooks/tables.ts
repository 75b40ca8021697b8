import type { WebhookDeliveryStatus, WebhookEventType, WebhookFormat } from '@docwright/contract';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Now = ColumnType<Date, undefined, unknown>;

export interface WebhookTables {
  webhook_endpoints: EndpointsTable;
  webhook_deliveries: DeliveriesTable;
  webhook_attempts: AttemptsTable;
}

interface EndpointsTable {
  id: string;
  organization_id: string;
  /** The displayed address: shortened for a chat's webhook. */
  url: string;
  /** The complete address of a chat's webhook, which needs no other credential. */
  sealed_url: Generated<string | null>;
  format: Generated<WebhookFormat>;
  description: string;
  events: WebhookEventType[] | null;
  project_ids: string[] | null;
  /** Sealed. */
  secret: string;
  previous_secret: Generated<string | null>;
  previous_secret_until: ColumnType<Date | null, never, unknown>;
  disabled_at: ColumnType<Date | null, never, unknown>;
  disabled_reason: Generated<string | null>;
  failing_since: ColumnType<Date | null, never, unknown>;
  created_by: string;
  created_at: Now;
  updated_at: Now;
}
export type EndpointRow = Selectable<EndpointsTable>;

interface DeliveriesTable {
  id: string;
  endpoint_id: string;
  organization_id: string;
  message_id: string;
  project_id: string | null;
  type: string;
  payload: string;
  status: Generated<WebhookDeliveryStatus>;
  attempts: Generated<number>;
  error: Generated<string | null>;
  next_attempt_at: ColumnType<Date | null, unknown, unknown>;
  replay_of: string | null;
  created_at: Now;
  ended_at: ColumnType<Date | null, never, unknown>;
}
export type DeliveryRow = Selectable<DeliveriesTable>;

interface AttemptsTable {
  delivery_id: string;
  attempt: number;
  at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  response: string | null;
}
export type AttemptRow = Selectable<AttemptsTable>;
