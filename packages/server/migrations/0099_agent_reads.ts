import type { Migration } from '../src/platform/database/index.ts';

/** What agents read besides pages is an event, too: lists of pages, and tools of the MCP server. */
export const agentReads: Migration = {
  id: '0099-agent-reads',
  sql: /* sql */ `
-- Not valid: every row that is there has one of the fewer kinds, and nobody waits while they are read again.
alter table analytics_events drop constraint analytics_events_kind_check;
alter table analytics_events add constraint analytics_events_kind_check
  check (kind in ('view', 'search', 'search_click', 'code_copy', 'outlink', 'not_found', 'playground_call', 'agent_read')) not valid;
`,
};
