import type { Transaction } from 'kysely';
import {
  deleteEnvironment,
  deleteOldEnds,
  insertEndedAt,
  lockEnvironment,
  notifySite,
  findEnvironment,
} from './site-store.ts';
import type { DeploymentTables } from './tables.ts';

/**
 * Deletes a preview with all its deployments. A bundle stays if something else refers to it. The last head is stored,
 * so that it doesn't create a preview again.
 */
export async function endPreview(
  tx: Transaction<DeploymentTables>,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<void> {
  const found = await findEnvironment(tx, projectId, branch);
  const environment = found && (await lockEnvironment(tx, found.id));
  if (environment === undefined) return;
  const { observed_commit: commit } = environment;
  if (commit !== null) await insertEndedAt(tx, { projectId, branch, commit });
  await deleteOldEnds(tx, projectId);
  await deleteEnvironment(tx, environment.id);
  await notifySite(tx, projectId);
}
