import {
  agentJobLimit,
  agentMessageLimit,
  forkPreviewLimit,
  projectExportLimit,
} from '../../../foundation/rate-limits/index.ts';
import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { countUses, selectOverusedBuckets, selectOverusedProjects } from './limit-store.ts';

/**
 * Checks N6: no sliding window contains more accepted uses than its limit. Checks uses of the last hour, and rows of
 * all time.
 */
export async function checkLimits(deps: AuditDeps, findings: Findings): Promise<void> {
  const { kysely } = deps.database;
  findings.count('N6', await countUses(kysely));
  for (const rule of [agentJobLimit, agentMessageLimit, projectExportLimit, forkPreviewLimit]) {
    for (const bucket of await selectOverusedBuckets(kysely, rule)) {
      findings.add('N6', bucket, `more than ${rule.limit} uses in ${rule.windowSeconds} s`);
    }
  }
  for (const [rows, rule] of [
    ['jobs', agentJobLimit],
    ['messages', agentMessageLimit],
  ] as const) {
    const windowSeconds = rule.windowSeconds - deps.settings.rowDelayMs / 1000;
    for (const project of await selectOverusedProjects(kysely, rows, { limit: rule.limit, windowSeconds })) {
      findings.add('N6', project, `more than ${rule.limit} agent ${rows} in ${rule.windowSeconds} s`);
    }
  }
}
