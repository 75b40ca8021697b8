import type { Migration } from '../src/platform/database/index.ts';

/** A live site may lie below a path of a domain that shows something else at its root; each bundle says below which it was built. */
export const basePaths: Migration = {
  id: '0060-base-paths',
  sql: /* sql */ `
alter table sites add column base_path text not null default '' check (base_path = '' or base_path ~ '^/' and length(base_path) <= 200);
alter table site_bundles add column base_path text not null default '';
`,
};
