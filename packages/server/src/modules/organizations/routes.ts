import { operations, type Organization } from '@docwright/contract';
import type { Queryable } from '../../platform/database/index.ts';
import type { OperationRoutes } from '../../platform/http/index.ts';
import { selectOrganization, updateOrganizationRow, type OrganizationRow, type OrganizationTables } from './store.ts';

export function registerOrganizationRoutes(
  routes: OperationRoutes,
  deps: { readonly db: Queryable<OrganizationTables> },
): void {
  routes.handle(operations.getOrganization, async ({ principal }) =>
    toOrganization(await selectOrganization(deps.db, principal.organizationId)),
  );
  routes.handle(operations.updateOrganization, async ({ principal, body }) => {
    const { name, plan } = body;
    if (name === undefined && plan === undefined) {
      return toOrganization(await selectOrganization(deps.db, principal.organizationId));
    }
    const change = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }) };
    return toOrganization(await updateOrganizationRow(deps.db, principal.organizationId, change));
  });
}

function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
