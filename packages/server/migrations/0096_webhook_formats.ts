import type { Migration } from '../src/platform/database/index.ts';

/** In whose words a webhook endpoint is told of events. */
export const webhookFormats: Migration = {
  id: '0096-webhook-formats',
  sql: /* sql */ `
alter table webhook_endpoints add column format text not null default 'standard'
  check (format in ('standard', 'slack', 'discord', 'teams'));
`,
};
