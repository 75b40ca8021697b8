import type { Transaction } from 'kysely';
import { recordAuditEvent, systemAuthor, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { OrganizationRefusal } from './errors.ts';
import {
  lockOrganization,
  markDeleted,
  findFirstOrganization,
  type OrganizationRow,
  type OrganizationTables,
} from './store.ts';

/**
 * Ends access immediately: members, invitations, and keys are deleted, endpoints get no more events, and the slug
 * becomes available. The organization's data is deleted afterwards, except its name and audit log. The operator's own
 * log also records the deletion.
 * @param endAccess deletes credentials, memberships and invitations in the same transaction, through the modules that
 * own them
 * @throws OrganizationRefusal if the organization is the operator's own
 */
export async function deleteOrganization(
  tx: Transaction<OrganizationTables & AuditLogTables>,
  organizationId: string,
  endAccess: () => Promise<void>,
): Promise<OrganizationRow> {
  const row = await lockOrganization(tx, organizationId);
  if (row.operator) {
    throw new OrganizationRefusal(
      `${row.name} is the organization of this installation's operator and can't be deleted. To remove it, stop the service and delete its database and data folder.`,
    );
  }
  const target = { kind: 'organization', id: row.id, name: row.name };
  const details = { slug: row.slug, plan: row.plan };
  await endAccess();
  await markDeleted(tx, organizationId);
  await recordAuditEvent(tx, systemAuthor(organizationId), { action: 'organization.deleted', target, details });
  const operator = await findFirstOrganization(tx);
  if (operator !== undefined)
    await recordAuditEvent(tx, systemAuthor(operator.id), { action: 'organization.deleted', target, details });
  return row;
}
