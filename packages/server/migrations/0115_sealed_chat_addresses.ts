import type { Migration } from '../src/platform/database/index.ts';

/** The address of a chat's incoming webhook is a secret: it is sealed as secrets are. Those that are there are sealed at the next start. */
export const sealedChatAddresses: Migration = {
  id: '0115-sealed-chat-addresses',
  sql: /* sql */ `
alter table webhook_endpoints add column sealed_url text;
`,
};
