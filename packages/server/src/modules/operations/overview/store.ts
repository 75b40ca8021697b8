import type { AgentJobOutcome, FailureKind } from '@docwright/contract';
import { sql } from 'kysely';
import { ownedRows, type Queryable, type TableOf, utcMonth } from '../../../platform/database/index.ts';
import type { AgentJobTables } from '../../agent/agent-jobs/index.ts';
import type { AccountTables } from '../../identity/accounts/index.ts';
import type { DeploymentTables } from '../../publishing/deployments/index.ts';
import type { ModelSettingsTables } from '../../project-config/model-settings/index.ts';
import { ofLivingProject, ofLivingProjects } from '../../project-config/projects/index.ts';

/** Other modules' tables are only read, through those modules' views. */
export interface OverviewTables extends AccountTables, AgentJobTables, DeploymentTables, ModelSettingsTables {
  first_steps: TableOf<'first_steps'>;
}
type Db = Queryable<OverviewTables>;

/** Maximum number of rows of one kind to read. A busy organization's month fits, and is read in less than a second. */
export const maxRows = 10_000;
export const maxPullRequests = 1_000;
export const maxListed = 5;

export interface Asked {
  readonly organizationId: string;
  /** IDs of the projects; null for all projects of the organization. */
  readonly projectIds: readonly string[] | null;
  readonly since: Date;
}

const isAsked = ({ projectIds }: Asked) => ofLivingProjects(projectIds);

export interface JobCount {
  readonly projectId: string;
  readonly outcome: AgentJobOutcome;
  readonly jobs: number;
  readonly usd: number;
  readonly isKnown: boolean;
}

/** Counts the period's jobs by project and outcome. Archived jobs are counted by their previous status. */
export async function countJobs(db: Db, asked: Asked): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    with newest as (
      select project_id, usage, case
          when status = 'active' then 'active'
          when error ->> 'code' = 'cancelled' then 'cancelled'
          when error is not null or status = 'failed' then 'failed'
          else coalesce(result, 'no_changes') end as outcome
      from shared_agent_jobs
      where organization_id = ${asked.organizationId} and created_at >= ${asked.since} and ${isAsked(asked)}
      order by created_at desc, id desc limit ${maxRows}
    )
    select project_id as "projectId", outcome, count(*)::int as jobs,
      coalesce(sum((usage ->> 'costUsd')::float8), 0) as usd,
      coalesce(bool_and((usage ->> 'known')::boolean), true) as "isKnown"
    from newest group by project_id, outcome`.execute(db);
  return rows;
}

export async function countOpenPullRequests(db: Db, asked: Asked): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from (
      select from shared_agent_jobs
      where organization_id = ${asked.organizationId} and pr_state = 'open' and ${isAsked(asked)}
      limit ${maxPullRequests}
    ) as first`.execute(db);
  return rows[0]?.open ?? 0;
}

export interface DeploymentCounts {
  readonly total: number;
  readonly ready: number;
  readonly failed: number;
}

/** Counts deployments, except skipped ones, which were superseded by a newer one before they started. */
export async function countDeployments(db: Db, asked: Asked): Promise<DeploymentCounts> {
  const { rows } = await sql<DeploymentCounts>`
    select count(*)::int as total, count(*) filter (where status = 'success')::int as ready,
      count(*) filter (where status = 'failure' and error_code is distinct from 'cancelled')::int as failed
    from (
      select status, error_code from shared_site_deployments
      where organization_id = ${asked.organizationId} and created_at >= ${asked.since} and status <> 'skipped'
        and ${isAsked(asked)}
      order by created_at desc, id desc limit ${maxRows}
    ) as newest`.execute(db);
  return rows[0] ?? { total: 0, ready: 0, failed: 0 };
}

export async function selectNewestDeployments(db: Db, asked: Asked) {
  return db
    .selectFrom('shared_site_deployments as deployments')
    .innerJoin('shared_site_environments as environments', 'environments.id', 'deployments.environment_id')
    .select([
      'deployments.id',
      'deployments.project_id',
      'environments.kind',
      'deployments.branch',
      'deployments.status',
      'deployments.error_code',
      'deployments.commit_message',
      'deployments.created_at',
    ])
    .where('deployments.organization_id', '=', asked.organizationId)
    .where('deployments.status', '<>', 'skipped')
    .$if(asked.projectIds !== null, (query) => query.where('deployments.project_id', 'in', asked.projectIds ?? []))
    .orderBy('deployments.created_at', 'desc')
    .orderBy('deployments.id', 'desc')
    .limit(maxListed)
    .execute();
}

export interface ProjectSpend {
  readonly projectId: string;
  readonly usd: number;
}

/** Returns the cost of readers' questions this month, by project. */
export async function selectAssistantSpend(db: Db, asked: Asked): Promise<ProjectSpend[]> {
  const { rows } = await sql<ProjectSpend>`
    select project_id as "projectId", usd from assistant_monthly_spending
    where project_id in (select id from shared_projects where organization_id = ${asked.organizationId})
      and month = ${utcMonth} and usd > 0 and ${isAsked(asked)}
    order by usd desc limit ${maxRows}`.execute(db);
  return rows;
}

