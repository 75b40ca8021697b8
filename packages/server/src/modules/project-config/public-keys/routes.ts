import { operations, type PublicKey } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import {
  createPublicKey,
  listPublicKeys,
  revokePublicKey,
  rollPublicKey,
  updatePublicKey,
} from './change-public-key.ts';
import type { PublicKeyRow, PublicKeyTables } from './store.ts';

export function registerPublicKeyRoutes(
  routes: OperationRoutes,
  { database }: { readonly database: Database<PublicKeyTables> },
): void {
  const transaction = () => database.kysely.transaction();
  routes.handle(operations.createPublicKey, async ({ principal, params, body }) =>
    toPublicKey(await transaction().execute((tx) => createPublicKey(tx, { principal, ...params, body }))),
  );
  routes.handle(operations.listPublicKeys, async ({ principal, params }) => ({
    publicKeys: (await transaction().execute((tx) => listPublicKeys(tx, { principal, ...params }))).map(toPublicKey),
  }));
  routes.handle(operations.updatePublicKey, async ({ principal, params, body }) =>
    toPublicKey(await transaction().execute((tx) => updatePublicKey(tx, { principal, ...params, body }))),
  );
  routes.handle(operations.rollPublicKey, async ({ principal, params, body }) => {
    const { overlapSeconds = 0 } = body;
    return toPublicKey(
      await transaction().execute((tx) => rollPublicKey(tx, { principal, ...params, overlapSeconds })),
    );
  });
  routes.handle(operations.revokePublicKey, async ({ principal, params }) =>
    toPublicKey(await transaction().execute((tx) => revokePublicKey(tx, { principal, ...params }))),
  );
}

const toPublicKey = (row: PublicKeyRow): PublicKey => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  key: row.key,
  allowedOrigins: row.allowed_origins,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
