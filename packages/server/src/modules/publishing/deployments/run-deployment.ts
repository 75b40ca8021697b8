import { join } from 'node:path/posix';
import type { SignIn } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isDiskFull } from '../../../platform/disk/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import { isGitError, type Mirror } from '../../../platform/git/index.ts';
import { LeaseLost, type OutsideSlot } from '../../../platform/job-engine/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { findProject, type ProjectRow, type ProjectTables } from '../../project-config/projects/index.ts';
import { toJobFailure, type ConnectRepository } from '../../sources/repositories/index.ts';
import { findOrBuildBundle, type SiteBundle, type SiteBundleDeps } from '../../building/site-bundles/index.ts';
import { RenderFailure } from '../../building/site-rendering/index.ts';
import { compareWithLive } from './compare-with-live.ts';
import { DeploymentFailure } from './deployment-failure.ts';
import { endDeployment, type EndDeps } from './end-deployment.ts';
import { findChangedPaths, type ChangeDeps } from './find-changed-paths.ts';
import { fixCommit } from './fix-commit.ts';
import { toProductionUrl, type SitesAddress } from './site-address.ts';
import { lockEnvironment, findSite } from './site-store.ts';
import {
  claimDeployment,
  findDeployment,
  selectInProgress,
  setDurations,
  updateDeployment,
  type DeploymentChange,
} from './store.ts';
import type { DeploymentRow, DeploymentTables, Durations, SiteRow } from './tables.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export interface RunDeploymentDeps extends SiteBundleDeps, EndDeps, Pick<ChangeDeps, 'hasSubscribers'> {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
  readonly repositoryUrl: (stored: string) => string;
  readonly sites: SitesAddress;
  /**
   * The address that opens pages in the editor: `https://docs.example.com/edit`. If omitted, pages link to the code
   * host.
   */
  readonly editRoot?: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly faultPoint: FaultPoint;
}

export interface DeploymentAttempt {
  readonly deploymentId: string;
  readonly signal: AbortSignal;
  readonly outsideSlot: OutsideSlot;
}

/**
 * Runs one deployment to its end. Can run twice: the first attempt fixes the commit, and every write contains the
 * fencing token.
 */
export async function runDeployment(deps: RunDeploymentDeps, attempt: DeploymentAttempt): Promise<void> {
  const { deploymentId, signal, outsideSlot } = attempt;
  const deployment = await claim(deps, deploymentId);
  if (deployment === undefined) return;
  deps.faultPoint('deployment.claimed');
  const steps = createSteps(deps, deployment);
  const log = deps.log.child({ deploymentId, attempt: deployment.attempt });
  try {
    await deploy(deps, { deployment, steps, signal, outsideSlot });
    log.info(steps.durations(), 'deployment ended');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // A full disk isn't the deployment's failure: the queue retries when there is space.
    if (signal.aborted || isDiskFull(error)) throw error;
    const failure = toDeploymentFailure(error);
    if (failure === undefined) throw error;
    log.info({ code: failure.code }, 'deployment failed');
    await endDeployment(deps, {
      id: deployment.id,
      attempt: deployment.attempt,
      status: 'failure',
      summary: failure.message,
      errorCode: failure.code,
      log: steps.lines(failure.message),
      durations: steps.durations(),
    });
  }
}

/** Claims a deployment. An environment has one build at a time. The next build is queued when it ends. */
async function claim({ database }: RunDeploymentDeps, id: string): Promise<DeploymentRow | undefined> {
  return database.kysely.transaction().execute(async (tx) => {
    const found = await findDeployment(tx, id);
    if (found === undefined) return undefined;
    await lockEnvironment(tx, found.environment_id);
    const running = await selectInProgress(tx, found.environment_id);
    if (running !== undefined && running !== id) return undefined;
    return claimDeployment(tx, id);
  });
}

interface Run {
  readonly deployment: DeploymentRow;
  readonly steps: Steps;
  readonly signal: AbortSignal;
  readonly outsideSlot: OutsideSlot;
}

