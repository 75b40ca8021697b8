import type { SearchChange } from '@docwright/contract';
import { compareIssues, type GateIssue } from '@docwright/doc-agent';
import { isCodeHostError, type CodeHost, type CommitStatus } from '../../../platform/code-host/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { isGitError, type FileChange, type Mirror } from '../../../platform/git/index.ts';
import {
  findDeployment,
  findEnvironment,
  findEnvironmentById,
  findSite,
  selectReported,
  toSiteUrl,
  type ChangedEnvironment,
  type DeploymentRow,
  type EnvironmentRow,
  type SitesAddress,
} from '../deployments/index.ts';
import { findProject, type ProjectRow } from '../../project-config/projects/index.ts';
import { findBundle, type SiteBundleRow, type SiteBundleTables } from '../../building/site-bundles/index.ts';
import { composeComment } from './compose-comment.ts';
import { saveComment } from './save-comment.ts';
import { selectOpenOf, setProblem } from './store.ts';
import type { PullRequestDeps } from './sync-pull-request.ts';
import type { PullRequestRow } from './tables.ts';
import { waitsForApproval } from './waits-for-approval.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export interface ReportDeps extends PullRequestDeps {
  readonly sites: SitesAddress;
  /**
   * Compares the preview's searches with the live site's. Returns `undefined` if there is nothing to report. Never
   * throws.
   */
  readonly checkSearches: (environment: EnvironmentRow, deployment: DeploymentRow) => Promise<Searches | undefined>;
}

interface Searches {
  readonly changes: readonly SearchChange[];
}

interface Report {
  readonly project: ProjectRow;
  readonly environment: EnvironmentRow;
  readonly deployment: DeploymentRow;
  readonly bundle: SiteBundleRow | undefined;
  readonly url: string;
  readonly host: CodeHost;
  readonly mirror: Mirror;
}

/**
 * Reports the result of an environment's newest commit to the code host, from the database's current state: a status on
 * the commit, and the comment on the preview's open pull requests. Can be repeated at any time.
 */
export async function reportEnvironment(deps: ReportDeps, ticket: ChangedEnvironment): Promise<void> {
  const report = await prepare(deps, ticket);
  if (report === undefined) return;
  const { kysely } = deps.database;
  const pulls = await selectOpenOf(kysely, report.environment);
  // A commit whose approval was withdrawn before it was built waits for a maintainer. Its status already says so.
  if (pulls.some((pull) => waitsForApproval(pull) && pull.head_commit === report.deployment.commit)) return;
  const searches =
    report.deployment.status === 'success'
      ? await deps.checkSearches(report.environment, report.deployment)
      : undefined;
  let problem = await findRefusal(() => report.host.setStatus(toStatus(report)));
  const isEnd = ['success', 'failure'].includes(report.deployment.status);
  // The embedded host shows the status, with its link, on the pull request's page.
  const isCommented = isEnd && report.host.kind !== 'local';
  for (const pull of pulls) {
    if (isCommented) problem = (await findRefusal(() => comment(deps, { ...report, searches }, pull))) ?? problem;
    if (pull.problem !== (problem ?? null)) await setProblem(kysely, pull, problem);
  }
  if (problem !== undefined) deps.log.info({ ...ticket, problem }, 'the code host refused a report');
}

async function prepare(
  deps: ReportDeps,
  { projectId, environmentId }: ChangedEnvironment,
): Promise<Report | undefined> {
  const { kysely } = deps.database;
  const environment = await findEnvironmentById(kysely, environmentId);
  const deployment = environment && (await selectReported(kysely, environment));
  const site = await findSite(kysely, projectId);
  if (environment === undefined || deployment === undefined || site === undefined) return undefined;
  const project = await findProject(kysely, environment.organization_id, projectId);
  if (project?.deployment_kind !== 'cloud') return undefined;
  const { organization_id: organizationId, repository } = project;
  const { host, mirror } = await deps.connectRepository({ organizationId, repository });
  const url = toSiteUrl(deps.sites, environment.label ?? site.slug);
  return { project, environment, deployment, bundle: await bundleOf(kysely, deployment), url, host, mirror };
}

const bundleOf = async (
  db: Queryable<SiteBundleTables>,
  deployment: DeploymentRow | undefined,
): Promise<SiteBundleRow | undefined> => {
  const id = deployment?.bundle_id ?? null;
  return id === null ? undefined : findBundle(db, id);
};

/** GitHub's maximum length. */
const maxDescription = 140;