export interface FailureRow {
  readonly kind: FailureKind;
  readonly id: string;
  readonly projectId: string;
  readonly message: string;
  readonly at: Date;
}

/** Selects failures, newest first. Canceled jobs, exports and deployments aren't failures. */
export async function selectFailures(db: Db, asked: Asked, kinds: readonly FailureKind[]): Promise<FailureRow[]> {
  const { organizationId, since } = asked;
  const inPeriod = sql`organization_id = ${organizationId} and created_at >= ${since} and ${isAsked(asked)}`;
  const newest = sql`order by created_at desc limit ${maxListed}`;
  const sources = {
    agent_job: sql`(select 'agent_job' as kind, id, project_id, error ->> 'message' as message, created_at
      from shared_agent_jobs where ${inPeriod} and status = 'failed' and error ->> 'code' <> 'cancelled' ${newest})`,
    export: sql`(select 'export' as kind, id, project_id, error as message, created_at
      from shared_export_jobs where ${inPeriod} and status = 'failed' and error_code <> 'cancelled' ${newest})`,
    deployment: sql`(select 'deployment' as kind, id, project_id, summary as message, created_at
      from shared_site_deployments where ${inPeriod} and status = 'failure' and error_code is distinct from 'cancelled' ${newest})`,
  };
  if (kinds.length === 0) return [];
  const { rows } = await sql<FailureRow>`
    select kind, id, project_id as "projectId", coalesce(message, '') as message, created_at as at
    from (${sql.join(
      kinds.map((kind) => sources[kind]),
      sql` union all `,
    )}) as failed
    order by created_at desc limit ${maxListed}`.execute(db);
  return rows;
}

export interface OrganizationProgress {
  /** The example project that the first start created, or null if it doesn't exist. */
  readonly exampleProjectId: string | null;
  /** The example project's agent job. */
  readonly exampleJobId: string | null;
  /** Whether a code host is connected or a project exists; a project doesn't require a code host. */
  readonly codeHost: boolean;
  readonly repository: boolean;
  readonly model: boolean;
  readonly job: boolean;
  readonly published: boolean;
  readonly members: boolean;
}

/** Returns an organization's progress, ignoring the objects that the first start created. */
export async function selectProgress(db: Db, organizationId: string): Promise<OrganizationProgress> {
  const { rows } = await sql<OrganizationProgress>`
    with own as not materialized (select id from shared_projects as projects where organization_id = ${organizationId}
      and not exists (select from shared_sites as sites where sites.project_id = projects.id and sites.is_default))
    select
      (select project_id from shared_sites where organization_id = ${organizationId} and is_default) as "exampleProjectId",
      (select id from shared_agent_jobs where is_free and project_id = (
        select project_id from shared_sites where organization_id = ${organizationId} and is_default
      ) order by created_at limit 1) as "exampleJobId",
      exists (select from shared_code_hosts where organization_id = ${organizationId}) as "codeHost",
      exists (select from own) as repository,
      exists (select from shared_project_models where organization_id = ${organizationId} and has_language_model)
      or exists (select from shared_organization_models where organization_id = ${organizationId} and has_language_model) as model,
      exists (select from shared_agent_jobs where organization_id = ${organizationId} and not is_free and ${ofLivingProject}) as job,
      exists (select from shared_site_environments where project_id in (select id from own)
        and kind = 'production' and active_deployment_id is not null)
      or exists (select from shared_export_jobs where project_id in (select id from own) and status = 'completed') as published,
      (select count(*) from (select from shared_members where organization_id = ${organizationId} limit 2) as first) > 1
      or exists (select from open_invitations where organization_id = ${organizationId}) as members`.execute(db);
  const [progress] = rows;
  if (progress === undefined) throw new Error('the database returned no row');
  return progress;
}

export interface FirstStepsName {
  readonly organizationId: string;
  readonly userId: string;
}

export async function selectFirstSteps(db: Db, { organizationId, userId }: FirstStepsName) {
  return db
    .selectFrom('first_steps')
    .select(['opened_example_at', 'dismissed_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** @param mark the steps that the person has just completed; earlier marks are kept */
export async function markFirstSteps(
  db: Db,
  { organizationId, userId }: FirstStepsName,
  mark: { readonly openedExample: boolean; readonly dismissed: boolean | undefined },
): Promise<void> {
  const opened = mark.openedExample ? sql<Date>`clock_timestamp()` : null;
  const dismissed = mark.dismissed === true ? sql<Date>`clock_timestamp()` : null;
  await db
    .insertInto('first_steps')
    .values({
      organization_id: organizationId,
      user_id: userId,
      opened_example_at: opened,
      dismissed_at: dismissed,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'organization_id']).doUpdateSet({
        ...(mark.openedExample && { opened_example_at: opened }),
        ...(mark.dismissed !== undefined && { dismissed_at: dismissed }),
      }),
    )
    .execute();
}

export const firstStepRows = ownedRows({ table: 'first_steps', column: 'organization_id', key: 'ctid' });
