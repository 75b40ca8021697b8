import type { Database } from '../../../platform/database/index.ts';
import { requireAuthority, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { apiKeyNotFound } from './errors.ts';
import { authorityOfKey, markRevoked, selectApiKeyForUpdate, type ApiKeyRow, type ApiKeyTables } from './store.ts';

/** Revokes a key immediately. Revoking it again changes nothing. */
export async function revokeApiKey(
  database: Database<ApiKeyTables>,
  principal: Principal,
  id: string,
): Promise<ApiKeyRow> {
  return database.kysely.transaction().execute(async (tx) => {
    const row = await selectApiKeyForUpdate(tx, principal.organizationId, id);
    if (row === undefined) throw apiKeyNotFound(id);
    const event = { action: 'api_key.revoked', target: { kind: 'api_key', id, name: row.name } };
    requireAuthority(principal, authorityOfKey(row), event);
    if (row.revoked_at !== null) return row;
    await recordAuditEvent(tx, principal, event);
    return markRevoked(tx, id);
  });
}
