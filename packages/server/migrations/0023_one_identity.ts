import type { Migration } from '../src/platform/database/index.ts';

/**
 * An account belongs to one user of the identity provider, also of two that come at the same moment. Where earlier versions
 * linked several, the first one stays. A session does not say whose it is, so all of such an account end.
 */
export const oneIdentity: Migration = {
  id: '0023-one-identity',
  sql: /* sql */ `
with later as (
  delete from accounts a using accounts first
  where a.provider_id <> 'credential' and first.user_id = a.user_id and first.provider_id = a.provider_id
    and (first.created_at, first.id) < (a.created_at, a.id)
  returning a.user_id
)
delete from sessions where user_id in (select user_id from later);
create unique index accounts_one_identity on accounts (user_id, provider_id) where provider_id <> 'credential';
`,
};
