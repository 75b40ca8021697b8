-- The views that modules offer to others (docs/decisions/0100). A view is part of its owner's interface, like its
-- index.ts: it contains the columns that others need, reads only tables of its owner and views of other modules, and is
-- never written. Each is a plain selection, which PostgreSQL inlines: a statement has the same plan as on the table.

-- Owner: identity/organizations

-- One row per organization, for statements that join it to rows of another module: name, plan, slug, and whether it is
-- the operator's.
create view shared_organizations as
select id, name, plan, operator, slug, purged_at from organizations;

-- Owner: identity/accounts

-- One row per person with an account, for modules that mail people or name who created something.
create view shared_users as
select id, email, email_verified from users;

-- One row per membership, for modules that notify an organization's members or count them.
create view shared_members as
select organization_id, user_id, role from members;

-- One row per invitation that can be accepted, for the list of first steps.
create view open_invitations as
select organization_id from invitations where expires_at > now();

-- Owner: sources/code-hosts

-- One row per code host that an organization connected itself, without its credentials, for the list of first steps.
create view shared_code_hosts as
select organization_id from code_hosts;

-- Owner: project-config/projects

-- One row per project, for modules that decide in one statement whether a project exists, whose it is and whether it is
-- published by this installation.
create view shared_projects as
select id, organization_id, name, deployment_kind, branch from projects;

-- Owner: building/site-bundles

-- One row per built site archive, for modules that publish it, store files next to it or delete it.
create view shared_site_bundles as
select
  id, project_id, blob_key, sha256, size_bytes, page_count, issue_count, base_path, specifications, created_at
from site_bundles;

-- Owner: agent/agent-jobs

-- One row per agent job, for reports: its outcome, cost and pull request, and who started it.
create view shared_agent_jobs as
select
  id, organization_id, project_id, created_at, status, result, error, usage, pr_state, is_free, started_by_kind,
  started_by_id, started_by_name
from agent_jobs;

-- Owner: publishing/exports

-- One row per export, for reports, and for the cleanup of bundles that no export uses.
create view shared_export_jobs as
select id, organization_id, project_id, created_at, status, error, error_code, blob_key from export_jobs;

-- Owner: publishing/domains

-- One row per domain that only its project may use, and whether its records point to the edges. For edges, which find a
-- site by its host name, and for certificates.
create view claimed_domains as
select domain, organization_id, project_id, leads_here from site_domains where claimed_at is not null;

-- Owner: publishing/deployments

-- One row per project with a site, for the dashboard's first page: whether the first start created it.
create view shared_sites as
select project_id, organization_id, is_default from sites;

-- One row per environment of a site, for reports: its kind, and the deployment that is live there.
create view shared_site_environments as
select id, project_id, kind, active_deployment_id from site_environments;

-- One row per deployment, for reports, and for the cleanup of bundles that no deployment uses.
create view shared_site_deployments as
select
  id, organization_id, project_id, environment_id, bundle_id, created_at, branch, commit_message, status, error_code,
  summary
from site_deployments;

-- One row per live site: a cloud project whose production has an active deployment, with its bundle, if it has one. For
-- modules that process what readers get; is_open is false while the site is unpublished or taken down.
create or replace view live_sites as
select
  environments.project_id,
  environments.organization_id,
  deployments.id as deployment_id,
  bundles.id as bundle_id,
  bundles.blob_key,
  bundles.size_bytes,
  bundles.created_at as bundle_created_at,
  sites.published and sites.takedown is null as is_open
from site_environments as environments
join sites on sites.project_id = environments.project_id
join shared_projects as projects on projects.id = environments.project_id and projects.deployment_kind = 'cloud'
join site_deployments as deployments on deployments.id = environments.active_deployment_id
left join shared_site_bundles as bundles on bundles.id = deployments.bundle_id
where environments.kind = 'production';

-- Owner: readers/assistant

-- One row per project and month: what answers to its readers cost. For reports.
create view assistant_monthly_spending as
select project_id, period as month, usd from assistant_spending where visitor = '';