function toStatus({ environment, deployment, bundle, url }: Report): CommitStatus {
  const issues = bundle === undefined || bundle.issue_count === 0 ? '' : `, ${countOf(bundle.issue_count, 'finding')}`;
  const [state, description] = ((): [CommitStatus['state'], string] => {
    switch (deployment.status) {
      case 'queued':
      case 'in_progress':
        return ['pending', 'Being built.'];
      case 'success':
        return ['success', `${countOf(bundle?.page_count ?? 0, 'page')}${issues}.`];
      case 'skipped':
        return ['success', deployment.summary ?? 'Nothing to build.'];
      case 'failure':
        return ['failure', deployment.summary ?? 'It could not be built.'];
    }
  })();
  return {
    sha: deployment.commit ?? '',
    context: `docwright/${environment.kind}`,
    state,
    description: description.length > maxDescription ? `${description.slice(0, maxDescription - 1)}…` : description,
    url,
  };
}

async function comment(
  deps: ReportDeps,
  report: Report & { readonly searches: Searches | undefined },
  pull: PullRequestRow,
): Promise<void> {
  const { project, environment, deployment, bundle, url, host, searches } = report;
  const activeId = environment.active_deployment_id;
  const shown = activeId === null ? undefined : await findDeployment(deps.database.kysely, activeId);
  const changes = await listChanges(report, pull);
  const findings = await findNewIssues(deps, report, pull);
  await saveComment(deps, host, {
    pull,
    compose: (marker) =>
      composeComment({
        marker,
        projectName: project.name,
        url,
        commit: deployment.commit ?? '',
        outcome:
          deployment.status === 'success'
            ? { kind: 'ready', pageCount: bundle?.page_count ?? 0 }
            : { kind: 'failed', reason: deployment.summary ?? '', shown: shown?.commit ?? undefined },
        changes,
        docsFolder: project.docs_folder,
        findings,
        baseBranch: pull.base_branch,
        // The live site is built from the project's branch, so only pull requests into this branch are compared.
        searches: pull.from_fork || pull.base_branch !== project.branch ? [] : (searches?.changes ?? []),
      }),
  });
}

/**
 * Changes since the branches diverged. Returns `undefined` if git can't determine them. The comment then omits them.
 */
async function listChanges(
  { project, environment, deployment, mirror }: Report,
  pull: PullRequestRow,
): Promise<readonly FileChange[] | undefined> {
  const commit = deployment.commit ?? '';
  try {
    const branches = pull.from_fork ? [pull.base_branch] : [pull.base_branch, environment.branch ?? pull.head_branch];
    const fetched = await mirror.fetch({ branches });
    const base = await mirror.mergeBase(fetched.branches.get(pull.base_branch) ?? '', commit);
    if (base === undefined) return undefined;
    const paths = project.docs_folder === '' ? [] : [project.docs_folder];
    return await mirror.listChanges({ from: base, to: commit, paths });
  } catch (error) {
    if (isGitError(error)) return undefined;
    throw error;
  }
}

/** Issues that the live site of the base branch does not have. */
async function findNewIssues(
  { database }: ReportDeps,
  { project, bundle }: Report,
  pull: PullRequestRow,
): Promise<readonly GateIssue[] | undefined> {
  if (bundle === undefined || pull.base_branch !== project.branch) return undefined;
  const production = await findEnvironment(database.kysely, project.id, null);
  const activeId = production?.active_deployment_id ?? null;
  const active = activeId === null ? undefined : await findDeployment(database.kysely, activeId);
  const base = await bundleOf(database.kysely, active);
  if (base === undefined || !isWhole(base) || !isWhole(bundle)) return undefined;
  return compareIssues(toGateIssues(base), toGateIssues(bundle), new Map()).introduced;
}

/** Whether a bundle's list of issues is complete. An entry that is missing from a truncated list would look new. */
const isWhole = ({ issues, issue_count: count }: SiteBundleRow): boolean => issues.length === count;

const toGateIssues = ({ issues }: SiteBundleRow): GateIssue[] =>
  issues.map(({ line, ...issue }) => ({ ...issue, ...(line !== null && { line }) }));

/** Returns refusals that the code host would repeat. The queue handles all other errors. */
async function findRefusal(tell: () => Promise<void>): Promise<string | undefined> {
  try {
    await tell();
    return undefined;
  } catch (error) {
    if (!isCodeHostError(error) || error.retryable || error.code === 'outcome-unknown' || error.code === 'cancelled')
      throw error;
    return error.message;
  }
}
