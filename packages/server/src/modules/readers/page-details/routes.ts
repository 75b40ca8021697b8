import { operations } from '@docwright/contract';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { admitToAnalytics } from '../analytics/index.ts';
import { readPageDetails, type PageDetailDeps } from './read-page-details.ts';

const defaultRows = 20;

export function registerPageDetailRoutes(routes: OperationRoutes, deps: PageDetailDeps): void {
  routes.handle(operations.getAnalyticsPage, async ({ principal, params, query }) => {
    const asked = await admitToAnalytics(deps, principal, { ...params, ...query });
    return readPageDetails(deps, { ...asked, path: query.path, limit: query.limit ?? defaultRows });
  });
}
