import type { Migration } from '../src/platform/database/index.ts';

/** What edges ask for that no notification reaches: which sites changed. Certificates that wait for a limit say so. */
export const siteChanges: Migration = {
  id: '0040-site-changes',
  sql: /* sql */ `
create table site_changes (
  -- A later transaction may end before an earlier one: who asks goes on from the oldest that was still running.
  changed_in xid8 not null default pg_current_xact_id(),
  project_id text not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index site_changes_changed_in on site_changes (changed_in);
create index site_changes_changed_at on site_changes (changed_at);

alter table site_certificates drop constraint site_certificates_status_check;
alter table site_certificates add constraint site_certificates_status_check
  check (status in ('pending', 'postponed', 'issued', 'failed'));
`,
};
