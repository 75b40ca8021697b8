import type { QueryExecutorProvider } from 'kysely';
import type { OwnedRows } from '../../../platform/database/index.ts';
import { agentJobRows } from '../../agent/agent-jobs/index.ts';
import { organizationNotificationRows, projectNotificationRows } from '../../agent/notifications/index.ts';
import { idempotencyKeyRows } from '../../foundation/idempotency/index.ts';
import { connectedRepositoryRows } from '../../identity/organizations/index.ts';
import { organizationStorageRows } from '../../identity/storage/index.ts';
import { webhookDeliveryRows, webhookEndpointRows } from '../../project-config/webhooks/index.ts';
import { exportJobRows } from '../../publishing/exports/index.ts';
import { readerSessionRows } from '../../publishing/site-access/index.ts';
import { dailyCountRows, eventRows, feedbackRows, rollupCountRows } from '../../readers/analytics/index.ts';
import { assistantMessageRows } from '../../readers/assistant/index.ts';
import { codeHostAppRequestRows, codeHostRows } from '../../sources/code-hosts/index.ts';
import { organizationModelRows } from '../../project-config/model-settings/index.ts';
import { firstStepRows } from '../overview/index.ts';

/** A project's large tables, in the order of deletion. The first are tables that users see in lists. */
export const projectRows: readonly OwnedRows[] = [
  agentJobRows,
  exportJobRows,
  assistantMessageRows,
  readerSessionRows,
  feedbackRows,
  projectNotificationRows,
  rollupCountRows,
  dailyCountRows,
  eventRows,
];

/** An organization's tables that don't belong to its projects. Rows that depend on one of these are deleted with it. */
export const organizationRows: readonly OwnedRows[] = [
  webhookDeliveryRows,
  webhookEndpointRows,
  organizationNotificationRows,
  idempotencyKeyRows,
  codeHostRows,
  organizationModelRows,
  codeHostAppRequestRows,
  connectedRepositoryRows,
  firstStepRows,
  organizationStorageRows,
];

export async function hasProjectRows(db: QueryExecutorProvider, projectId: string): Promise<boolean> {
  for (const rows of projectRows) if (await rows.exist(db, projectId)) return true;
  return false;
}
