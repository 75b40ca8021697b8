import type { Migration } from '../src/platform/database/index.ts';

/** What is counted of one page, and what readers say of it. A subject begins with its page, which ends at the first line feed. */
export const pageDetailIndexes: Migration = {
  id: '0106-page-detail-indexes',
  indexes: {
    analytics_daily_of_page: `on analytics_daily (project_id, split_part(subject, E'\\n', 1), day)
      where kind in ('view', 'not_found', 'code_copy', 'agent_read', 'page_referrer', 'page_search', 'page_found', 'page_outlink')`,
    page_feedback_of_page: 'on page_feedback (project_id, path, created_at desc, id desc)',
  },
};
