import { operations, type ApiKey, type NewApiKey } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { createApiKey, type NewKey } from './create-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { selectApiKeys, selectCreatorNames, type ApiKeyRow, type ApiKeyTables } from './store.ts';

export function registerApiKeyRoutes(
  routes: OperationRoutes,
  deps: { readonly database: Database<ApiKeyTables>; readonly clock: Clock },
): void {
  const { database, clock } = deps;
  const show = async (rows: readonly ApiKeyRow[]): Promise<ApiKey[]> => {
    const creators = await selectCreatorNames(
      database.kysely,
      rows.map((row) => row.created_by),
    );
    return rows.map((row) => toApiKey(row, creators));
  };
  const showNew = async ({ row, key }: NewKey): Promise<NewApiKey[]> =>
    (await show([row])).map((shown) => ({ ...shown, key }));

  routes.handle(operations.createApiKey, async ({ principal, body }) => {
    const [made] = await showNew(await createApiKey(database, { principal, body, nowMs: clock.now() }));
    return made;
  });
  routes.handle(operations.listApiKeys, async ({ principal }) => ({
    apiKeys: await show(await selectApiKeys(database.kysely, principal.organizationId)),
  }));
  routes.handle(operations.rollApiKey, async ({ principal, params, body }) => {
    const request = { id: params.id, overlapSeconds: body.overlapSeconds ?? 0 };
    const [made] = await showNew(await rollApiKey(database, principal, request));
    return made;
  });
  routes.handle(operations.revokeApiKey, async ({ principal, params }) => {
    const [revoked] = await show([await revokeApiKey(database, principal, params.id)]);
    return revoked;
  });
}

function toApiKey(row: ApiKeyRow, creators: ReadonlyMap<string, string>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.last_four,
    scopes: row.scopes,
    projectIds: row.project_ids,
    createdBy: row.created_by,
    createdByName: creators.get(row.created_by) ?? row.created_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
