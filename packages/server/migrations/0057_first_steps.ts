import type { Migration } from '../src/platform/database/index.ts';

/** What a person made of the list of first steps, and what the overview of an organization reads in order. */
export const firstSteps: Migration = {
  id: '0057-first-steps',
  sql: /* sql */ `
create table first_steps (
  user_id text not null references users (id) on delete cascade,
  organization_id text not null references organizations (id) on delete cascade,
  opened_example_at timestamptz,
  dismissed_at timestamptz,
  primary key (user_id, organization_id)
);
create index site_deployments_of_organization on site_deployments (organization_id, created_at desc, id desc);
create index site_deployments_failed on site_deployments (organization_id, created_at desc)
  where status = 'failure';
`,
};
