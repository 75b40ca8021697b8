import type { JobStarterKind, PullRequestFigures } from '@docwright/contract';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AgentJobTables } from '../../agent/agent-jobs/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';
import { ofLivingProjects } from '../../project-config/projects/index.ts';

/** The tables are read through their owners' views. */
export interface UsageTables extends AgentJobTables, DeploymentTables {}
type Db = Queryable<UsageTables>;

/**
 * Maximum number of rows of one kind to read: more than a busy organization has in a month, but few enough to be read
 * in less than a second.
 */
export const maxRows = 100_000;

/** Maximum number of starters in the list. A longer list would be useless; `total` includes all of them. */
export const maxStarters = 1_000;

export interface Asked {
  readonly organizationId: string;
  /** IDs of the projects; null for all projects of the organization. */
  readonly projectIds: readonly string[] | null;
  /** The month: `2026-11`. */
  readonly month: string;
  readonly from: Date;
  /** End of the period (exclusive). */
  readonly until: Date;
}

const isAsked = ({ organizationId, projectIds }: Asked) =>
  sql<boolean>`organization_id = ${organizationId} and ${ofLivingProjects(projectIds)}`;
const inMonth = ({ from, until }: Asked) => sql<boolean>`created_at >= ${from} and created_at < ${until}`;
const newest = sql`order by created_at desc, id desc limit ${maxRows}`;

/** The figures that can be added; the others are computed from the sums. */
export type PullRequestSums = Omit<PullRequestFigures, 'shareChangedAfter' | 'costPerMergeUsd'>;

/** Lines are counted only if the number of changed lines is also known. */
const pullRequestSums = sql`
  jsonb_build_object(
    'opened', count(pr_state),
    'merged', count(*) filter (where pr_state = 'merged'),
    'closed', count(*) filter (where pr_state = 'closed'),
    'mergedUnchanged', count(*) filter (where merged_unchanged),
    'mergedChanged', count(*) filter (where not merged_unchanged),
    'lines', coalesce(sum(merged_lines) filter (where merged_lines_after is not null), 0),
    'linesChangedAfter', coalesce(sum(merged_lines_after), 0)
  ) as "pullRequests"`;
const pullRequestColumns = sql`pr_state, merged_unchanged, merged_lines, merged_lines_after`;

export interface JobUsage {
  readonly projectId: string;
  readonly agentJobs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly agentJobsUsd: number;
  readonly pullRequests: PullRequestSums;
  readonly isKnown: boolean;
}

export async function countJobs(db: Db, asked: Asked): Promise<JobUsage[]> {
  const { rows } = await sql<JobUsage>`
    select project_id as "projectId", count(*)::int as "agentJobs",
      coalesce(sum((usage ->> 'inputTokens')::float8), 0) as "inputTokens",
      coalesce(sum((usage ->> 'outputTokens')::float8), 0) as "outputTokens",
      coalesce(sum((usage ->> 'costUsd')::float8), 0) as "agentJobsUsd",
      coalesce(bool_and((usage ->> 'known')::boolean), true) as "isKnown", ${pullRequestSums}
    from (
      select project_id, usage, ${pullRequestColumns}
      from shared_agent_jobs where ${isAsked(asked)} and ${inMonth(asked)} ${newest}
    ) as jobs
    group by project_id`.execute(db);
  return rows;
}

export interface StarterUsage extends Omit<JobUsage, 'projectId'> {
  readonly kind: JobStarterKind;
  readonly id: string | null;
  readonly name: string | null;
}

/** Counts jobs by who started them. A person whose email address has changed is counted once, with the newest name. */
export async function countJobsOfStarters(db: Db, asked: Asked): Promise<StarterUsage[]> {
  const { rows } = await sql<StarterUsage>`
    select started_by_kind as kind, started_by_id as id,
      (array_agg(started_by_name order by created_at desc, job_id desc))[1] as name, count(*)::int as "agentJobs",
      coalesce(sum((usage ->> 'inputTokens')::float8), 0) as "inputTokens",
      coalesce(sum((usage ->> 'outputTokens')::float8), 0) as "outputTokens",
      coalesce(sum((usage ->> 'costUsd')::float8), 0) as "agentJobsUsd",
      coalesce(bool_and((usage ->> 'known')::boolean), true) as "isKnown", ${pullRequestSums}
    from (
      select id as job_id, created_at, usage, started_by_kind, started_by_id, started_by_name, ${pullRequestColumns}
      from shared_agent_jobs where ${isAsked(asked)} and ${inMonth(asked)} ${newest}
    ) as jobs
    group by started_by_kind, started_by_id
    order by "agentJobsUsd" desc, "agentJobs" desc, id limit ${maxStarters}`.execute(db);
  return rows;
}

/** Returns the cost of readers' questions by project. */
export async function selectAssistantCost(
  db: Db,
  { organizationId, projectIds, month }: Asked,
): Promise<{ readonly projectId: string; readonly assistantUsd: number }[]> {
  const { rows } = await sql<{ projectId: string; assistantUsd: number }>`
    select project_id as "projectId", usd as "assistantUsd" from assistant_monthly_spending
    where project_id in (select id from shared_projects where organization_id = ${organizationId})
      and month = ${month} and usd > 0 and ${ofLivingProjects(projectIds)}
    order by usd desc limit ${maxRows}`.execute(db);
  return rows;
}

export async function countExports(
  db: Db,
  asked: Asked,
): Promise<{ readonly projectId: string; readonly exports: number }[]> {
  const { rows } = await sql<{ projectId: string; exports: number }>`
    select project_id as "projectId", count(*)::int as exports
    from (select project_id from shared_export_jobs where ${isAsked(asked)} and ${inMonth(asked)} ${newest}) as exported
    group by project_id`.execute(db);
  return rows;
}

/** Counts deployments, except skipped ones, which were superseded by a newer one before they started. */
export async function countDeployments(
  db: Db,
  asked: Asked,
): Promise<{ readonly projectId: string; readonly deployments: number }[]> {
  const { rows } = await sql<{ projectId: string; deployments: number }>`
    select project_id as "projectId", count(*)::int as deployments
    from (select project_id from shared_site_deployments
      where ${isAsked(asked)} and ${inMonth(asked)} and status <> 'skipped' ${newest}) as deployed
    group by project_id`.execute(db);
  return rows;
}
