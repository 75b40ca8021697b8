import { idPrefixes, type WebhookEventType } from '@docwright/contract';
import type { AnyTransaction } from '../../../platform/job-engine/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import { selectAutomationById } from './store.ts';
import type { ListedRun } from './tables.ts';
import { toRun } from './to-automation.ts';

export interface ReportDeps {
  readonly publishEvent: PublishEvent;
}

type RunEvent = Extract<WebhookEventType, `automation.run.${string}`>;

/** Sends an event of a run to endpoints, in the transaction that changes the run. */
export async function reportRun(
  { publishEvent }: ReportDeps,
  tx: AnyTransaction,
  run: ListedRun,
  type: RunEvent,
): Promise<void> {
  const automation = await selectAutomationById(tx, run.automation_id);
  if (automation === undefined) return;
  await publishEvent(tx, {
    type,
    organizationId: run.organization_id,
    projectId: run.project_id,
    at: new Date(),
    data: { ...toRun(run), automationName: automation.name },
    alsoTo: automation.notify.filter(isEndpoint),
  });
}

/** Whether a recipient in `notify` is an endpoint, not an email address. */
export const isEndpoint = (recipient: string): boolean =>
  recipient.startsWith(`${idPrefixes.webhookEndpoint}_`) && !recipient.includes('@');
