import { operations } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { setStorageQuota } from './set-quota.ts';
import type { StorageTables } from './store.ts';

export function registerStorageRoutes(
  routes: OperationRoutes,
  { database }: { readonly database: Database<StorageTables> },
): void {
  routes.handle(operations.setStorageQuota, ({ principal, body }) => setStorageQuota(database, principal, body));
}
