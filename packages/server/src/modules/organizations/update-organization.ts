import type { UpdateOrganizationBody } from '@docwright/contract';
import type { Database } from '../../platform/database/index.ts';
import { requireUnchanged, type Principal } from '../../platform/http/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../audit-log/index.ts';
import { lockOrganization, updateOrganizationRow, type OrganizationRow, type OrganizationTables } from './store.ts';

/** @throws ApiError precondition_failed */
export async function updateOrganization(
  database: Database<OrganizationTables & AuditLogTables>,
  request: {
    readonly principal: Principal;
    readonly body: UpdateOrganizationBody;
    readonly ifMatch: string | undefined;
  },
): Promise<OrganizationRow> {
  const { principal, body, ifMatch } = request;
  const { name, plan } = body;
  return database.kysely.transaction().execute(async (tx) => {
    const before = await lockOrganization(tx, principal.organizationId);
    requireUnchanged(ifMatch, before);
    if (name === undefined && plan === undefined) return before;
    const change = { ...(name !== undefined && { name: name.trim() }), ...(plan !== undefined && { plan }) };
    const after = await updateOrganizationRow(tx, before.id, change);
    await recordAuditEvent(tx, principal, {
      action: 'organization.updated',
      target: { kind: 'organization', id: before.id, name: after.name },
      details: { from: { name: before.name, plan: before.plan }, to: { name: after.name, plan: after.plan } },
    });
    return after;
  });
}
