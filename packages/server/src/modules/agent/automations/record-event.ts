import { idPrefixes, type AutomationEvidence } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { newId } from '../../../platform/ids/index.ts';
import { insertEvent } from './events-store.ts';
import type { AutomationSettings } from './settings.ts';
import type { AutomationRow, AutomationTables } from './tables.ts';
import { wake, type WakeDeps } from './tickets.ts';

/** Records an event once and wakes its automation. Returns false if the event is known or too many are waiting. */
export async function recordEvent(
  deps: WakeDeps & { readonly settings: AutomationSettings },
  tx: Transaction<AutomationTables>,
  event: {
    readonly automation: Pick<AutomationRow, 'id' | 'organization_id'>;
    /** Identifier of the event, by which repeated reports of it are recognized. */
    readonly subject: string;
    readonly evidence: readonly AutomationEvidence[];
    readonly depth?: number;
  },
): Promise<boolean> {
  const { automation, subject, evidence, depth = 1 } = event;
  const isNew = await insertEvent(tx, {
    id: newId(idPrefixes.automationEvent),
    automationId: automation.id,
    subject,
    evidence,
    depth,
    mostWaiting: deps.settings.waitingEvents,
  });
  if (isNew) await wake(deps, { id: automation.id, organizationId: automation.organization_id }, { transaction: tx });
  return isNew;
}
