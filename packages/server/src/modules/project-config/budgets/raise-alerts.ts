import type { Database } from '../../../platform/database/index.ts';
import { recordAuditEvent, systemAuthor } from '../../foundation/audit-log/index.ts';
import type { PublishEvent } from '../webhooks/index.ts';
import { insertAlerts, selectDue, type BudgetRow } from './store.ts';
import type { BudgetTables } from './tables.ts';

export interface AlertDeps {
  readonly database: Database<BudgetTables>;
  readonly publishEvent: PublishEvent;
}

/**
 * Reports each threshold once a month when it is reached, even if several processes check or one of them is killed: the
 * mark and the report are written in one transaction. If several are reached at the same time, the highest is reported.
 * A budget that can't be reported doesn't block the others, and is retried the next time.
 *
 * @throws AggregateError if some could not be reported, after all have been tried
 */
export async function raiseAlerts(deps: AlertDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const due of await selectDue(deps.database.kysely)) {
    try {
      await raise(deps, due);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'alerts of reached budget thresholds could not be sent');
}

async function raise({ database, publishEvent }: AlertDeps, due: BudgetRow): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    const reached = await insertAlerts(tx, due);
    if (reached.length === 0) return;
    const { organizationId, projectId, month, usd, spentUsd, stopJobs } = due;
    const threshold = Math.max(...reached);
    const data = { projectId, month, threshold, spentUsd, budgetUsd: usd, stopsJobs: stopJobs && threshold === 100 };
    const target = { kind: 'budget', id: projectId ?? organizationId };
    await recordAuditEvent(tx, systemAuthor(organizationId), {
      action: 'budget.threshold_reached',
      target,
      details: data,
    });
    await publishEvent(tx, { type: 'budget.threshold_reached', organizationId, projectId, at: new Date(), data });
  });
}
