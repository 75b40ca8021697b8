import { operations } from '@docwright/contract';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { admitToAnalytics } from '../analytics/index.ts';
import { findProject, projectNotFound } from '../../project-config/projects/index.ts';
import { listPageHealth, type ListDeps } from './list-page-health.ts';

const defaultRows = 50;

export function registerPageHealthRoutes(routes: OperationRoutes, deps: ListDeps): void {
  routes.handle(operations.getPageHealth, async ({ principal, params: { projectId }, query }) => {
    await admitToAnalytics(deps, principal, { projectId });
    const project = await findProject(deps.database.kysely, principal.organizationId, projectId);
    if (project === undefined) throw projectNotFound(projectId);
    const { list, limit = defaultRows, offset = 0 } = query;
    const hasAnalytics = project.features.analytics;
    return listPageHealth(deps, { projectId, hasAnalytics, list, limit, offset });
  });
}
