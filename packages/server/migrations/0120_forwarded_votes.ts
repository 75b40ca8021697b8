import type { Migration } from '../src/platform/database/index.ts';

/** Which vote of a host of the operator's own an answer's rating is: of two the later one counts, in whatever order they come. */
export const forwardedVotes: Migration = {
  id: '0120-forwarded-votes',
  sql: /* sql */ `alter table assistant_messages add column vote_id uuid;`,
};
