import type { Migration } from '../src/platform/database/index.ts';

/** What readers say of a code block, and which one it is. */
export const codeFeedback: Migration = {
  id: '0098-code-feedback',
  sql: /* sql */ `
alter table page_feedback
  add column block integer check (block between 0 and 9999),
  add column lang text check (length(lang) <= 40),
  add column code text check (length(code) <= 320),
  add column filename text check (length(filename) <= 320),
  drop constraint page_feedback_source_check,
  drop constraint page_feedback_check;
-- Not valid: every row that is there has one of the fewer sources, and nobody waits while they are read again.
alter table page_feedback
  add constraint page_feedback_source_check
    check (source in ('contextual', 'thumbs_only', 'code_snippet', 'agent')) not valid,
  add constraint page_feedback_helpful_check
    check ((source in ('agent', 'code_snippet')) = (helpful is null)) not valid,
  add constraint page_feedback_names_block_check
    check (case source when 'code_snippet' then block is not null when 'agent' then true else block is null end) not valid;
`,
};
