-- States that only databases from before the first release can have: days that were counted in part, bundles without the
-- number of expected pages, and jobs without the one who started them.
alter table analytics_counted_days drop column has_pages, drop column has_hours;

update site_bundles set expected_pages = page_count where expected_pages is null;
alter table site_bundles alter column expected_pages set default 0, alter column expected_pages set not null;

update agent_jobs set started_by_kind = 'system' where started_by_kind is null;
alter table agent_jobs alter column started_by_kind set default 'system', alter column started_by_kind set not null;
