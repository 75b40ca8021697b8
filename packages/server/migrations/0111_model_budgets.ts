import type { Migration } from '../src/platform/database/index.ts';

/**
 * What models may cost in a month. Spending is kept apart from the jobs: a job that is deleted, or goes on in another month, has cost what it
 * cost when it did. Alerts are kept apart from the budget: one that is set anew tells of no threshold twice in a month.
 */
export const modelBudgets = {
  id: '0111-model-budgets',
  sql: /* sql */ `
create table model_budgets (
  organization_id text not null references organizations (id) on delete cascade,
  -- Null for the whole organization.
  project_id text references projects (id) on delete cascade,
  scope text not null generated always as (coalesce(project_id, '')) stored,
  -- NaN is above every number.
  usd double precision not null check (usd > 0 and usd <= 1000000),
  thresholds int[] not null,
  stop_jobs boolean not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, scope)
);
create index model_budgets_project on model_budgets (project_id);

create table model_spending (
  organization_id text not null references organizations (id) on delete cascade,
  -- No reference: what a deleted project has cost stays spent.
  project_id text not null,
  month text not null,
  usd numeric not null,
  unpriced_answers int not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, month, project_id)
);
create index model_spending_age on model_spending (changed_at);
insert into model_spending (organization_id, project_id, month, usd, unpriced_answers)
select organization_id, project_id, to_char(now() at time zone 'UTC', 'YYYY-MM'), round(coalesce(sum(usd), 0), 9), sum(unpriced)
from (
  select organization_id, project_id, (usage ->> 'costUsd')::numeric as usd,
    case when not (usage ->> 'known')::boolean then 1 else 0 end as unpriced
  from agent_jobs where created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
  union all
  select projects.organization_id, projects.id, spent.usd::numeric, 0
  from assistant_spending as spent join projects on projects.id = spent.project_id
  where spent.visitor = '' and spent.period = to_char(now() at time zone 'UTC', 'YYYY-MM')
) as spent
group by organization_id, project_id;

create table budget_alerts (
  organization_id text not null references organizations (id) on delete cascade,
  scope text not null,
  month text not null,
  threshold int not null,
  spent_usd double precision not null,
  budget_usd double precision not null,
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, scope, month, threshold)
);
create index budget_alerts_age on budget_alerts (at);
`,
} satisfies Migration;
