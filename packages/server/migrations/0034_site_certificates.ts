import type { Migration } from '../src/platform/database/index.ts';

/** Certificates that edges get for the domains of live sites. */
export const siteCertificates: Migration = {
  id: '0034-site-certificates',
  sql: /* sql */ `
create table site_certificates (
  domain text primary key,
  organization_id text not null references organizations (id),
  -- Who has proved the domain: of another project's it is another certificate.
  project_id text not null references projects (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'issued', 'failed')),
  reason text,
  -- Key and chain, sealed.
  sealed text,
  not_after timestamptz,
  -- Orders that failed, one after the other.
  failures integer not null default 0,
  -- While an edge orders: when another may.
  next_order_at timestamptz not null,
  check ((sealed is null) = (not_after is null)),
  check ((status = 'issued') <= (sealed is not null))
);
create index site_certificates_next_order on site_certificates (next_order_at);

-- What any edge answers while the authority looks at a domain.
create table acme_challenges (
  token text primary key,
  domain text not null,
  key_authorization text not null,
  expires_at timestamptz not null
);

-- Orders of the last days: they are counted before another is made.
create table acme_orders (
  id bigint generated always as identity primary key,
  organization_id text not null,
  domain text not null,
  ordered_at timestamptz not null
);
create index acme_orders_time on acme_orders (ordered_at);

-- The key of the installation's account at an authority, sealed.
create table acme_accounts (
  directory text primary key,
  sealed text not null
);
`,
};
