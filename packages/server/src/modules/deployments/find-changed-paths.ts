import type { BlobStore } from '../../platform/blob-store/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { compareBundles, findBundle } from '../site-bundles/index.ts';
import type { IsHeard } from '../webhooks/index.ts';
import { selectEnvironmentById } from './site-store.ts';
import { selectDeploymentById } from './store.ts';
import type { DeploymentRow, DeploymentTables } from './tables.ts';

export interface ChangeDeps {
  readonly database: Database<DeploymentTables>;
  readonly blobs: Pick<BlobStore, 'open'>;
  readonly isHeard: IsHeard;
}

/** What a cache in front of an environment would have to forget. */
export interface ChangedPaths {
  /** The deployment that readers had when this was found. */
  readonly since: string | null;
  /** Undefined: all. */
  readonly paths: readonly string[] | undefined;
}

/**
 * The addresses that answer otherwise once a bundle is what readers of an environment get. Before the transaction that makes it so:
 * both indexes are read from the blob store. Undefined where nobody listens.
 */
export async function findChangedPaths(
  { database, blobs, isHeard }: ChangeDeps,
  deployment: Pick<DeploymentRow, 'organization_id' | 'project_id' | 'environment_id'>,
  bundleId: string | null,
): Promise<ChangedPaths | undefined> {
  const { organization_id: organizationId, project_id: projectId, environment_id: environmentId } = deployment;
  if (!(await isHeard({ type: 'deployment.activated', organizationId, projectId }))) return undefined;
  const db = database.kysely;
  const since = (await selectEnvironmentById(db, environmentId))?.active_deployment_id ?? null;
  const live = since === null ? undefined : await selectDeploymentById(db, since);
  const keyOf = async (id: string | null) => (id === null ? undefined : (await findBundle(db, id))?.blob_key);
  const [before, after] = [await keyOf(live?.bundle_id ?? null), await keyOf(bundleId)];
  if (before === undefined || after === undefined) return { since, paths: undefined };
  return { since, paths: await compareBundles(blobs, { before, after }) };
}
