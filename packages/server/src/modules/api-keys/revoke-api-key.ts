import type { Database } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { apiKeyNotFound } from './errors.ts';
import { markRevoked, selectApiKeyForUpdate, type ApiKeyRow, type ApiKeyTables } from './store.ts';

/** Ends a key at once. Revoking it again changes nothing. */
export async function revokeApiKey(
  database: Database<ApiKeyTables>,
  principal: Principal,
  id: string,
): Promise<ApiKeyRow> {
  return database.kysely.transaction().execute(async (tx) => {
    const row = await selectApiKeyForUpdate(tx, principal.organizationId, id);
    if (row === undefined) throw apiKeyNotFound(id);
    return markRevoked(tx, id);
  });
}
