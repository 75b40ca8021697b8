-- Owner: publishing/deployments

-- One row per live site: a cloud project whose production has an active deployment, with its bundle, if it has one. For
-- modules that process what readers get; is_open is false while the site is unpublished or taken down.
create view live_sites as
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
join projects on projects.id = environments.project_id and projects.deployment_kind = 'cloud'
join site_deployments as deployments on deployments.id = environments.active_deployment_id
left join site_bundles as bundles on bundles.id = deployments.bundle_id
where environments.kind = 'production';
