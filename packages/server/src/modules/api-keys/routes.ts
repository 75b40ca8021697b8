import { operations, type ApiKey, type NewApiKey } from '@docwright/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { OperationRoutes } from '../../platform/http/index.ts';
import { createApiKey, type NewKey } from './create-api-key.ts';
import { rollApiKey } from './roll-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { selectApiKeys, type ApiKeyRow, type ApiKeyTables } from './store.ts';

export function registerApiKeyRoutes(
  routes: OperationRoutes,
  deps: { readonly database: Database<ApiKeyTables>; readonly clock: Clock },
): void {
  const { database, clock } = deps;
  routes.handle(operations.createApiKey, async ({ principal, body }) =>
    toNewApiKey(await createApiKey(database.kysely, principal, body, clock.now())),
  );
  routes.handle(operations.listApiKeys, async ({ principal }) => ({
    apiKeys: (await selectApiKeys(database.kysely, principal.organizationId)).map(toApiKey),
  }));
  routes.handle(operations.rollApiKey, async ({ principal, params, body }) =>
    toNewApiKey(await rollApiKey(database, principal, { id: params.id, overlapSeconds: body.overlapSeconds ?? 0 })),
  );
  routes.handle(operations.revokeApiKey, async ({ principal, params }) =>
    toApiKey(await revokeApiKey(database, principal, params.id)),
  );
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.last_four,
    scopes: row.scopes,
    projectIds: row.project_ids,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

const toNewApiKey = ({ row, key }: NewKey): NewApiKey => ({ ...toApiKey(row), key });
