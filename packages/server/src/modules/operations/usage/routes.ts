import { operations, type StorageUsage } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { describeUsage, toMonth } from './describe-usage.ts';
import type { StorageFigures } from '../../identity/storage/index.ts';
import type { UsageTables } from './store.ts';

interface UsageDeps {
  readonly database: Database<UsageTables>;
  readonly clock: Clock;
  readonly storage: { describe(organizationId: string): Promise<StorageFigures> };
}

export function registerUsageRoutes(routes: OperationRoutes, { database, clock, storage }: UsageDeps): void {
  routes.handle(operations.getUsage, async ({ principal, query: { month } }) => {
    const usage = await describeUsage(database.kysely, principal, month ?? toMonth(clock.now()));
    // A key that is bound to projects can't read the whole organization's figures.
    const isWhole = principal.projectIds === null;
    return { ...usage, storage: isWhole ? toStorageUsage(await storage.describe(principal.organizationId)) : null };
  });
}

const toStorageUsage = (figures: StorageFigures): StorageUsage => ({
  usedBytes: figures.used,
  quotaBytes: figures.quota,
  repositoryBytes: figures.repositories,
  bundleBytes: figures.bundles,
  recordBytes: figures.records,
  measuredAt: figures.measuredAt?.toISOString() ?? null,
});
