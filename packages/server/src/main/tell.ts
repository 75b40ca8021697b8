import { createTellPeople, type TellPeople } from '../modules/notifications/index.ts';
import {
  createPublishEvent,
  defineWebhookQueue,
  type DeliveryTicket,
  type PublishEvent,
} from '../modules/webhooks/index.ts';
import type { JobEngine, JobQueue } from '../platform/job-engine/index.ts';

export interface Telling {
  readonly webhookQueue: JobQueue<DeliveryTicket>;
  readonly publishEvent: PublishEvent;
  readonly tellPeople: TellPeople;
}

/** Who is told of events: endpoints and people, in one transaction with what the event tells. */
export function createTelling(engine: JobEngine): Telling {
  const webhookQueue = defineWebhookQueue(engine);
  const tellEndpoints = createPublishEvent({ engine, queue: webhookQueue });
  const tellPeople = createTellPeople();
  return {
    webhookQueue,
    tellPeople,
    publishEvent: async (tx, event) => {
      await tellEndpoints(tx, event);
      await tellPeople.ofEvent(tx, event);
    },
  };
}
