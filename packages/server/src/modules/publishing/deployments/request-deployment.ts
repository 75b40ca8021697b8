import { idPrefixes, type DeploymentSource } from '@docwright/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { EnqueueOptions, JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { withinWaitingLimit } from '../../foundation/rate-limits/index.ts';
import { lockEnvironment, findEnvironmentById } from './site-store.ts';
import { insertDeployment, selectForgotten, selectInProgress, selectQueued, skipQueued } from './store.ts';
import type { DeploymentRow, DeploymentTables, EnvironmentRow } from './tables.ts';

/** The queue's payload. Everything else is in the deployment's row. */
export interface DeploymentTicket {
  readonly deploymentId: string;
}

export interface EnqueueDeps {
  readonly engine: JobEngine;
  readonly queue: JobQueue<DeploymentTicket>;
}

export interface NewDeployment {
  readonly project: ProjectRow;
  readonly environment: Pick<EnvironmentRow, 'id'>;
  readonly branch: string;
  readonly source: DeploymentSource;
  /** Display name of the requester. */
  readonly author: string | null;
  /**
   * For a fork, the only head that may be built. For a branch, the reported head; the build reads the head again when
   * it starts.
   */
  readonly commit?: string;
  /** Whether queue limits apply. A user can be asked to try again later, but a push must not be lost. */
  readonly isBounded?: boolean;
  /** If a promoted deployment's head is still current, that commit is rebuilt and stays promoted. */
  readonly keepsPromotion?: boolean;
}

/**
 * Adds a deployment to an environment. During a build, only the newest deployment waits. Those that it replaces end as
 * `skipped`. The branch's head is read when the build starts.
 */
export async function requestDeployment(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables>,
  deployment: NewDeployment,
): Promise<DeploymentRow> {
  const { project, environment } = deployment;
  await lockEnvironment(tx, environment.id);
  const overtaken = await selectQueued(tx, environment.id);
  const row = await insertDeployment(tx, {
    id: newId(idPrefixes.deployment),
    organization_id: project.organization_id,
    project_id: project.id,
    environment_id: environment.id,
    branch: deployment.branch,
    source: deployment.source,
    author: deployment.author,
    commit: deployment.commit ?? null,
    // A deployment that replaces a change to the settings also applies those settings.
    keeps_promotion: deployment.keepsPromotion ?? overtaken?.keeps_promotion ?? false,
  });
  await skipQueued(tx, environment.id, row.id);
  if ((await selectInProgress(tx, environment.id)) === undefined) await enqueue(deps, tx, row, deployment.isBounded);
  return row;
}

/**
 * Called in the transaction that ends a deployment, to start the next one. The caller has locked the environment's row.
 */
export async function enqueueNext(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables>,
  environmentId: string,
): Promise<void> {
  const next = await selectQueued(tx, environmentId);
  if (next !== undefined) await enqueue(deps, tx, next);
}

async function enqueue(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables>,
  row: DeploymentRow,
  isBounded = false,
): Promise<void> {
  const options = { transaction: tx, isBounded, ...(await toTurn(tx, row)) };
  await withinWaitingLimit('deployments', () => deps.engine.enqueue(deps.queue, { deploymentId: row.id }, options));
}

/** Queues waiting deployments again if their message was lost. */
export async function enqueueForgotten(deps: EnqueueDeps, db: Kysely<DeploymentTables>): Promise<void> {
  for (const row of await selectForgotten(db))
    await deps.engine.enqueue(deps.queue, { deploymentId: row.id }, await toTurn(db, row));
}

/**
 * Returns the queue options of a deployment. Production doesn't wait for the organization's previews, because one push
 * can create fifty of them.
 */
async function toTurn(
  db: Queryable<DeploymentTables>,
  { id, organization_id: organizationId, environment_id: environmentId, project_id: affinity }: DeploymentRow,
): Promise<EnqueueOptions> {
  const environment = await findEnvironmentById(db, environmentId);
  const groupId = environment?.kind === 'preview' ? `${organizationId}/previews` : organizationId;
  // The worker that built the project last has the cache for its next build.
  return { singletonKey: id, groupId, affinity };
}
