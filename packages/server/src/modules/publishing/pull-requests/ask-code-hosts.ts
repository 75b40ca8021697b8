import { repeat, type Repetition } from '../../../platform/clock/index.ts';
import { isCodeHostError, type OpenPullRequests } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import {
  pollPullRequestsLater,
  savePullRequestPoll,
  takePullRequestPolls,
  toPollWaits,
  toPushSource,
  slowPullRequestPolls,
  type DuePoll,
} from '../deployments/index.ts';
import { selectProjectsWithEvents } from '../../agent/code-host-events/index.ts';
import { findProject, type ProjectRow } from '../../project-config/projects/index.ts';
import { approveWaiting } from './approve-by-setting.ts';
import { selectOpen } from './store.ts';
import { syncPullRequest, type PullRequestDeps } from './sync-pull-request.ts';

/** Maximum number of projects per round of polling. */
const perRound = 50;

/**
 * Finds changes that no hook reported: pull requests that were opened, updated or ended. Several workers share the
 * projects.
 */
export async function askCodeHosts(deps: PullRequestDeps, everySeconds: number): Promise<void> {
  const { kysely } = deps.database;
  /** Organizations whose code host requested a delay in this round. */
  const waiting = new Set<string>();
  for (const due of await takeDue(deps, everySeconds)) {
    if (waiting.has(due.organization_id)) continue;
    try {
      await askAbout(deps, due);
    } catch (error) {
      if (!isGitError(error) && !isCodeHostError(error)) throw error;
      deps.log.debug({ projectId: due.id, err: error }, 'pull requests could not be listed');
      const waitMs = isCodeHostError(error, 'rate-limited') ? error.retryAfterMs : undefined;
      if (waitMs === undefined) continue;
      waiting.add(due.organization_id);
      await pollPullRequestsLater(kysely, due.organization_id, Math.ceil(waitMs / 1000));
    }
  }
}

/** Claims the projects that are due. If a hook reported something today, the next wait is the longest. */
function takeDue({ database }: PullRequestDeps, everySeconds: number): Promise<readonly DuePoll[]> {
  const waits = toPollWaits(everySeconds);
  return database.kysely.transaction().execute(async (tx) => {
    const due = await takePullRequestPolls(tx, { limit: perRound, ...waits });
    const reported = await selectProjectsWithEvents(
      tx,
      due.map(({ id }) => id),
    );
    if (reported.length > 0) await slowPullRequestPolls(tx, reported, waits.maxSeconds);
    return due;
  });
}

async function askAbout(deps: PullRequestDeps, due: DuePoll): Promise<void> {
  const { kysely } = deps.database;
  const project = await findProject(kysely, due.organization_id, due.id);
  if (project?.deployment_kind !== 'cloud') return;
  const { organization_id: organizationId, repository } = project;
  const { host } = await deps.connectRepository({ organizationId, repository });
  // Another repository may have the same tag for an equal list.
  const tagBegin = `${repository} `;
  const unlessTag = due.tag?.startsWith(tagBegin) === true ? due.tag.slice(tagBegin.length) : undefined;
  const answer = await host.listOpenPullRequests({ unlessTag });
  if (answer !== 'unchanged') await goThrough(deps, { project, answer, tagBegin });
  // Includes listed pull requests, and those for which a slot is now free.
  const canBuild = host.pullRequestRef !== undefined && !due.require_fork_approval;
  if (canBuild) await approveWaiting(deps, { project, source: toPushSource(host.kind) });
}

async function goThrough(
  deps: PullRequestDeps,
  {
    project,
    answer: { items, isWhole, tag },
    tagBegin,
  }: { readonly project: ProjectRow; readonly answer: OpenPullRequests; readonly tagBegin: string },
): Promise<void> {
  const { kysely } = deps.database;
  const known = new Map((await selectOpen(kysely, project.id)).map((row) => [row.number, row.head_commit]));
  const changed = items.filter(({ number, headSha }) => known.get(number) !== headSha).map(({ number }) => number);
  const listed = new Set(items.map(({ number }) => number));
  const closed = isWhole ? [...known.keys()].filter((number) => !listed.has(number)) : [];
  const moved = [...changed, ...closed];
  for (const pullRequest of moved) await syncPullRequest(deps, project, { pullRequest, author: null });
  // Saved only after everything was processed, so that the list is fetched again after a failure.
  await savePullRequestPoll(kysely, project.id, {
    tag: tag === undefined ? null : tagBegin + tag,
    hasChanged: moved.length > 0,
  });
}

export function startAskingCodeHosts(deps: PullRequestDeps, everySeconds: number): Repetition {
  return repeat(() => askCodeHosts(deps, everySeconds), {
    everyMs: everySeconds * 1000,
    onError: (error) => deps.log.warn({ err: error }, 'pull requests could not be checked; retrying later'),
  });
}
