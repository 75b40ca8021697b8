-- Owner: publishing/shared-texts

-- One row per file of a draft whose text several editors edit at the same time. Created when an editor opens the file,
-- and deleted a day after the last change, because the draft contains the text.
create table shared_texts (
  -- Another text at the same path has another ID: editors must not mix their updates.
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  -- Relative to the docs folder.
  path text not null,
  -- How the file ends its lines, which the text always does with LF; `mixed` keeps carriage returns in the text.
  line_ending text not null check (line_ending in ('lf', 'crlf', 'mixed')),
  has_byte_order_mark boolean not null,
  -- The Yjs document with the updates up to `state_seq`.
  state bytea not null,
  state_seq int not null default 0,
  -- The newest update.
  last_seq int not null default 0,
  -- The newest update whose text is in the draft.
  saved_seq int not null default 0,
  -- The bytes of the file when it last had the same text: the base of the next merge.
  saved_content bytea not null,
  -- Who sent the updates after `saved_seq`, by ID.
  unsaved_authors jsonb not null default '{}',
  updated_at timestamptz not null default clock_timestamp(),
  unique (project_id, branch, path)
);
create index shared_texts_of_organization on shared_texts (organization_id);
create index shared_texts_saved on shared_texts (updated_at) where saved_seq = last_seq;
create index shared_texts_unsaved on shared_texts (project_id, branch) where saved_seq < last_seq;

-- One row per stored update of Yjs, deleted when it is part of `state`.
create table shared_text_updates (
  shared_text_id text not null references shared_texts (id) on delete cascade,
  seq int not null,
  content bytea not null,
  primary key (shared_text_id, seq)
);