async function deploy(deps: RunDeploymentDeps, { deployment, steps, signal, outsideSlot }: Run): Promise<void> {
  const db = deps.database.kysely;
  const project = await findProject(db, deployment.organization_id, deployment.project_id);
  const site = await findSite(db, deployment.project_id);
  if (project === undefined || site === undefined) throw new LeaseLost();
  steps.done('waiting', deployment.created_at);
  if (project.deployment_kind !== 'cloud')
    return skip(
      deps,
      { deployment, steps },
      `The project's deployment kind is now ${project.deployment_kind}, so it has no live site.`,
    );
  await steps.write({ log: steps.lines(`Fetching ${deployment.branch}`) });
  // The code host may belong to the organization and be arbitrarily slow.
  const { mirror, fixed } = await outsideSlot(async () => {
    const { host, mirror } = await deps.connectRepository({
      organizationId: project.organization_id,
      repository: project.repository,
    });
    return { mirror, fixed: await fixCommit(deps, { deployment, project, host, mirror, signal }) };
  });
  const { commit, branch, isNew, isFork } = fixed;
  deps.faultPoint('deployment.commit-fixed');
  if (!isNew) return skip(deps, { deployment, steps }, 'The head of the branch was already deployed.');
  const changes = await compareWithLive(deps.database, { deployment, project, commit, mirror, signal });
  if (changes.isUntouched)
    return skip(deps, { deployment, steps }, `Nothing under ${project.docs_folder}/ has changed since the last build.`);
  const { authorName, subject } = await mirror.describeCommit(commit, { signal });
  steps.done('fetching');
  await steps.write({
    commitMessage: subject,
    filesChanged: changes.files,
    log: steps.lines(`Commit ${commit.slice(0, 12)} of ${branch} by ${authorName}: ${subject}`),
  });
  const bundle = await build(deps, {
    project: isFork ? withoutServices(project) : project,
    isFork,
    commit,
    siteUrl: toProductionUrl(deps.sites, site),
    // A fork's branch isn't in the project's repository.
    editorUrl:
      deps.editRoot === undefined || isFork
        ? undefined
        : `${deps.editRoot}/${project.id}/${encodeURIComponent(branch)}`,
    basePath: site.base_path,
    signIn: toSignIn(site),
    mirror,
    deployment,
    steps,
    signal,
    outsideSlot,
  });
  steps.done('building');
  deps.faultPoint('deployment.built');
  await finish(deps, { deployment, steps, bundle, requireNoErrors: site.require_no_errors });
}

const toSignIn = ({ access_mode: mode, sign_in_optional: isOptional }: SiteRow): SignIn | 'none' =>
  mode === 'public' ? 'none' : isOptional ? 'optional' : 'required';

async function skip(deps: RunDeploymentDeps, run: Pick<Run, 'deployment' | 'steps'>, summary: string): Promise<void> {
  const { deployment, steps } = run;
  await endDeployment(deps, {
    id: deployment.id,
    attempt: deployment.attempt,
    status: 'skipped',
    summary,
    log: steps.lines(summary),
    durations: steps.durations(),
  });
}

/** Turns off a fork's services that answer questions or count readers. */
const withoutServices = (project: ProjectRow): ProjectRow => ({
  ...project,
  features: { ...project.features, assistant: false, analytics: false, feedback: false, playground: false },
});

/**
 * Builds as an export does. If the site's readers sign in, restricted content is sealed in the bundle; a public site's
 * bundle doesn't contain it.
 */
async function build(
  deps: RunDeploymentDeps,
  run: {
    readonly project: ProjectRow;
    readonly isFork: boolean;
    readonly commit: string;
    readonly siteUrl: string;
    readonly editorUrl: string | undefined;
    readonly basePath: string;
    /** Whether readers of the live site sign in. */
    readonly signIn: SignIn | 'none';
    readonly mirror: Mirror;
    readonly deployment: DeploymentRow;
    readonly steps: Steps;
    readonly signal: AbortSignal;
    readonly outsideSlot: OutsideSlot;
  },
): Promise<SiteBundle> {
  const { project, isFork, commit, siteUrl, editorUrl, basePath, signIn } = run;
  const { mirror, deployment, steps, signal, outsideSlot } = run;
  const pages = createPageLog(steps);
  const bundle = await findOrBuildBundle(deps, {
    madeFor: deployment.id,
    project,
    isFork,
    commit,
    // Previews are also built with production's address: their canonical links point to it, and both share a build
    // cache.
    siteUrl,
    editorUrl,
    domain: new URL(siteUrl).hostname,
    basePath,
    paths: null,
    policy: {
      restricted: signIn === 'none' ? 'exclude' : 'seal',
      isProtected: signIn === 'required',
      offersSignIn: signIn === 'optional',
      excludeOrphans: project.exclude_orphans,
    },
    version: commit,
    repositoryUrl: deps.repositoryUrl(project.repository),
    loadFolder: (isHeld) => mirror.loadFolder(commit, project.docs_folder, { signal, isHeld }),
    readEach: (paths) =>
      mirror.readEach(
        commit,
        paths.map((path) => join(project.docs_folder, path)),
        { signal },
      ),
    onProgress: (done) => {
      pages.report(done);
      deps.faultPoint('deployment.rendering');
    },
    outsideSlot,
    signal: AbortSignal.any([signal, pages.failed]),
  }).catch((error: unknown) => {
    throw pages.failed.aborted ? pages.failed.reason : error;
  });
  await pages.settled();
  return bundle;
}

