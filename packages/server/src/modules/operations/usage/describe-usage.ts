import type { Usage } from '@docwright/contract';
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
  type UsageTables,
} from './store.ts';

type Figures = Usage['total'];
/** Figures of one project, from one table. */
type Counted = Partial<Figures> & { readonly projectId: string; readonly isKnown?: boolean };

/** A longer list would be useless to its readers; `total` includes all projects. */
const maxProjects = 1_000;

/** The calendar month in UTC that contains a time: `2026-11`. */
export const toMonth = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** The start of the month, and of the next one. */
export function toPeriod(month: string): Pick<Asked, 'from' | 'until'> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), until: new Date(Date.UTC(year, number)) };
}

/** The parts of a month that the caller may read. */
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
  const nothing: Figures = {
    agentJobs: jobs && 0,
    inputTokens: jobs && 0,
    outputTokens: jobs && 0,
    agentJobsUsd: jobs && 0,
    assistantUsd: assistant && 0,
    exports: exports && 0,
    deployments: deployments && 0,
  };
  const byProject = new Map<string, Figures>();
  const rows: readonly Counted[] = [...(jobs ?? []), ...(assistant ?? []), ...(exports ?? []), ...(deployments ?? [])];
  for (const { projectId, isKnown: _, ...counted } of rows)
    byProject.set(projectId, { ...(byProject.get(projectId) ?? nothing), ...counted });
  const total = [...byProject.values()].reduce(addFigures, nothing);
  const counts = [total.agentJobs, total.exports, total.deployments];
  return {
    month,
    complete: counts.every((count) => (count ?? 0) < maxRows),
    known: jobs?.every(({ isKnown }) => isKnown) ?? true,
    total,
    projects: [...byProject]
      .map(([projectId, figures]) => ({ projectId, ...figures }))
      .sort((one, other) => costOf(other) - costOf(one) || (other.agentJobs ?? 0) - (one.agentJobs ?? 0))
      .slice(0, maxProjects),
    starters:
      starters?.map((starter) =>
        starter.kind === 'api_key' && !hasScope(principal, 'api-keys:read') ? { ...starter, name: null } : starter,
      ) ?? null,
  };
}

const costOf = ({ agentJobsUsd, assistantUsd }: Figures): number => (agentJobsUsd ?? 0) + (assistantUsd ?? 0);

/** Adds figures; those that the caller can't read are null in both. */
function addFigures(one: Figures, other: Figures): Figures {
  const add = (key: keyof Figures) => (one[key] === null ? null : one[key] + (other[key] ?? 0));
  return {
    agentJobs: add('agentJobs'),
    inputTokens: add('inputTokens'),
    outputTokens: add('outputTokens'),
    agentJobsUsd: add('agentJobsUsd'),
    assistantUsd: add('assistantUsd'),
    exports: add('exports'),
    deployments: add('deployments'),
  };
}
