import type { Transaction } from 'kysely';
import {
  deleteEnvironment,
  deleteOldEnds,
  insertEndedAt,
  lockEnvironment,
  notifySite,
  selectEnvironment,
} from './site-store.ts';
import type { DeploymentTables } from './tables.ts';

/**
 * A preview goes with all its deployments; bundles stay for what else refers to them. The head that was seen last is kept: it
 * makes no preview by itself any more.
 */
export async function endPreview(
  tx: Transaction<DeploymentTables>,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<void> {
  const found = await selectEnvironment(tx, projectId, branch);
  const environment = found && (await lockEnvironment(tx, found.id));
  if (environment === undefined) return;
  const { observed_commit: commit } = environment;
  if (commit !== null) await insertEndedAt(tx, { projectId, branch, commit });
  await deleteOldEnds(tx, projectId);
  await deleteEnvironment(tx, environment.id);
  await notifySite(tx, projectId);
}
