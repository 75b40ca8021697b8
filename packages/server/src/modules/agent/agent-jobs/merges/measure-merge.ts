import type { Clock } from '../../../../platform/clock/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { ConnectRepository } from '../../../sources/repositories/index.ts';
import { readShownPullRequest } from '../publish/branch-state.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { fetchBranch, fetchCommits, findHead } from './fetch-commits.ts';
import { countChangedAfter, readMergeFigures, type MergeFigures } from './read-figures.ts';
import {
  deleteMergeCheck,
  selectCheckedJob,
  updateChangedAfter,
  updateMergeCheck,
  updateMergeFigures,
} from './store.ts';

export interface MeasureDeps {
  readonly database: Database<AgentJobTables>;
  readonly connectRepository: ConnectRepository;
  readonly clock: Clock;
}

const dayMs = 24 * 3_600_000;
/** Period after which later changes are counted. The contract documents it, and the dashboard shows when it ends. */
const countedAfterMs = 14 * dayMs;
/** Delay of a check that failed, or that waits for a running turn. */
const delayMs = 6 * 3_600_000;
/** How long checks are repeated if the repository or the code host can't be used. */
const patienceMs = 7 * dayMs;

/** Returns the time at which the lines that changed after the merge are counted. */
const countingTime = ({ pr_ended_at: mergedAt }: AgentJobRow): number => (mergedAt?.getTime() ?? 0) + countedAfterMs;

/**
 * Determines a merged pull request's next figures: first those of the merge itself, and later those of the base branch.
 * Can be repeated. Errors from git and code hosts are thrown; the caller then calls `postponeMeasuring`.
 */
export async function measureMerge(deps: MeasureDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const { kysely } = deps.database;
  const job = await selectCheckedJob(kysely, jobId);
  // The project was deleted, or the code host has since reported another state.
  if (job?.pr_state !== 'merged') return deleteMergeCheck(kysely, jobId);
  // A turn may be committing at this moment.
  if (job.status === 'active') return updateMergeCheck(kysely, jobId, new Date(deps.clock.now() + delayMs));
  await (job.merged_head === null ? measureAtMerge(deps, job, signal) : measureAfter(deps, job, signal));
}

/** Schedules another attempt a few hours later, or leaves the missing figures unknown. */
export async function postponeMeasuring({ database, clock }: MeasureDeps, jobId: string): Promise<void> {
  const job = await selectCheckedJob(database.kysely, jobId);
  if (job === undefined) return deleteMergeCheck(database.kysely, jobId);
  const plannedAt = job.merged_head === null ? (job.pr_ended_at?.getTime() ?? 0) : countingTime(job);
  const next = clock.now() + delayMs;
  if (next > plannedAt + patienceMs) return deleteMergeCheck(database.kysely, jobId);
  await updateMergeCheck(database.kysely, jobId, new Date(next));
}

async function measureAtMerge(deps: MeasureDeps, job: AgentJobRow, signal: AbortSignal): Promise<void> {
  const found = await readAtMerge(deps, job, signal);
  await deps.database.kysely.transaction().execute(async (tx) => {
    if (found !== undefined) await updateMergeFigures(tx, job.id, found);
    const isCountable = found !== undefined && found.lines !== null && found.isOnBase;
    if (isCountable) await updateMergeCheck(tx, job.id, new Date(countingTime(job)));
    else await deleteMergeCheck(tx, job.id);
  });
}

interface FiguresAtMerge extends MergeFigures {
  readonly head: string;
  /** Whether the head was merged into the base branch of the job. Users can change the branch on the code host. */
  readonly isOnBase: boolean;
}

/** Returns `undefined` if the merged commit isn't known. */
async function readAtMerge(
  { connectRepository }: MeasureDeps,
  job: AgentJobRow,
  signal: AbortSignal,
): Promise<FiguresAtMerge | undefined> {
  const shown = readShownPullRequest(job);
  if (shown === undefined || job.base_commit === null) return undefined;
  const { organization_id: organizationId, repository, base_commit: base } = job;
  const connected = await connectRepository({ organizationId, repository });
  const pull = await connected.host.getPullRequest(shown.number, signal);
  const head = await findHead(connected, shown, { reported: pull.headSha, signal });
  if (head === undefined) return undefined;
  // The base branch may contain all commits, and its own commits are needed in any case.
  await fetchBranch(connected.mirror, job.base_branch, signal);
  if (!(await fetchCommits(connected, shown, { commits: [base, shown.commit, head], signal }))) return undefined;
  const figures = await readMergeFigures({ mirror: connected.mirror, base, commit: shown.commit, head, signal });
  return { ...figures, head, isOnBase: pull.baseBranch === job.base_branch };
}

async function measureAfter(deps: MeasureDeps, job: AgentJobRow, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  // A ticket can arrive after the check that it was created for.
  if (clock.now() < countingTime(job)) return updateMergeCheck(database.kysely, job.id, new Date(countingTime(job)));
  const linesAfter = await readAfter(deps, job, signal);
  await database.kysely.transaction().execute(async (tx) => {
    if (linesAfter !== null) await updateChangedAfter(tx, job.id, { linesAfter, measuredAt: new Date(clock.now()) });
    await deleteMergeCheck(tx, job.id);
  });
}

async function readAfter(
  { connectRepository }: MeasureDeps,
  job: AgentJobRow,
  signal: AbortSignal,
): Promise<number | null> {
  const shown = readShownPullRequest(job);
  const { organization_id: organizationId, repository, base_commit: base, merged_head: head } = job;
  if (shown === undefined || base === null || head === null) return null;
  const connected = await connectRepository({ organizationId, repository });
  const later = await fetchBranch(connected.mirror, job.base_branch, signal);
  if (later === undefined) return null;
  if (!(await fetchCommits(connected, shown, { commits: [base, shown.commit, head], signal }))) return null;
  return countChangedAfter({ mirror: connected.mirror, base, commit: shown.commit, head, signal }, later);
}
