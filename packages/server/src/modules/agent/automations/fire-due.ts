import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { countWaiting } from './events-store.ts';
import { nextTime } from './next-time.ts';
import { recordEvent } from './record-event.ts';
import type { AutomationSettings } from './settings.ts';
import { takeDue, updateDue } from './store.ts';
import type { AutomationRow, AutomationTables } from './tables.ts';
import { wake, type WakeDeps } from './tickets.ts';

export interface FireDeps extends WakeDeps {
  readonly database: Database<AutomationTables>;
  readonly settings: AutomationSettings;
  readonly clock: Clock;
}

const batchSize = 50;

/**
 * Records the events of due schedules, and has due branches checked. A row is locked while its next time is
 * computed, so each time is used once by all workers; times that passed while no worker ran are one event.
 */
export async function fireDue(deps: FireDeps): Promise<void> {
  for (let taken = batchSize; taken === batchSize;) {
    taken = await deps.database.kysely.transaction().execute(async (tx) => {
      const now = new Date(deps.clock.now());
      const due = await takeDue(tx, now, batchSize);
      for (const automation of due) {
        await updateDue(tx, automation.id, nextDue(automation, deps) ?? null);
        if (automation.trigger_type !== 'schedule') {
          const name = { id: automation.id, organizationId: automation.organization_id };
          await wake(deps, name, { transaction: tx, what: 'branches' });
          continue;
        }
        // While an earlier time waits for a limit, later ones add nothing.
        if ((await countWaiting(tx, [automation.id])).has(automation.id)) continue;
        const subject = `schedule ${automation.due_at?.toISOString() ?? ''}`;
        await recordEvent(deps, tx, { automation, subject, evidence: [] });
      }
      return due.length;
    });
  }
}

/** When the trigger is due next, or `undefined` if it has no times. */
export function nextDue(
  { trigger_type: type, trigger }: Pick<AutomationRow, 'trigger_type' | 'trigger'>,
  { clock, settings }: Pick<FireDeps, 'clock' | 'settings'>,
): Date | undefined {
  switch (type) {
    case 'schedule':
      return nextTime({ cron: trigger.cron ?? '', timeZone: trigger.timeZone ?? 'UTC' }, new Date(clock.now()));
    case 'content_update':
    case 'code_change':
      return new Date(clock.now() + settings.branchMs);
    case 'event':
      return undefined;
  }
}
