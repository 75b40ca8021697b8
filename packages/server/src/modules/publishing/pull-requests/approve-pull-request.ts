import type { ApprovePullRequestBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { deployFork, ensureSite, type DeploymentTables, type EnqueueDeps } from '../deployments/index.ts';
import {
  findProject,
  projectNotFound,
  type ProjectRow,
  type ProjectTables,
} from '../../project-config/projects/index.ts';
import { pullRequestMoved, pullRequestNotFound } from './errors.ts';
import { lockPullRequest, saveApproval } from './store.ts';
import type { PullRequestRow, PullRequestTables } from './tables.ts';

/** Returns a project that the caller may access. @throws ApiError not_found */
export async function requireProject(
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

interface Approval {
  readonly principal: Principal;
  readonly projectId: string;
  readonly number: string;
  readonly body: ApprovePullRequestBody;
}

/**
 * Approves a fork's reviewed head commit. The build checks that this is still the fork's head.
 * @throws ApiError not_found, site_not_live, previews_off, pull_request_moved
 */
export async function approvePullRequest(
  deps: EnqueueDeps,
  tx: Transaction<DeploymentTables & ProjectTables & PullRequestTables>,
  { principal, projectId, number, body: { commit } }: Approval,
): Promise<PullRequestRow> {
  const project = await requireProject(tx, principal, projectId);
  // Locks the project before its rows.
  await ensureSite(tx, project);
  const pull = /^[1-9]\d{0,8}$/.test(number) ? await lockPullRequest(tx, projectId, Number(number)) : undefined;
  if (pull?.state !== 'open' || !pull.from_fork) throw pullRequestNotFound(number);
  if (pull.head_commit !== commit) throw pullRequestMoved(pull.number, pull.head_commit);
  const author = principal.actor.name;
  const approved = await saveApproval(tx, pull, { commit, by: author, isBySetting: false });
  const source = principal.actor.kind === 'user' ? 'dashboard' : 'api';
  await deployFork(deps, tx, { project, number: pull.number, commit, source, author });
  await recordAuditEvent(tx, principal, {
    action: 'pull_request.approved',
    target: { kind: 'project', id: projectId, name: project.name },
    details: { number: pull.number, commit, url: pull.url },
  });
  return approved;
}
