import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import { countWaiting } from './events-store.ts';
import { nextTime } from './next-time.ts';
import { recordEvent } from './record-event.ts';
import type { AutomationSettings } from './settings.ts';
import { takeDueSources, updateSourceDue } from './sources-store.ts';
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
 * Records the events of due schedules, and enqueues checks of due branches and suggestions. A row is locked while its
 * next time is computed, so each time is used only once across all workers. Times that passed while no worker ran
 * become one event.
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
          const what = automation.trigger_type === 'suggestion' ? 'suggestions' : 'branches';
          await wake(deps, name, { transaction: tx, what });
          continue;
        }
        // While the event of an earlier time waits for a limit, later times add no events.
        if ((await countWaiting(tx, [automation.id])).has(automation.id)) continue;
        const subject = `schedule ${automation.due_at?.toISOString() ?? ''}`;
        await recordEvent(deps, tx, { automation, subject, evidence: [] });
      }
      return due.length;
    });
  }
}

/**
 * Enqueues jobs that read the files of due projects. Projects without files are read less often, unless a push is
 * reported.
 */
export async function fireDueSources(deps: FireDeps): Promise<void> {
  const { clock, settings, engine, queue } = deps;
  for (let taken = batchSize; taken === batchSize;) {
    taken = await deps.database.kysely.transaction().execute(async (tx) => {
      const now = clock.now();
      const due = await takeDueSources(tx, new Date(now), batchSize);
      for (const { project_id: projectId, organization_id: groupId, has_files: hasFiles } of due) {
        await updateSourceDue(tx, projectId, new Date(now + (hasFiles ? settings.branchMs : settings.noFilesMs)));
        await engine.enqueue(queue, { projectId, what: 'files' }, { transaction: tx, groupId });
      }
      return due.length;
    });
  }
}

/** Returns the time at which the trigger is next due, or `undefined` if it has no times. */
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
    case 'suggestion':
      return new Date(clock.now() + settings.suggestionMs);
    case 'event':
      return undefined;
  }
}
