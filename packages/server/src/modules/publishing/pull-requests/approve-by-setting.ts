import type { DeploymentSource } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { recordAuditEvent, systemAuthor } from '../../foundation/audit-log/index.ts';
import {
  deployFork,
  ensureSite,
  findEnvironment,
  listForkPreviews,
  lockSite,
  toForkBranch,
  type DeploymentTables,
  type EnqueueDeps,
} from '../deployments/index.ts';
import type { ProjectRow, ProjectTables } from '../../project-config/projects/index.ts';
import {
  forkPreviewLimit,
  forkPreviewsOfOneLimit,
  takeUse,
  type RateLimitTables,
} from '../../foundation/rate-limits/index.ts';
import { lockPullRequest, saveApproval, selectWaitingForks } from './store.ts';
import type { PullRequestTables } from './tables.ts';

type Tables = DeploymentTables & ProjectTables & PullRequestTables & RateLimitTables;

export interface SettingDeps extends EnqueueDeps {
  readonly database: Database<Tables>;
}

/** Maximum number of concurrent previews of forks in a project that requires no approvals. */
export const maxForkPreviews = 20;

/** Shown as the approver's name if the setting approved the head. */
const settingName = 'site settings';

interface Asked {
  readonly project: ProjectRow;
  readonly number: number;
  readonly source: DeploymentSource;
}

/** `approved`, or the reason why the head waits: for a maintainer, or for a slot for previews without approval. */
export type SettingAnswer = 'approved' | 'maintainer' | 'slot';

/**
 * Approves a fork's head in a project whose setting requires no review. The number is limited, because a stranger can
 * open any number of pull requests.
 */
export async function approveBySetting(deps: SettingDeps, asked: Asked): Promise<SettingAnswer> {
  try {
    return await deps.database.kysely.transaction().execute((tx) => approveIn(deps, tx, asked));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return 'slot';
    throw error;
  }
}

/** The lock order is always project, site, pull request, preview. */
async function approveIn(deps: SettingDeps, tx: Transaction<Tables>, asked: Asked): Promise<SettingAnswer> {
  const { project, number, source } = asked;
  await ensureSite(tx, project);
  // Locked, so that slots are counted one after another, and none is assigned after the setting has changed.
  const site = await lockSite(tx, project.id);
  const pull = await lockPullRequest(tx, project.id, number);
  if (pull?.state !== 'open' || !pull.from_fork) return 'maintainer';
  if (pull.approved_commit === pull.head_commit) return 'approved';
  if (site === undefined || site.require_fork_approval || !site.previews) return 'maintainer';
  const taken = await listForkPreviews(tx, project.id, maxForkPreviews);
  const isNew = (await findEnvironment(tx, project.id, toForkBranch(number))) === undefined;
  if (isNew && taken.length >= maxForkPreviews) return 'slot';
  await takeUse(tx, forkPreviewLimit, project.id);
  await takeUse(tx, forkPreviewsOfOneLimit, `${project.id}:${number}`);
  const { head_commit: commit } = pull;
  await saveApproval(tx, pull, { commit, by: settingName, isBySetting: true });
  await deployFork(deps, tx, { project, number, commit, source, author: pull.author });
  await recordAuditEvent(tx, systemAuthor(project.organization_id), {
    action: 'pull_request.approved',
    target: { kind: 'project', id: project.id, name: project.name },
    details: { number, commit, url: pull.url, by: 'requireForkApproval: false' },
  });
  return 'approved';
}

/**
 * Approves heads that wait for a slot or for a change to the setting, without querying the code host. Pull requests
 * that have used their hourly share don't block later ones.
 */
export async function approveWaiting(deps: SettingDeps, asked: Omit<Asked, 'number'>): Promise<void> {
  for (const number of await selectWaitingForks(deps.database.kysely, asked.project.id, maxForkPreviews))
    if ((await approveBySetting(deps, { ...asked, number })) === 'maintainer') return;
}
