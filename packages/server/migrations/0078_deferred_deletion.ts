import type { Migration } from '../src/platform/database/index.ts';

/** What a project has by the hundred thousand goes behind its deletion, in batches; until it is gone nobody sees it. */
export const deferredDeletion: Migration = {
  id: '0078-deferred-deletion',
  sql: /* sql */ `
-- Projects of which rows or files are left. The row goes with the last of them.
create table deleted_projects (
  project_id text primary key,
  organization_id text not null references organizations (id),
  -- As stored; null while another project of the organization uses the same one.
  unused_repository text,
  deleted_at timestamptz not null default clock_timestamp()
);
create index deleted_projects_organization on deleted_projects (organization_id);

-- The organization's name and audit log stay; everything else of it goes.
alter table organizations add column deleted_at timestamptz;
alter table organizations add column purged_at timestamptz;
create index organizations_deleted on organizations (id) where deleted_at is not null;

-- The other half of a foreign key: no row of a project that is not there. Whoever deletes the project waits for the writer.
create function require_project() returns trigger language plpgsql as $$
begin
  perform from projects where id = new.project_id for key share;
  if not found then
    raise exception 'there is no project %', new.project_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

alter table agent_jobs drop constraint agent_jobs_project_id_fkey;
create trigger require_project before insert on agent_jobs for each row execute function require_project();
alter table export_jobs drop constraint export_jobs_project_id_fkey;
create trigger require_project before insert on export_jobs for each row execute function require_project();
alter table analytics_daily drop constraint analytics_daily_project_id_fkey;
create trigger require_project before insert on analytics_daily for each row execute function require_project();
alter table assistant_messages drop constraint assistant_messages_project_id_fkey;
create trigger require_project before insert on assistant_messages for each row execute function require_project();
alter table page_feedback drop constraint page_feedback_project_id_fkey;
create trigger require_project before insert on page_feedback for each row execute function require_project();
drop trigger delete_analytics_events on projects;
drop function delete_analytics_events();

-- Whoever deletes a project: what is left of it is noted, and hidden by that.
create function note_deleted_project() returns trigger language plpgsql as $$
begin
  insert into deleted_projects (project_id, organization_id) values (old.id, old.organization_id);
  return old;
end $$;
create trigger note_deleted_project after delete on projects for each row execute function note_deleted_project();

-- A project that is there is none of them, however it came back: from a backup, or by hand.
create function forget_deleted_project() returns trigger language plpgsql as $$
begin
  delete from deleted_projects where project_id = new.id;
  return new;
end $$;
create trigger forget_deleted_project after insert on projects for each row execute function forget_deleted_project();
`,
};
