-- Owner: publishing/drafts

-- One row per earlier content of a draft's file: the last one of each hour and author, and each that a restored or
-- deleted file replaced. Limited per file and per draft; deleted with the draft.
create table draft_revisions (
  draft_id text not null references drafts (id) on delete cascade,
  -- Relative to the docs folder, at that time.
  path text not null,
  -- The hour of `saved_at`, or `saved_at` itself for a content that was kept in any case.
  slot timestamptz not null,
  -- Email address of the person, or name of the key.
  saved_by text not null,
  saved_at timestamptz not null,
  -- Identifies the content, as `version` of the file does.
  version text not null,
  content bytea not null,
  -- Bytes of `content`, which lists don't read.
  size int not null,
  primary key (draft_id, path, slot, saved_by)
);
