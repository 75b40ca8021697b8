import type { Migration } from '../src/platform/database/index.ts';

/** The vectors of a bundle's sections lie beside it in the blob store; a row says which, and who is making them. */
export const siteVectors: Migration = {
  id: '0066-site-vectors',
  sql: /* sql */ `
create table site_vectors (
  bundle_id text primary key references site_bundles (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  -- provider/model of what is there, or is being made.
  model text not null,
  -- Null while the first are made.
  made_at timestamptz,
  made_model text,
  sha256 text,
  size_bytes bigint,
  sections integer,
  -- Of these, texts that the model was asked for.
  asked integer,
  attempts integer not null default 0,
  -- Nobody else tries until then.
  claimed_until timestamptz not null,
  problem text check (length(problem) <= 500),
  check ((made_at is null) = (sha256 is null) and (made_at is null) = (made_model is null) and (made_at is null) = (size_bytes is null))
);
create index site_vectors_of_project on site_vectors (project_id, made_at desc);
`,
};
