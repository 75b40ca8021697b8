import { idPrefixes, type DeploymentSource } from '@docwright/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { newId } from '../../platform/ids/index.ts';
import type { EnqueueOptions, JobEngine, JobQueue } from '../../platform/job-engine/index.ts';
import type { ProjectRow } from '../projects/index.ts';
import { withinWaitingLimit } from '../rate-limits/index.ts';
import { lockEnvironment, selectEnvironmentById } from './site-store.ts';
import { insertDeployment, selectForgotten, selectInProgress, selectQueued, skipQueued } from './store.ts';
import type { DeploymentRow, DeploymentTables, EnvironmentRow } from './tables.ts';

/** What the queue carries: everything else is in the deployment's row. */
export interface DeploymentTicket {
  readonly deploymentId: string;
}

export interface EnqueueDeps {
  readonly engine: JobEngine;
  readonly queue: JobQueue<DeploymentTicket>;
}

export interface DeploymentWish {
  readonly project: ProjectRow;
  readonly environment: Pick<EnvironmentRow, 'id'>;
  readonly branch: string;
  readonly source: DeploymentSource;
  /** Who wanted it, as people read it. */
  readonly author: string | null;
  /** Of a fork the only head that may be built; of a branch the head that was seen: what is built is the head of its turn. */
  readonly commit?: string;
  /** Somebody asks who can be told to come later; a push is not lost. */
  readonly isBounded?: boolean;
  /** Where a deployment was promoted, and the head is still the one of then, that is built anew and stays. */
  readonly keepsPromotion?: boolean;
}

/**
 * One more deployment of an environment. While one is being built, only the newest waits: what it overtakes ends as `skipped`.
 * The branch's head is read when its turn comes.
 */
export async function requestDeployment(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables>,
  wish: DeploymentWish,
): Promise<DeploymentRow> {
  const { project, environment } = wish;
  await lockEnvironment(tx, environment.id);
  const overtaken = await selectQueued(tx, environment.id);
  const row = await insertDeployment(tx, {
    id: newId(idPrefixes.deployment),
    organization_id: project.organization_id,
    project_id: project.id,
    environment_id: environment.id,
    branch: wish.branch,
    source: wish.source,
    author: wish.author,
    commit: wish.commit ?? null,
    // Whoever overtakes a change of the settings builds with them as well.
    keeps_promotion: wish.keepsPromotion ?? overtaken?.keeps_promotion ?? false,
  });
  await skipQueued(tx, environment.id, row.id);
  if ((await selectInProgress(tx, environment.id)) === undefined) await enqueue(deps, tx, row, wish.isBounded);
  return row;
}

/** After one has ended, in its transaction: the next gets its turn. The caller holds the environment's row. */
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

/** A waiting deployment whose message was lost is given out again. */
export async function enqueueForgotten(deps: EnqueueDeps, db: Kysely<DeploymentTables>): Promise<void> {
  for (const row of await selectForgotten(db))
    await deps.engine.enqueue(deps.queue, { deploymentId: row.id }, await toTurn(db, row));
}

/** Production waits for none of the organization's own previews, of which one push may bring fifty. */
async function toTurn(
  db: Queryable<DeploymentTables>,
  { id, organization_id: organizationId, environment_id: environmentId, project_id: affinity }: DeploymentRow,
): Promise<EnqueueOptions> {
  const environment = await selectEnvironmentById(db, environmentId);
  const groupId = environment?.kind === 'preview' ? `${organizationId}/previews` : organizationId;
  // Whoever built of the project last has what its next build goes on from.
  return { singletonKey: id, groupId, affinity };
}
