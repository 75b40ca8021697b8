import type { Database } from '../../../platform/database/index.ts';
import { requireAuthority, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { grantKey, requireRoomForKey, type NewKey } from './create-api-key.ts';
import { apiKeyNotFound, apiKeyRevoked } from './errors.ts';
import { authorityOfKey, expireApiKey, markRevoked, selectApiKeyForUpdate, type ApiKeyTables } from './store.ts';

/** Replaces a key with a new one. The old key works during the overlap, so that programs can be switched one by one. */
export async function rollApiKey(
  database: Database<ApiKeyTables>,
  principal: Principal,
  request: { readonly id: string; readonly overlapSeconds: number },
): Promise<NewKey> {
  return database.kysely.transaction().execute(async (tx) => {
    const old = await selectApiKeyForUpdate(tx, principal.organizationId, request.id);
    if (old === undefined) throw apiKeyNotFound(request.id);
    const authority = authorityOfKey(old);
    const event = { action: 'api_key.rolled', target: { kind: 'api_key', id: old.id, name: old.name } };
    requireAuthority(principal, authority, event);
    if (old.revoked_at !== null) throw apiKeyRevoked(request.id);
    const { organization_id: organizationId, name } = old;
    // During the overlap there is one more key. Without an overlap, the new key replaces the old one.
    if (request.overlapSeconds > 0) await requireRoomForKey(tx, organizationId);
    const rolled = await grantKey(tx, { organizationId, name, ...authority, createdBy: principal.actor.id });
    if (request.overlapSeconds === 0) await markRevoked(tx, old.id);
    else await expireApiKey(tx, old.id, request.overlapSeconds);
    await recordAuditEvent(tx, principal, {
      ...event,
      details: { newKeyId: rolled.row.id, overlapSeconds: request.overlapSeconds },
    });
    return rolled;
  });
}
