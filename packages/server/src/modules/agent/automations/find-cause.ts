import { idPrefixes } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { Commit } from '../../../platform/git/index.ts';
import { selectRunsOfJobs } from './runs-store.ts';
import type { AutomationSettings } from './settings.ts';
import type { AutomationRow, AutomationTables } from './tables.ts';

/** The trailer that names the job in the agent's commits. Code hosts keep it when they squash commits. */
const jobTrailer = new RegExp(`^Docwright-Job: (${idPrefixes.agentJob}_[A-Za-z0-9]{1,100})\\s*$`, 'gm');

export interface Cause {
  /** The commits that count. */
  readonly commits: readonly Commit[];
  readonly depth: number;
  /** The reason why each of the other commits does not count, by its hash. */
  readonly ignored: ReadonlyMap<string, string>;
}

/**
 * Determines which commits count as an event, and the event's depth. Commits by automations of the same project don't
 * count, so that automations don't start each other or themselves. Commits by automations of other projects increase
 * the depth by 1, and don't count if that exceeds `maxDepth`. Other commits of the same push still count.
 */
export async function findCause(
  { database, settings }: { readonly database: Database<AutomationTables>; readonly settings: AutomationSettings },
  { organization_id: organizationId, project_id: projectId }: AutomationRow,
  commits: readonly Commit[],
): Promise<Cause> {
  const jobsOf = new Map(commits.map((commit) => [commit.sha, readJobs(commit.message)]));
  const runs = await selectRunsOfJobs(database.kysely, organizationId, [...new Set([...jobsOf.values()].flat())]);
  const runsOf = ({ sha }: Commit) => runs.filter(({ job_id: id }) => id !== null && jobsOf.get(sha)?.includes(id));
  const ignored = new Map<string, string>();
  let depth = 1;
  for (const commit of commits) {
    const causes = runsOf(commit);
    const own = causes.some((run) => run.project_id === projectId);
    const after = Math.max(0, ...causes.map((run) => run.depth)) + 1;
    if (own) ignored.set(commit.sha, 'An automation of this project made it.');
    else if (after > settings.maxDepth) ignored.set(commit.sha, 'It is the result of a chain of automations.');
    else depth = Math.max(depth, after);
  }
  return { commits: commits.filter(({ sha }) => !ignored.has(sha)), depth, ignored };
}

const readJobs = (message: string): string[] => Array.from(message.matchAll(jobTrailer), ([, id = '']) => id);