/** Number of log lines that report rendering progress. */
const pageLines = 4;

/** Logs page progress. `failed` aborts the build if this worker has lost the deployment. */
function createPageLog(steps: Steps) {
  const failed = new AbortController();
  let reported = 0;
  let writing = Promise.resolve();
  return {
    failed: failed.signal,
    settled: () => writing,
    report: ({ done, total }: { readonly done: number; readonly total: number }): void => {
      const reached = total === 0 ? 0 : Math.floor((pageLines * done) / total);
      if (reached <= reported) return;
      reported = reached;
      const log = steps.lines(`Rendered ${done} of ${countOf(total, 'page')}`);
      writing = writing.then(() => steps.write({ log })).catch((error: unknown) => failed.abort(error));
    },
  };
}

async function finish(
  deps: RunDeploymentDeps,
  run: {
    readonly deployment: DeploymentRow;
    readonly steps: Steps;
    readonly bundle: SiteBundle;
    readonly requireNoErrors: boolean;
  },
): Promise<void> {
  const { deployment, steps, bundle, requireNoErrors } = run;
  const { row, reused } = bundle;
  const built = `${reused ? 'Reused the existing bundle' : 'Built'}: ${countOf(row.page_count, 'page')}, ${countOf(row.issue_count, 'issue')}`;
  if (requireNoErrors && deployment.source !== 'promotion' && row.error_count > 0) {
    const count = countOf(row.error_count, 'error-level issue');
    // The failure is stored with its bundle, which describes the issues.
    const failed = await endDeployment(deps, {
      id: deployment.id,
      attempt: deployment.attempt,
      status: 'failure',
      summary: `The site has ${count}, and the project's settings require none to go live.`,
      errorCode: 'strict_issues',
      bundleId: row.id,
      log: steps.lines(built),
      durations: steps.durations(),
    });
    if (failed === undefined) throw new LeaseLost();
    return;
  }
  const changed = await findChangedPaths(deps, deployment, row.id);
  deps.faultPoint('deployment.activating');
  const success = {
    id: deployment.id,
    attempt: deployment.attempt,
    status: 'success',
    summary: `${countOf(row.page_count, 'page')}.`,
    bundleId: row.id,
    log: steps.lines(built),
    durations: steps.durations(),
  } as const;
  const ended = await endDeployment(deps, success, changed);
  if (ended === undefined) throw new LeaseLost();
  deps.faultPoint('deployment.ended');
  steps.done('activating');
  await setDurations(deps.database.kysely, deployment.id, steps.durations());
}

type Steps = ReturnType<typeof createSteps>;

/** Collects a deployment's log and durations, and writes them as they arrive. */
function createSteps({ database, clock }: RunDeploymentDeps, { id, attempt, log }: DeploymentRow) {
  const lines = [...log];
  let durations: Durations = {};
  let since = clock.monotonicMs();
  return {
    lines: (line: string): readonly string[] => {
      lines.push(line);
      return lines;
    },
    durations: (): Durations => durations,
    done: (step: keyof Durations, startedAt?: Date): void => {
      const nowMs = clock.monotonicMs();
      const ms = startedAt === undefined ? nowMs - since : clock.now() - startedAt.getTime();
      durations = { ...durations, [step]: Math.max(0, Math.round(ms)) };
      since = nowMs;
    },
    write: async (change: DeploymentChange): Promise<void> => {
      const written = await updateDeployment(database.kysely, { id, attempt }, { ...change, durations });
      if (!written) throw new LeaseLost();
    },
  };
}

/** Returns `undefined` for errors that a retry may fix. The queue then retries. */
function toDeploymentFailure(error: unknown): DeploymentFailure | undefined {
  if (error instanceof DeploymentFailure) return error;
  if (error instanceof RenderFailure && error.code !== 'internal')
    return new DeploymentFailure(error.code, error.message, { cause: error });
  if (!isGitError(error) && !isCodeHostError(error)) return undefined;
  const failure = toJobFailure(error);
  return failure.retryable ? undefined : new DeploymentFailure(failure.code, failure.message, { cause: error });
}
