import type { AgentJobOutcome, FailureKind, Overview } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { hasScope, type Principal } from '../../../platform/http/index.ts';
import {
  countDeployments,
  countJobs,
  countOpenPullRequests,
  maxListed,
  maxRows,
  selectAssistantSpend,
  selectFailures,
  selectNewestDeployments,
  type Asked,
  type JobCount,
  type OverviewTables,
  type ProjectSpend,
} from './store.ts';

type Db = Queryable<OverviewTables>;

/** Returns the requested data that the caller can read. */
export async function describeOverview(db: Db, principal: Principal, asked: Asked): Promise<Overview> {
  const maySeeJobs = hasScope(principal, 'agent-jobs:read');
  const maySeeDeployments = hasScope(principal, 'deployments:read');
  const maySeeAssistant = hasScope(principal, 'analytics:read');
  const kinds: readonly (FailureKind | false)[] = [
    maySeeJobs && 'agent_job',
    hasScope(principal, 'exports:read') && 'export',
    maySeeDeployments && 'deployment',
  ];
  const [jobs, deployments, assistant, failures] = await Promise.all([
    maySeeJobs ? describeJobs(db, asked) : null,
    maySeeDeployments ? describeDeployments(db, asked) : null,
    maySeeAssistant ? selectAssistantSpend(db, asked) : null,
    selectFailures(
      db,
      asked,
      kinds.filter((kind) => kind !== false),
    ),
  ]);
  return {
    since: asked.since.toISOString(),
    complete: (jobs?.answer.total ?? 0) < maxRows && (deployments?.total ?? 0) < maxRows,
    agentJobs: jobs?.answer ?? null,
    deployments,
    spend: {
      agentJobsUsd: jobs === null ? null : sumOf(jobs.counts),
      known: jobs?.counts.every(({ isKnown }) => isKnown) ?? true,
      assistantUsd: assistant === null ? null : sumOf(assistant),
      projects: rankProjects([...(jobs?.counts ?? []), ...(assistant ?? [])]),
    },
    failures: failures.map(({ at, ...failure }) => ({ ...failure, at: at.toISOString() })),
  };
}

const sumOf = (spends: readonly Pick<ProjectSpend, 'usd'>[]): number => spends.reduce((sum, { usd }) => sum + usd, 0);

async function describeJobs(db: Db, asked: Asked) {
  const [counts, openPullRequests] = await Promise.all([countJobs(db, asked), countOpenPullRequests(db, asked)]);
  const outcomes = countOutcomes(counts);
  const total = outcomes.reduce((sum, { jobs }) => sum + jobs, 0);
  return { counts, answer: { total, outcomes, openPullRequests } };
}

/** Counts the outcomes of all projects together, most frequent first. */
export function countOutcomes(
  counts: readonly Pick<JobCount, 'outcome' | 'jobs'>[],
): { outcome: AgentJobOutcome; jobs: number }[] {
  const sums = new Map<AgentJobOutcome, number>();
  for (const { outcome, jobs } of counts) sums.set(outcome, (sums.get(outcome) ?? 0) + jobs);
  return [...sums].map(([outcome, jobs]) => ({ outcome, jobs })).sort((a, b) => b.jobs - a.jobs);
}

/** Returns the projects with costs, most expensive first. */
export function rankProjects(spends: readonly ProjectSpend[]): ProjectSpend[] {
  const sums = new Map<string, number>();
  for (const { projectId, usd } of spends) sums.set(projectId, (sums.get(projectId) ?? 0) + usd);
  return [...sums]
    .map(([projectId, usd]) => ({ projectId, usd }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd)
    .slice(0, maxListed);
}

async function describeDeployments(db: Db, asked: Asked): Promise<NonNullable<Overview['deployments']>> {
  const [counts, newest] = await Promise.all([countDeployments(db, asked), selectNewestDeployments(db, asked)]);
  return {
    ...counts,
    newest: newest.map((row) => ({
      deploymentId: row.id,
      projectId: row.project_id,
      environment: row.kind,
      branch: row.branch,
      status: row.status,
      errorCode: row.error_code,
      commitMessage: row.commit_message?.split('\n', 1)[0] ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
