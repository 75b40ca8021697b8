import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { compareBundles, findBundle } from '../../building/site-bundles/index.ts';
import type { HasSubscribers } from '../../project-config/webhooks/index.ts';
import { findEnvironmentById } from './site-store.ts';
import { findDeployment } from './store.ts';
import type { DeploymentRow, DeploymentTables } from './tables.ts';

export interface ChangeDeps {
  readonly database: Database<DeploymentTables>;
  readonly blobs: Pick<BlobStore, 'open'>;
  readonly hasSubscribers: HasSubscribers;
}

/** The paths that a cache must purge for an environment. */
export interface ChangedPaths {
  /** The live deployment at the time of the comparison. */
  readonly since: string | null;
  /** `undefined` for all paths. */
  readonly paths: readonly string[] | undefined;
}

/**
 * Finds the addresses whose responses change when an environment activates a bundle. Called before the transaction,
 * because both indexes are read from the blob store. Returns `undefined` if no webhook subscribes to the event.
 */
export async function findChangedPaths(
  { database, blobs, hasSubscribers }: ChangeDeps,
  deployment: Pick<DeploymentRow, 'organization_id' | 'project_id' | 'environment_id'>,
  bundleId: string | null,
): Promise<ChangedPaths | undefined> {
  const { organization_id: organizationId, project_id: projectId, environment_id: environmentId } = deployment;
  if (!(await hasSubscribers({ type: 'deployment.activated', organizationId, projectId }))) return undefined;
  const db = database.kysely;
  const since = (await findEnvironmentById(db, environmentId))?.active_deployment_id ?? null;
  const live = since === null ? undefined : await findDeployment(db, since);
  const keyOf = async (id: string | null) => (id === null ? undefined : (await findBundle(db, id))?.blob_key);
  const [before, after] = [await keyOf(live?.bundle_id ?? null), await keyOf(bundleId)];
  if (before === undefined || after === undefined) return { since, paths: undefined };
  return { since, paths: await compareBundles(blobs, { before, after }) };
}
