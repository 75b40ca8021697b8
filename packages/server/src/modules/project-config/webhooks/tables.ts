import type { WebhookEventType } from '@docwright/contract';
import type { Selectable } from 'kysely';
import type { TableOf } from '../../../platform/database/index.ts';

export interface WebhookTables {
  webhook_endpoints: EndpointsTable;
  webhook_deliveries: DeliveriesTable;
  webhook_attempts: AttemptsTable;
}

type EndpointsTable = TableOf<'webhook_endpoints', { events: WebhookEventType[] | null }>;
export type EndpointRow = Selectable<EndpointsTable>;

type DeliveriesTable = TableOf<'webhook_deliveries'>;
export type DeliveryRow = Selectable<DeliveriesTable>;

type AttemptsTable = TableOf<'webhook_attempts'>;
export type AttemptRow = Selectable<AttemptsTable>;
