import type { Migration } from '../src/platform/database/index.ts';

/** Domains of a project's own at which its live site answers. */
export const siteDomains: Migration = {
  id: '0028-site-domains',
  sql: /* sql */ `
create table site_domains (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  domain text not null,
  status text not null check (status in ('pending', 'verified', 'failed')),
  -- What the last look at the domain's records found, in words.
  reason text,
  -- Whether the domain's records lead readers to the edges.
  leads_here boolean not null default false,
  -- Since when the project has the domain to itself: kept through looks that fail.
  claimed_at timestamptz,
  failing_since timestamptz,
  checked_at timestamptz,
  -- Null: nobody looks at it again by itself.
  next_check_at timestamptz default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'verified') <= (claimed_at is not null)),
  unique (project_id, domain)
);
-- A proof adds a claim, of which there is one in the installation.
create unique index site_domains_claim on site_domains (domain) where claimed_at is not null;
create index site_domains_next_check on site_domains (next_check_at);

alter table sites
  -- What a TXT record holds to prove a domain for this project and no other.
  add column domain_token text not null default replace(gen_random_uuid()::text, '-', ''),
  -- The claimed domain that canonical links name; null: the name below the sites domain.
  add column primary_domain text,
  -- Whether readers who come by another name are led there.
  add column primary_leads_here boolean not null default false;
`,
};
