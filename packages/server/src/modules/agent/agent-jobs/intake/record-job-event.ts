import type { Transaction } from 'kysely';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import type { AgentJobRequest } from './require-agent-job.ts';
import type { AgentJobTables } from '../tables.ts';

/** Records an action on a job in the audit log. */
export async function recordJobEvent(
  tx: Transaction<AgentJobTables>,
  { author, id, projectId }: AgentJobRequest,
  action: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (author === undefined) return;
  await recordAuditEvent(tx, author, { action, target: { kind: 'agent_job', id }, details: { projectId, ...details } });
}
