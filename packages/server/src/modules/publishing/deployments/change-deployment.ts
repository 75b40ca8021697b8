import { idPrefixes } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  findProject,
  projectNotFound,
  type ProjectRow,
  type ProjectTables,
} from '../../project-config/projects/index.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { endDeploymentIn, publishActivated, type EndDeps } from './end-deployment.ts';
import { findChangedPaths, type ChangedPaths, type ChangeDeps } from './find-changed-paths.ts';
import { endPreview } from './end-preview.ts';
import { ensureSite, requireLiveKind } from './ensure-site.ts';
import { deploymentNotActive, deploymentNotFound, deploymentNotReady, previewNotFound } from './errors.ts';
import { lockEnvironment, findEnvironment } from './site-store.ts';
import { copyToProduction, selectDeployment, setActive, type ShownDeployment } from './store.ts';
import type { DeploymentTables, EnvironmentRow } from './tables.ts';

type Tx = Transaction<DeploymentTables & ProjectTables>;

/** Returns a project that the caller may access. @throws ApiError not_found */
export async function requireProjectOf(
  db: Queryable<ProjectTables>,
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(db, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}

/**
 * Returns a deployment that the caller may access. A deployment in another organization, or in a project outside the
 * key's scope, is treated like a missing one.
 */
export async function requireDeploymentOf(
  db: Queryable<DeploymentTables>,
  principal: Principal,
  { id, projectId }: { readonly id: string; readonly projectId?: string },
): Promise<ShownDeployment> {
  const row = await selectDeployment(db, principal.organizationId, id);
  return requireVisible(principal, row, { id, projectId });
}

/** @throws ApiError not_found: if the deployment doesn't exist, or the caller can't use its project */
export function requireVisible(
  principal: Principal,
  row: ShownDeployment | undefined,
  { id, projectId }: { readonly id: string; readonly projectId?: string | undefined },
): ShownDeployment {
  if (row === undefined || !mayUseProject(principal, row.project_id)) throw deploymentNotFound(id);
  if (projectId !== undefined && row.project_id !== projectId) throw deploymentNotFound(id);
  return row;
}

interface Target {
  readonly principal: Principal;
  readonly projectId: string;
  readonly id: string;
}

/** Makes a ready deployment the live one of production, for both promotion and rollback. */
export async function promoteDeployment(
  deps: { readonly database: Database<DeploymentTables & ProjectTables> } & EndDeps & ChangeDeps,
  target: Target,
): Promise<ShownDeployment> {
  const db = deps.database.kysely;
  requireLiveKind(await requireProjectOf(db, target.principal, target.projectId));
  const wanted = await requireDeploymentOf(db, target.principal, target);
  const production = await findEnvironment(db, target.projectId, null);
  const changed =
    production && (await findChangedPaths(deps, { ...wanted, environment_id: production.id }, wanted.bundle_id));
  return db.transaction().execute((tx) => promoteIn(deps, tx, { target, changed }));
}

async function promoteIn(
  deps: EndDeps,
  tx: Tx,
  { target, changed }: { readonly target: Target; readonly changed: ChangedPaths | undefined },
): Promise<ShownDeployment> {
  const { principal, projectId, id } = target;
  const project = await requireProjectOf(tx, principal, projectId);
  const { production } = await ensureSite(tx, project);
  const environment = await lockEnvironment(tx, production.id);
  const deployment = await requireDeploymentOf(tx, principal, target);
  if (deployment.status !== 'success' || environment === undefined) throw deploymentNotReady(id, deployment.status);
  const live = await toProduction(tx, { deployment, environment, author: principal.actor.name });
  // Neither earlier observations nor another build of the same head may replace it automatically.
  const { observation, observed_commit: pinnedCommit } = environment;
  await setActive(tx, environment, { deploymentId: live, observation, pinnedCommit });
  await recordAuditEvent(tx, principal, {
    action: 'deployment.promoted',
    target: { kind: 'deployment', id, name: project.name },
    details: { projectId, commit: deployment.commit, before: environment.active_deployment_id },
  });
  const shown = await requireDeploymentOf(tx, principal, { id: live });
  await publishActivated(deps, tx, { deployment: shown, before: environment, changed });
  return shown;
}

/** A preview's deployment is deleted with its preview, so production gets a copy with the same bundle. */
async function toProduction(
  tx: Tx,
  change: { readonly deployment: ShownDeployment; readonly environment: EnvironmentRow; readonly author: string },
): Promise<string> {
  const { deployment, environment, author } = change;
  if (deployment.environment_id === environment.id) return deployment.id;
  const id = newId(idPrefixes.deployment);
  await copyToProduction(tx, { of: deployment.id, id, environmentId: environment.id, author });
  return id;
}

/** Cancels a deployment. The live deployment is unaffected. The worker stops within a second and releases its slot. */
export async function cancelDeployment(deps: EndDeps, tx: Tx, target: Target): Promise<ShownDeployment> {
  const { principal, id } = target;
  const { status } = await requireDeploymentOf(tx, principal, target);
  const ended = await endDeploymentIn(deps, tx, {
    id,
    status: 'failure',
    summary: `Canceled by ${principal.actor.name}.`,
    errorCode: 'cancelled',
  });
  if (ended === undefined) throw deploymentNotActive(id, status);
  await deps.engine.cancelByKey(deps.queue, id, { transaction: tx });
  await recordAuditEvent(tx, principal, {
    action: 'deployment.cancelled',
    target: { kind: 'deployment', id, name: ended.branch },
    details: { projectId: ended.project_id },
  });
  return requireDeploymentOf(tx, principal, target);
}

/**
 * Returns a branch's preview in a project that the caller may access.
 * @throws ApiError not_found, site_not_live
 */
export async function requirePreview(
  db: Queryable<DeploymentTables & ProjectTables>,
  principal: Principal,
  { projectId, branch }: { readonly projectId: string; readonly branch: string },
): Promise<EnvironmentRow> {
  requireLiveKind(await requireProjectOf(db, principal, projectId));
  const environment = await findEnvironment(db, projectId, branch);
  if (environment?.kind !== 'preview') throw previewNotFound(branch);
  return environment;
}

export async function deletePreview(
  tx: Tx,
  {
    principal,
    projectId,
    branch,
  }: { readonly principal: Principal; readonly projectId: string; readonly branch: string },
): Promise<void> {
  const environment = await requirePreview(tx, principal, { projectId, branch });
  await endPreview(tx, { projectId, branch });
  await recordAuditEvent(tx, principal, {
    action: 'preview.deleted',
    target: { kind: 'preview', id: environment.id, name: branch },
    details: { projectId },
  });
}
