-- Owner: project-config/model-settings

-- One row per organization with models for its projects without their own. The columns are those of project_models;
-- the credentials are bound to the organization.
create table organization_models (
  organization_id text primary key references organizations (id),
  models jsonb not null,
  credentials text not null,
  key_id text not null,
  updated_at timestamptz not null default clock_timestamp(),
  embedding jsonb
);
create index organization_models_key on organization_models (key_id);

-- One row per project, with the models that apply to it: its own, or else its organization's. What neither has set is
-- null: the installation's models apply.
create view models_in_use as
select
  projects.id as project_id,
  projects.organization_id,
  case when own.models <> '[]' then 'project' when shared.models <> '[]' then 'organization' end as writing_source,
  case when own.models <> '[]' then own.models when shared.models <> '[]' then shared.models end as models,
  case when own.embedding is not null then 'project' when shared.embedding is not null then 'organization' end
    as embedding_source,
  coalesce(own.embedding, shared.embedding) as embedding
from shared_projects as projects
left join project_models as own on own.project_id = projects.id
left join organization_models as shared on shared.organization_id = projects.organization_id;

-- One row per project with own models, without their credentials: whether one of them writes, and whether one
-- that does is not the built-in one. For the list of first steps, and for the name of the model of a project.
create view shared_project_models as
select
  project_id,
  organization_id,
  models <> '[]' as has_models,
  exists (select from jsonb_array_elements(models) as model where model ->> 'provider' <> 'builtin') as has_language_model
from project_models;

-- One row per organization with own models, like shared_project_models; model is the name of the first one as
-- provider/model, null if none writes.
create view shared_organization_models as
select
  organization_id,
  (models -> 0 ->> 'provider') || '/' || (models -> 0 ->> 'model') as model,
  exists (select from jsonb_array_elements(models) as model where model ->> 'provider' <> 'builtin') as has_language_model
from organization_models;
