-- Whether the readers of the exported site may sign in, but don't have to.
alter table export_jobs add column sign_in_optional boolean not null default false
  check (not sign_in_optional or includes_restricted);
