import { operations } from '@docwright/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { OperationRoutes } from '../../platform/http/index.ts';
import { describeUsage, toMonth } from './describe-usage.ts';
import type { UsageTables } from './store.ts';

interface UsageDeps {
  readonly database: Database<UsageTables>;
  readonly clock: Clock;
}

export function registerUsageRoutes(routes: OperationRoutes, { database, clock }: UsageDeps): void {
  routes.handle(operations.getUsage, ({ principal, query: { month } }) =>
    describeUsage(database.kysely, principal, month ?? toMonth(clock.now())),
  );
}
