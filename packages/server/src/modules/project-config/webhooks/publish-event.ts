import { idPrefixes, type EnvironmentKind, type WebhookEventType } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import { enqueueDelivery, type WebhookQueue } from './enqueue-delivery.ts';
import { insertDelivery, selectListening } from './store.ts';
import type { WebhookTables } from './tables.ts';

export interface WebhookEvent {
  readonly type: WebhookEventType;
  readonly organizationId: string;
  /** Null for events of the whole organization, which endpoints of single projects don't receive. */
  readonly projectId: string | null;
  readonly at: Date;
  readonly data: object;
  /**
   * Endpoints that get the event even though they don't subscribe to its type. Endpoints of other projects still don't
   * get it.
   */
  readonly alsoTo?: readonly string[] | undefined;
  /**
   * For notifications, not for endpoints: the user who started the job; `undefined` if it was a key or the service
   * itself.
   */
  readonly startedBy?: string | undefined;
  /** For notifications, not for endpoints: the environment of a deployment. */
  readonly environment?: EnvironmentKind | undefined;
}

/** Whether any endpoint receives the event. Events that are expensive to compose are composed only in that case. */
export type HasSubscribers = (event: Pick<WebhookEvent, 'type' | 'organizationId' | 'projectId'>) => Promise<boolean>;

export const createHasSubscribers =
  ({ kysely }: Database<WebhookTables>): HasSubscribers =>
  async (event) =>
    (await selectListening(kysely, event)).length > 0;

/** Writes the event for all listeners, in the transaction that causes it. */
export type PublishEvent = (tx: AnyTransaction, event: WebhookEvent) => Promise<void>;

export function createPublishEvent(queue: WebhookQueue): PublishEvent {
  return async (anyTx, event) => {
    const tx: Transaction<WebhookTables> = anyTx;
    const listening = await selectListening(tx, event);
    if (listening.length === 0) return;
    const messageId = newId(idPrefixes.webhookMessage);
    const payload = composePayload(event.type, event.at, event.data);
    for (const endpointId of listening) {
      const { id } = await insertDelivery(tx, {
        id: newId(idPrefixes.webhookDelivery),
        endpoint_id: endpointId,
        organization_id: event.organizationId,
        message_id: messageId,
        project_id: event.projectId,
        type: event.type,
        payload,
        replay_of: null,
      });
      const { organizationId } = event;
      await enqueueDelivery(queue, tx, { deliveryId: id, attempt: 1, organizationId, endpointId });
    }
  };
}

/** Composes the body according to Standard Webhooks. */
export function composePayload(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
