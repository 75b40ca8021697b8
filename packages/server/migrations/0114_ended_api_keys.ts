import type { Migration } from '../src/platform/database/index.ts';

/** Keys go some time after their end. */
export const endedApiKeys: Migration = {
  id: '0114-ended-api-keys',
  indexes: { api_keys_ended: 'on api_keys (least(revoked_at, expires_at))' },
};
