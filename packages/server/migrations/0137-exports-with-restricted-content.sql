-- Restricted content is in a bundle only if the export asked for it.
alter table export_jobs add column includes_restricted boolean not null default false;
