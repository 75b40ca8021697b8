import { repeat, type Repetition } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isBranchName, isGitError } from '../../../platform/git/index.ts';
import type { JobEngine, JobQueue } from '../../../platform/job-engine/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  findProject,
  listProjectRepositories,
  type ProjectRow,
  type ProjectTables,
} from '../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../sources/repositories/index.ts';
import { endPreview } from './end-preview.ts';
import { ensurePreview, ensureSite } from './ensure-site.ts';
import { toPushSource } from './hint-sources.ts';
import { toPollWaits } from './poll-waits.ts';
import { enqueueForgotten, requestDeployment, type EnqueueDeps } from './request-deployment.ts';
import {
  lockEnvironment,
  pollLater,
  pollOften,
  selectEndedAt,
  findEnvironment,
  selectKnownBranches,
  takeEnvironmentsToPoll,
  takeProjectsWithoutSite,
} from './site-store.ts';
import { selectUnread } from './store.ts';
import type { DeploymentTables } from './tables.ts';

/** A hint that branches may have moved. Their heads are then read. */
export interface BranchHint {
  readonly organizationId: string;
  /** The repository as stored in its projects. */
  readonly repository: string;
  readonly branches: readonly string[];
  /** Display name of the person who pushed. */
  readonly author: string | null;
}

export interface WatchDeps extends EnqueueDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
  readonly log: Logger;
}

export function defineBranchQueue(engine: JobEngine): JobQueue<BranchHint> {
  return engine.defineQueue<BranchHint>('branch-hints', {
    retryLimit: 8,
    retryDelayMs: 1_000,
    retryDelayMaxMs: 60_000,
    lostAttemptsLimit: 5,
    expireMs: 60_000,
  });
}

export async function workOnBranchHints(
  queue: JobQueue<BranchHint>,
  options: { readonly concurrency: number; readonly deps: WatchDeps },
): Promise<void> {
  const { deps, concurrency } = options;
  await deps.engine.work(
    queue,
    {
      concurrency,
      // The next poll will find the missed head.
      onDead: async (dead) => deps.log.warn({ ...dead.data, error: dead.error }, 'a push could not be processed'),
    },
    (job) => followBranches(deps, job.data),
  );
}

/**
 * Maximum number of previews that one push can create. A push with more new branches is probably a copy of a
 * repository, not someone's work.
 */
export const maxNewPreviews = 50;

/** Follows the branches in every project of the repository that deploys them or has previews of them. */
export async function followBranches(deps: WatchDeps, hint: BranchHint): Promise<void> {
  const branches = hint.branches.filter(isBranchName);
  for (const project of await listLiveProjects(deps, hint)) {
    const known = await selectKnownBranches(deps.database.kysely, project.id, branches);
    const followed = branches.filter((branch) => branch === project.branch || known.has(branch));
    const others = branches.filter((branch) => !followed.includes(branch)).slice(0, maxNewPreviews);
    for (const branch of [...followed, ...others]) await checkHead(deps, project, { branch, author: hint.author });
  }
}

/** Lists a repository's projects whose sites this service serves. */
export async function listLiveProjects(
  { database }: Pick<WatchDeps, 'database'>,
  { organizationId, repository }: Pick<BranchHint, 'organizationId' | 'repository'>,
): Promise<readonly ProjectRow[]> {
  const all = await listProjectRepositories(database.kysely, organizationId);
  const found = await Promise.all(
    all
      .filter((one) => one.repository === repository)
      .map(({ id }) => findProject(database.kysely, organizationId, id)),
  );
  return found.flatMap((project) => (project?.deployment_kind === 'cloud' ? [project] : []));
}

export interface HeadCheck {
  readonly branch: string;
  readonly author: string | null;
  /** Whether the head was found by polling, not by a notification. */
  readonly isPoll?: boolean;
  /** Whether an ended preview is created again, because its pull request is open. */
  readonly reopensPreview?: boolean;
}

