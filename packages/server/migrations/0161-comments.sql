-- Owner: publishing/comments

-- One row per file of a branch that people comment on, with or without a draft.
create table comment_files (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id) on delete cascade,
  branch text not null,
  -- Relative to the docs folder. Follows the file if it is moved in a draft.
  path text not null,
  -- The text that the ranges of the threads refer to, in UTF-8: without byte-order mark, and with LF if every line ends
  -- with CRLF. Ranges are moved by comparing it with the next text.
  content bytea not null,
  -- Identifies the bytes of the file with that text, as the `version` of a draft's file does.
  version text not null,
  -- Whether the file didn't exist or wasn't text when it was last read. Ranges stay as they were.
  is_missing boolean not null default false,
  unique (project_id, branch, path)
);
create index comment_files_of_organization on comment_files (organization_id);

-- One row per thread of comments, which may suggest a change.
create table comment_threads (
  id text primary key,
  -- In the order of their start.
  number bigint generated always as identity unique,
  file_id bigint not null references comment_files (id) on delete cascade,
  project_id text not null,
  -- The text that the thread was started for.
  quote text not null,
  -- Where the text is in the file's `content`, in UTF-16 code units; null if it is gone.
  range_from int,
  range_to int,
  -- The line of `range_from`, counted from 1.
  range_line int,
  -- The beginning of the text that is there now; null if it is `quote`.
  range_text text,
  -- The suggested text; null for a comment.
  replacement text,
  state text not null default 'open' check (state in ('open', 'resolved', 'accepted', 'rejected')),
  closed_by_kind text check (closed_by_kind in ('user', 'api_key')),
  closed_by_id text,
  -- Email address of the person, or name of the key, at that time.
  closed_by_name text,
  closed_at timestamptz,
  -- Why a suggestion was rejected.
  reason text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((range_from is null) = (range_to is null) and (range_from is null) = (range_line is null)),
  check (range_from >= 0 and range_to >= range_from),
  check ((state = 'open') = (closed_at is null)),
  check (state in ('open', 'resolved') or replacement is not null)
);
create index comment_threads_of_file on comment_threads (file_id, number);
create index comment_threads_of_project on comment_threads (project_id);
create index comment_threads_updated on comment_threads (updated_at);

-- One row per comment. The first one of a thread starts it.
create table comments (
  id text primary key,
  number bigint generated always as identity unique,
  thread_id text not null references comment_threads (id) on delete cascade,
  author_kind text not null check (author_kind in ('user', 'api_key')),
  author_id text not null,
  -- Email address of the person, or name of the key, at that time.
  author_name text not null,
  text text not null,
  -- IDs of the mentioned members.
  mentions text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  -- When the author deleted the text of the first comment, to which others replied.
  deleted_at timestamptz
);
create index comments_of_thread on comments (thread_id, number);
