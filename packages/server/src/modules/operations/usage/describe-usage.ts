import type { PullRequestFigures, Usage } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { hasScope, type Principal } from '../../../platform/http/index.ts';
import {
  countDeployments,
  countExports,
  countJobs,
  countJobsOfStarters,
  maxRows,
  selectAssistantCost,
  type Asked,
  type PullRequestSums,
  type UsageTables,
} from './store.ts';

/** Figures that can be added. */
type Sums = Omit<Usage['total'], 'pullRequests'> & {
  readonly pullRequests: PullRequestSums | null;
  readonly isKnown: boolean;
};
/** Figures of one project, from one table. */
type Counted = Partial<Sums> & { readonly projectId: string };

const noPullRequests: PullRequestSums = {
  opened: 0,
  merged: 0,
  closed: 0,
  mergedUnchanged: 0,
  mergedChanged: 0,
  lines: 0,
  linesChangedAfter: 0,
};

/** Maximum number of projects in the list. A longer list would be useless; `total` includes all projects. */
const maxProjects = 1_000;

/** The calendar month in UTC that contains a time: `2026-11`. */
export const toMonth = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** Returns the start of the month and the start of the next one. */
export function toPeriod(month: string): Pick<Asked, 'from' | 'until'> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), until: new Date(Date.UTC(year, number)) };
}

/** Returns the parts of a month's usage that the caller may read. */
export async function describeUsage(
  db: Queryable<UsageTables>,
  principal: Principal,
  month: string,
): Promise<Omit<Usage, 'storage'>> {
  const { organizationId, projectIds } = principal;
  const asked: Asked = { organizationId, projectIds, month, ...toPeriod(month) };
  const mayReadJobs = hasScope(principal, 'agent-jobs:read');
  const [jobs, starters, assistant, exports, deployments] = await Promise.all([
    mayReadJobs ? countJobs(db, asked) : null,
    mayReadJobs && hasScope(principal, 'members:read') ? countJobsOfStarters(db, asked) : null,
    hasScope(principal, 'analytics:read') ? selectAssistantCost(db, asked) : null,
    hasScope(principal, 'exports:read') ? countExports(db, asked) : null,
    hasScope(principal, 'deployments:read') ? countDeployments(db, asked) : null,
  ]);
  const nothing: Sums = {
    agentJobs: jobs && 0,
    inputTokens: jobs && 0,
    outputTokens: jobs && 0,
    agentJobsUsd: jobs && 0,
    pullRequests: jobs && noPullRequests,
    isKnown: true,
    assistantUsd: assistant && 0,
    exports: exports && 0,
    deployments: deployments && 0,
  };
  const byProject = new Map<string, Sums>();
  const rows: readonly Counted[] = [...(jobs ?? []), ...(assistant ?? []), ...(exports ?? []), ...(deployments ?? [])];
  for (const { projectId, ...counted } of rows)
    byProject.set(projectId, { ...(byProject.get(projectId) ?? nothing), ...counted });
  const total = [...byProject.values()].reduce(addSums, nothing);
  const counts = [total.agentJobs, total.exports, total.deployments];
  return {
    month,
    complete: counts.every((count) => (count ?? 0) < maxRows),
    known: total.isKnown,
    total: toFigures(total),
    projects: [...byProject]
      .map(([projectId, sums]) => ({ projectId, ...toFigures(sums) }))
      .sort((one, other) => costOf(other) - costOf(one) || (other.agentJobs ?? 0) - (one.agentJobs ?? 0))
      .slice(0, maxProjects),
    starters:
      starters
        ?.map(toFigures)
        .map((starter) =>
          starter.kind === 'api_key' && !hasScope(principal, 'api-keys:read') ? { ...starter, name: null } : starter,
        ) ?? null,
  };
}

/** Adds the figures that are derived from the sums. */
function toFigures<T extends Pick<Sums, 'agentJobsUsd' | 'pullRequests' | 'isKnown'>>({ isKnown, ...sums }: T) {
  const { pullRequests: pulls, agentJobsUsd } = sums;
  const pullRequests: PullRequestFigures | null = pulls && {
    ...pulls,
    shareChangedAfter: pulls.lines === 0 ? null : pulls.linesChangedAfter / pulls.lines,
    costPerMergeUsd: pulls.merged === 0 || agentJobsUsd === null || !isKnown ? null : agentJobsUsd / pulls.merged,
  };
  return { ...sums, pullRequests };
}

const costOf = ({ agentJobsUsd, assistantUsd }: Pick<Sums, 'agentJobsUsd' | 'assistantUsd'>): number =>
  (agentJobsUsd ?? 0) + (assistantUsd ?? 0);

/** Adds figures. Figures that the caller can't read are null in both operands. */
function addSums(one: Sums, other: Sums): Sums {
  const add = (key: Exclude<keyof Sums, 'pullRequests' | 'isKnown'>) =>
    one[key] === null ? null : one[key] + (other[key] ?? 0);
  return {
    agentJobs: add('agentJobs'),
    inputTokens: add('inputTokens'),
    outputTokens: add('outputTokens'),
    agentJobsUsd: add('agentJobsUsd'),
    pullRequests: one.pullRequests && addPullRequests(one.pullRequests, other.pullRequests ?? noPullRequests),
    isKnown: one.isKnown && other.isKnown,
    assistantUsd: add('assistantUsd'),
    exports: add('exports'),
    deployments: add('deployments'),
  };
}

function addPullRequests(one: PullRequestSums, other: PullRequestSums): PullRequestSums {
  return {
    opened: one.opened + other.opened,
    merged: one.merged + other.merged,
    closed: one.closed + other.closed,
    mergedUnchanged: one.mergedUnchanged + other.mergedUnchanged,
    mergedChanged: one.mergedChanged + other.mergedChanged,
    lines: one.lines + other.lines,
    linesChangedAfter: one.linesChangedAfter + other.linesChangedAfter,
  };
}
