import { operations, type Organization } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import type { AuditLogTables } from '../../foundation/audit-log/index.ts';
import { readOrganization, type OrganizationRow, type OrganizationTables } from './store.ts';
import { updateOrganization } from './update-organization.ts';

export function registerOrganizationRoutes(
  routes: OperationRoutes,
  deps: { readonly database: Database<OrganizationTables & AuditLogTables> },
): void {
  const { database } = deps;
  routes.handle(operations.getOrganization, async ({ principal }) =>
    toOrganization(await readOrganization(database.kysely, principal.organizationId)),
  );
  routes.handle(operations.updateOrganization, async ({ principal, body, ifMatch }) =>
    toOrganization(await updateOrganization(database, { principal, body, ifMatch })),
  );
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
