import { Readable } from 'node:stream';
import { operations } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { hasScope, type OperationRoutes } from '../../../platform/http/index.ts';
import { admitToAnalytics } from './admit.ts';
import type { FeedbackTables } from './feedback-store.ts';
import { writeAnalyticsExport } from './write-analytics-export.ts';

interface RouteDeps {
  readonly database: Database<FeedbackTables>;
  readonly clock: Clock;
}

export function registerAnalyticsExport(routes: OperationRoutes, deps: RouteDeps): void {
  routes.handle(operations.exportAnalytics, async ({ principal, params, query }, reply) => {
    const { kind, format = 'csv' } = query;
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    const maySeeContact = hasScope(principal, 'analytics:write');
    const file = writeAnalyticsExport(deps.database.kysely, { ...asked, kind, format, maySeeContact });
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
      .header('content-disposition', `attachment; filename="${kind}.${format}"`)
      .send(Readable.from(file));
  });
}
