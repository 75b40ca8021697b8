import type { Plan, UpdateOrganizationBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { requireUnchanged, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent, systemAuthor, type AuditLogTables, type Author } from '../../foundation/audit-log/index.ts';
import { planSetByOperator } from './errors.ts';
import { lockOrganization, updateOrganizationRow, type OrganizationRow, type OrganizationTables } from './store.ts';

type Tables = OrganizationTables & AuditLogTables;

/** Changes an organization's own fields. @throws ApiError precondition_failed, operator_only */
export async function updateOrganization(
  database: Database<Tables>,
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
    if (plan !== undefined && plan !== before.plan) throw planSetByOperator();
    return name === undefined ? before : change(tx, principal, { before, to: { name: name.trim() } });
  });
}

/** Sets the name that the first owner chooses during setup. */
export async function nameOrganization(tx: Transaction<Tables>, author: Author, name: string): Promise<void> {
  const before = await lockOrganization(tx, author.organizationId);
  if (name !== before.name) await change(tx, author, { before, to: { name } });
}

/** Changes the fields that only the operator can change, in any organization. */
export async function changeOrganization(
  tx: Transaction<Tables>,
  organizationId: string,
  to: { readonly name: string } | { readonly plan: Plan },
): Promise<OrganizationRow> {
  const before = await lockOrganization(tx, organizationId);
  return change(tx, systemAuthor(organizationId), { before, to });
}

async function change(
  tx: Transaction<Tables>,
  author: Author,
  { before, to }: { readonly before: OrganizationRow; readonly to: { readonly name?: string; readonly plan?: Plan } },
): Promise<OrganizationRow> {
  const after = await updateOrganizationRow(tx, before.id, to);
  await recordAuditEvent(tx, author, {
    action: 'organization.updated',
    target: { kind: 'organization', id: before.id, name: after.name },
    details: { from: { name: before.name, plan: before.plan }, to: { name: after.name, plan: after.plan } },
  });
  return after;
}
