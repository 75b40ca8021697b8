import type { EnvironmentKind } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import type { ChangedPaths } from './find-changed-paths.ts';
import { enqueueNext, type EnqueueDeps } from './request-deployment.ts';
import { lockEnvironment } from './site-store.ts';
import { endDeploymentRow, findDeployment, setActive, type DeploymentEnd } from './store.ts';
import type { DeploymentRow, DeploymentTables, EnvironmentRow, FilesChanged } from './tables.ts';

export interface EndDeps extends EnqueueDeps {
  readonly database: Database<DeploymentTables>;
  readonly publishEvent: PublishEvent;
  /** Called in the transaction of each change that the code host should be notified of. */
  readonly onChanged: (tx: Transaction<DeploymentTables>, environment: ChangedEnvironment) => Promise<void>;
}

export interface ChangedEnvironment {
  readonly organizationId: string;
  readonly projectId: string;
  readonly environmentId: string;
}

/**
 * Ends a deployment in one transaction. If it is ready and nothing newer is live, it goes live. Then the next
 * deployment starts. Returns `undefined` if the deployment has already ended or belongs to another worker.
 */
export async function endDeployment(
  deps: EndDeps,
  end: DeploymentEnd,
  changed?: ChangedPaths,
): Promise<DeploymentRow | undefined> {
  return deps.database.kysely.transaction().execute((tx) => endDeploymentIn(deps, tx, end, changed));
}

export async function endDeploymentIn(
  deps: EndDeps,
  tx: Transaction<DeploymentTables>,
  end: DeploymentEnd,
  changed?: ChangedPaths,
): Promise<DeploymentRow | undefined> {
  const found = await findDeployment(tx, end.id);
  if (found === undefined) return undefined;
  const environment = await lockEnvironment(tx, found.environment_id);
  if (environment === undefined) return undefined;
  const reason = end.status === 'success' ? findReasonToWait(environment, found) : undefined;
  const ended = await endDeploymentRow(
    tx,
    reason === undefined ? end : { ...end, summary: `${end.summary} Not live: ${reason}.` },
  );
  if (ended === undefined) return undefined;
  await deps.onChanged(tx, {
    organizationId: ended.organization_id,
    projectId: ended.project_id,
    environmentId: environment.id,
  });
  if (ended.status !== 'skipped')
    await publish(deps, tx, ended, {
      type: ended.status === 'success' ? 'deployment.ready' : 'deployment.failed',
      filesChanged: ended.files_changed ?? { added: [], modified: [], removed: [] },
      environment: environment.kind,
    });
  if (ended.status === 'success' && reason === undefined) {
    const pinnedCommit = ended.keeps_promotion ? environment.pinned_commit : null;
    const active = { deploymentId: ended.id, observation: ended.observation ?? 0, pinnedCommit };
    await setActive(tx, environment, active);
    await publishActivated(deps, tx, { deployment: ended, before: environment, changed });
  }
  await enqueueNext(deps, tx, environment.id);
  return ended;
}

/**
 * Finds the reason why a deployment doesn't go live: an older observation never replaces a newer one, and a promotion
 * lasts until the head changes.
 */
export function findReasonToWait(
  environment: Pick<EnvironmentRow, 'active_observation' | 'pinned_commit'>,
  deployment: Pick<DeploymentRow, 'observation' | 'commit' | 'keeps_promotion'>,
): string | undefined {
  if ((deployment.observation ?? 0) <= environment.active_observation)
    return 'a newer deployment went live in the meantime';
  const { pinned_commit: pinned } = environment;
  if (pinned !== null && pinned === deployment.commit && !deployment.keeps_promotion)
    return "another deployment was promoted and stays live until the branch's head changes";
  return undefined;
}

export interface Activation {
  readonly deployment: DeploymentRow;
  /** The row before the change. */
  readonly before: Pick<EnvironmentRow, 'active_deployment_id'>;
  readonly changed: ChangedPaths | undefined;
}

/**
 * Publishes the paths that caches must purge; null means all paths, for example if another deployment was live in the
 * meantime.
 */
export async function publishActivated(
  deps: Pick<EndDeps, 'publishEvent'>,
  tx: Transaction<DeploymentTables>,
  { deployment, before, changed }: Activation,
): Promise<void> {
  const isSame = changed !== undefined && changed.since === before.active_deployment_id;
  const changedPaths = isSame ? (changed.paths ?? null) : null;
  await publish(deps, tx, deployment, { type: 'deployment.activated', changedPaths });
}

type DeploymentEvent =
  | {
      readonly type: 'deployment.ready' | 'deployment.failed';
      readonly filesChanged: FilesChanged;
      readonly environment: EnvironmentKind;
    }
  | {
      readonly type: 'deployment.activated';
      readonly changedPaths: readonly string[] | null;
      readonly environment?: undefined;
    };

/** Publishes a deployment's event without the log and the issues, which can be long. */
async function publish(
  { publishEvent }: Pick<EndDeps, 'publishEvent'>,
  tx: Transaction<DeploymentTables>,
  row: DeploymentRow,
  { type, environment, ...more }: DeploymentEvent,
): Promise<void> {
  await publishEvent(tx, {
    type,
    organizationId: row.organization_id,
    projectId: row.project_id,
    at: (type === 'deployment.activated' ? row.activated_at : null) ?? row.ended_at ?? row.created_at,
    data: {
      deploymentId: row.id,
      projectId: row.project_id,
      branch: row.branch,
      commit: row.commit,
      status: row.status,
      summary: row.summary,
      errorCode: row.error_code,
      ...more,
    },
    environment,
  });
}
