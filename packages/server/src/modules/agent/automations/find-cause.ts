import { idPrefixes } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Commit } from '../../../platform/git/index.ts';
import { selectRunsOfJobs } from './runs-store.ts';
import type { AutomationRow, AutomationTables } from './tables.ts';

/** The trailer of the agent's commits that names their job. Code hosts keep it when they squash commits. */
const jobTrailer = new RegExp(`^Docwright-Job: (${idPrefixes.agentJob}_[A-Za-z0-9]{1,100})\\s*$`, 'gm');

/**
 * Determines which commits count as an event, and its depth. Commits by automations of the same project don't count, so
 * that no automation starts itself or its neighbors. Commits by automations of other projects increase the depth by 1.
 */
export async function findCause(
  db: Queryable<AutomationTables>,
  { organization_id: organizationId, project_id: projectId }: AutomationRow,
  commits: readonly Commit[],
): Promise<{ readonly commits: readonly Commit[]; readonly depth: number }> {
  const jobsOf = new Map(commits.map((commit) => [commit.sha, readJobs(commit.message)]));
  const runs = await selectRunsOfJobs(db, organizationId, [...new Set([...jobsOf.values()].flat())]);
  const own = new Set(runs.flatMap((run) => (run.project_id === projectId ? [run.job_id] : [])));
  const remaining = commits.filter(({ sha }) => !(jobsOf.get(sha) ?? []).some((job) => own.has(job)));
  const depths = remaining.flatMap(({ sha }) =>
    runs.flatMap((run) => (run.job_id !== null && jobsOf.get(sha)?.includes(run.job_id) === true ? [run.depth] : [])),
  );
  return { commits: remaining, depth: Math.max(0, ...depths) + 1 };
}

const readJobs = (message: string): string[] => Array.from(message.matchAll(jobTrailer), ([, id = '']) => id);
