import { id, owner, share, type Filled } from './filled-table.ts';

export const draftTables: Readonly<Record<string, Filled>> = {
  drafts: {
    rows: share(0.1),
    columns: {
      ...id('draft'),
      ...owner,
      branch: `'branch-' || n`,
      base_commit: `'c0'`,
      saved_at: 't',
      updated_at: 't',
    },
  },
  draft_files: {
    rows: share(1),
    columns: {
      draft_id: `'draft_' || n % greatest(1, (SELECT count(*)::int FROM drafts))`,
      path: `'p' || n`,
      kind: `'write'`,
      content: `'x'`,
      updated_by: `'u'`,
    },
  },
  draft_revisions: {
    rows: share(1),
    columns: {
      draft_id: `'draft_' || n % greatest(1, (SELECT count(*)::int FROM drafts))`,
      path: `'p' || n`,
      slot: 't',
      saved_by: `'u'`,
      saved_at: 't',
      version: `'v' || n`,
      content: `'x'`,
      size: '1',
    },
  },
  comment_files: {
    rows: share(1),
    columns: { ...owner, branch: `'main'`, path: `'p' || n`, content: `'x'`, version: `'v'` },
  },
  comment_threads: {
    rows: share(1),
    columns: {
      ...id('thread'),
      file_id: 'n + 1',
      project_id: `'proj_' || p`,
      quote: `'x'`,
      range_from: '0',
      range_to: '1',
      range_line: '1',
      created_at: 't',
      updated_at: 't',
    },
  },
  comments: {
    rows: share(1),
    columns: {
      ...id('comment'),
      thread_id: `'thread_' || n`,
      author_kind: `'user'`,
      author_id: `'user_' || n`,
      author_name: `'u'`,
      text: `'x'`,
    },
  },
  shared_texts: {
    rows: share(0.1),
    columns: {
      ...id('text'),
      ...owner,
      branch: `'branch-' || n`,
      path: `'p' || n`,
      line_ending: `'lf'`,
      has_byte_order_mark: 'false',
      state: `'x'`,
      last_seq: 'n % 2',
      saved_content: `'x'`,
      updated_at: 't',
    },
  },
  shared_text_updates: {
    rows: share(0.1),
    columns: {
      shared_text_id: `'text_' || n % greatest(1, (SELECT count(*)::int FROM shared_texts))`,
      seq: 'n',
      content: `'x'`,
    },
  },
  draft_authors: {
    rows: share(0.1),
    columns: { draft_id: `'draft_' || n`, actor_kind: `'user'`, actor_id: `'user_' || n`, name: `'n'` },
  },
};
