import { operations } from '@docwright/contract';
import { hasScope, type OperationRoutes } from '../../../platform/http/index.ts';
import { admitToAnalytics } from '../analytics/index.ts';
import { changeSuggestion, createSuggestionJob, suggestionNotFound, type ChangeDeps } from './change-suggestion.ts';
import { listSuggestions } from './list-suggestions.ts';

const defaultMinVisitors = 2;
const defaultRows = 50;

export function registerSuggestionRoutes(routes: OperationRoutes, deps: ChangeDeps): void {
  routes.handle(operations.listSuggestions, async ({ principal, params: { projectId }, query }) => {
    await admitToAnalytics(deps, principal, { projectId });
    const { status, minVisitors = defaultMinVisitors, limit = defaultRows } = query;
    return listSuggestions(deps, { projectId, status, minVisitors, limit });
  });
  routes.handle(operations.updateSuggestion, ({ principal, params, body }) =>
    changeSuggestion(deps, { principal, ...params, body }),
  );
  routes.handle(operations.createSuggestionJob, async ({ principal, params, body }, reply) => {
    // The pull request quotes readers, so a key that can't read those quotes can't find the suggestion.
    if (!hasScope(principal, 'analytics:read')) throw suggestionNotFound(params.suggestionId);
    const { job, headers } = await createSuggestionJob(deps, { principal, ...params, body });
    void reply.headers(headers);
    return job;
  });
}
