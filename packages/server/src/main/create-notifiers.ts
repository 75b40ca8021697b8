import type { AgentJob } from '@docwright/contract';
import { createEndRun, defineAutomationQueue, type AutomationTicket } from '../modules/agent/automations/index.ts';
import {
  createTellPeople,
  defineMailQueue,
  type MailTicket,
  type TellPeople,
} from '../modules/agent/notifications/index.ts';
import {
  createPublishEvent,
  defineWebhookQueue,
  type DeliveryTicket,
  type PublishEvent,
} from '../modules/project-config/webhooks/index.ts';
import type { JobEngine, JobQueue } from '../platform/job-engine/index.ts';
import type { Settings } from './settings/settings.ts';

export interface Notifiers {
  readonly webhookQueue: JobQueue<DeliveryTicket>;
  readonly mailQueue: JobQueue<MailTicket>;
  readonly publishEvent: PublishEvent;
  readonly tellPeople: TellPeople;
  readonly automationQueue: JobQueue<AutomationTicket>;
}

/** Creates functions that notify endpoints, people and automations of an event, in the event's transaction. */
export function createNotifiers(engine: JobEngine, { mail }: Pick<Settings, 'mail'>): Notifiers {
  const webhookQueue = defineWebhookQueue(engine);
  const notifyEndpoints = createPublishEvent({ engine, queue: webhookQueue });
  const mailQueue = defineMailQueue(engine);
  const tellPeople = createTellPeople(mail === undefined ? undefined : { engine, queue: mailQueue });
  const automationQueue = defineAutomationQueue(engine);
  const endRun = createEndRun({ engine, queue: automationQueue, publishEvent: notifyEndpoints });
  return {
    webhookQueue,
    mailQueue,
    automationQueue,
    tellPeople,
    publishEvent: async (tx, event) => {
      await notifyEndpoints(tx, event);
      const isEndOfJob = event.type === 'agent.job.completed' || event.type === 'agent.job.failed';
      const recipients = isEndOfJob ? await endRun(tx, event.data as AgentJob) : [];
      if (recipients.length === 0) await tellPeople.ofEvent(tx, event);
      for (const startedBy of recipients) await tellPeople.ofEvent(tx, { ...event, startedBy });
    },
  };
}
