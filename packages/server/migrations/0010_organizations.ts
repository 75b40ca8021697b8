import type { Migration } from '../src/platform/database/index.ts';

/** Several organizations on one installation: whose it is, where their repositories are, and what each may use. */
export const organizations: Migration = {
  id: '0010-organizations',
  sql: /* sql */ `
-- The organization of whoever runs the installation: what tells of the whole installation is for its keys alone.
alter table organizations add column operator boolean not null default false;
create unique index organizations_operator on organizations (operator) where operator;
update organizations set operator = true
  where id = (select id from organizations order by created_at, id limit 1);

-- Part of the addresses of the organization's repositories on the embedded code host: /git/@<slug>/<name>.git.
-- Repositories of the operator's organization have none: /git/<name>.git.
alter table organizations add column slug text not null unique
  default ('org-' || substr(md5(gen_random_uuid()::text), 1, 12))
  check (slug ~ '^[a-z0-9](-?[a-z0-9]){1,38}$');

alter table local_repositories drop constraint local_repositories_name_key;
drop index local_repositories_organization;
alter table local_repositories add constraint local_repositories_name unique (organization_id, name);

-- Repositories of other code hosts that an organization may use with the installation's credentials.
create table connected_repositories (
  organization_id text not null references organizations (id) on delete cascade,
  -- Lower case: '*', 'https://host/*', 'https://host/owner/*' or 'https://host/owner/name'.
  pattern text not null check (pattern = lower(pattern)),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, pattern)
);
insert into connected_repositories (organization_id, pattern) select id, '*' from organizations where operator;
`,
};