/** Requests a deployment if the head differs from the last known head. */
export async function checkHead(
  deps: WatchDeps,
  project: ProjectRow,
  { branch, author, isPoll = false, reopensPreview = false }: HeadCheck,
): Promise<void> {
  const { host, mirror } = await deps.connectRepository({
    organizationId: project.organization_id,
    repository: project.repository,
  });
  const head = await mirror.inspect({ branches: [branch] }).then(
    ({ branches }) => branches.get(branch),
    (error: unknown) => {
      if (isGitError(error) && error.code === 'branch-not-found') return undefined;
      throw error;
    },
  );
  const isProduction = branch === project.branch;
  await deps.database.kysely.transaction().execute(async (tx) => {
    const { site, production } = await ensureSite(tx, project);
    if (!isProduction && !site.previews) return;
    const known = isProduction ? production : await findEnvironment(tx, project.id, branch);
    // A deleted branch ends its preview. Production stays the same.
    if (head === undefined) return isProduction ? undefined : endPreview(tx, { projectId: project.id, branch });
    const held = known && (await lockEnvironment(tx, known.id));
    // A push and its pull request both report one head, which a waiting deployment may already cover.
    if (held !== undefined && (held.observed_commit === head || (await selectUnread(tx, held.id)) === head)) return;
    // Ignores a late hint that arrives after the preview was ended at the same head.
    if (held === undefined && !reopensPreview && (await selectEndedAt(tx, project.id, branch)) === head) return;
    const environment = held ?? (await ensurePreview(tx, site, branch));
    const source = isPoll ? 'poll' : toPushSource(host.kind);
    await requestDeployment(deps, tx, { project, environment, branch, source, author, commit: head });
    await pollOften(tx, environment.id);
  });
}

/** Maximum number of environments per round of polling. */
const perRound = 200;

/**
 * Finds changes that hooks and messages missed: moved heads, projects that were never deployed, and deployments whose
 * message was lost. Several workers can run this at the same time. Each works on different rows.
 */
export async function reconcileDeployments(deps: WatchDeps, everySeconds: number): Promise<void> {
  const db = deps.database.kysely;
  await enqueueForgotten(deps, db);
  for (const { organization_id, id, branch } of await takeProjectsWithoutSite(db, perRound))
    await tryToCheckHead(deps, { organizationId: organization_id, projectId: id, branch });
  for (const due of await takeEnvironmentsToPoll(db, { limit: perRound, ...toPollWaits(everySeconds) }))
    await tryToCheckHead(deps, {
      environmentId: due.id,
      organizationId: due.organization_id,
      projectId: due.project_id,
      branch: due.branch ?? undefined,
    });
}

async function tryToCheckHead(
  deps: WatchDeps,
  target: {
    readonly organizationId: string;
    readonly projectId: string;
    readonly branch: string | undefined;
    readonly environmentId?: string;
  },
): Promise<void> {
  try {
    const project = await findProject(deps.database.kysely, target.organizationId, target.projectId);
    if (project?.deployment_kind !== 'cloud') return;
    await checkHead(deps, project, { branch: target.branch ?? project.branch, author: null, isPoll: true });
  } catch (error) {
    // An unreadable repository is reported at the next deployment. Here, a later round retries.
    if (!isGitError(error) && !isCodeHostError(error)) throw error;
    const waitMs = isCodeHostError(error) ? error.retryAfterMs : undefined;
    if (waitMs !== undefined && target.environmentId !== undefined)
      await pollLater(deps.database.kysely, target.environmentId, Math.ceil(waitMs / 1000));
    deps.log.debug({ projectId: target.projectId, err: error }, 'the head of a branch could not be read');
  }
}

export function startReconciling(deps: WatchDeps, everySeconds: number): Repetition {
  return repeat(() => reconcileDeployments(deps, everySeconds), {
    everyMs: everySeconds * 1000,
    onError: (error) => deps.log.warn({ err: error }, 'branches could not be checked; retrying later'),
  });
}
