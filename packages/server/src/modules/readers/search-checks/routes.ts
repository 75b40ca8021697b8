import { operations, type SearchChecks, type SearchComparison } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { requireDeploymentOf, requireProjectOf, type DeploymentTables } from '../../publishing/deployments/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import {
  saveQuestions,
  selectComparison,
  selectQuestions,
  type SearchCheckTables,
  type StoredQuestions,
} from './store.ts';

export function registerSearchCheckRoutes(
  routes: OperationRoutes,
  { database: { kysely } }: { readonly database: Database<SearchCheckTables & DeploymentTables & ProjectTables> },
): void {
  routes.handle(operations.getSearchChecks, async ({ principal, params: { projectId } }) => {
    await requireProjectOf(kysely, principal, projectId);
    return toChecks(await selectQuestions(kysely, projectId));
  });
  routes.handle(operations.setSearchChecks, async ({ principal, params: { projectId }, body }) => {
    await requireProjectOf(kysely, principal, projectId);
    return kysely.transaction().execute(async (tx) => {
      const saved = await saveQuestions(tx, projectId, body.questions);
      await recordAuditEvent(tx, principal, {
        action: 'search_checks.updated',
        target: { kind: 'project', id: projectId },
        details: { questions: body.questions.length },
      });
      return toChecks(saved);
    });
  });
  routes.handle(operations.getSearchComparison, async ({ principal, params }): Promise<SearchComparison> => {
    const { projectId, deploymentId } = params;
    await requireDeploymentOf(kysely, principal, { id: deploymentId, projectId });
    const found = await selectComparison(kysely, deploymentId);
    return {
      deploymentId,
      comparedWith: found?.comparedWith ?? null,
      checkedAt: found?.checkedAt.toISOString() ?? null,
      queries: found?.queries ?? 0,
      complete: found?.complete ?? true,
      changes: [...(found?.changes ?? [])],
    };
  });
}

const toChecks = (stored: StoredQuestions | undefined): SearchChecks => ({
  questions: [...(stored?.questions ?? [])],
  updatedAt: stored?.updatedAt.toISOString() ?? null,
});
