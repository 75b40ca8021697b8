import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countRollups, selectWrongRollups } from './rollup-store.ts';
import { countOf } from '../../../../platform/words/count-of.ts';

/** Maximum number of reported rows, because a single bug can affect a row of every day. */
const shown = 100;

/** Checks N23: the figures of a period equal the sum of its days. */
export async function checkRollups(
  { database: { kysely } }: Pick<AuditDeps, 'database'>,
  findings: Findings,
): Promise<void> {
  findings.count('N23', await countRollups(kysely));
  for (const { projectId, firstDay, days, kind, has, daysHave } of await selectWrongRollups(kysely, shown))
    findings.add(
      'N23',
      projectId,
      `has ${has} of kind ${kind} in the ${countOf(days, 'day')} from ${firstDay}, but its days have ${daysHave}`,
    );
}
