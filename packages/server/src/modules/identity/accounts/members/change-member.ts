import type { Role } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../../platform/database/index.ts';
import type { Principal } from '../../../../platform/http/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { lastOwner, memberNotFound } from '../errors.ts';
import { countOwners, deleteMember, selectMembers, updateMemberRole, type MemberRow } from '../member-store.ts';
import { requireRole } from '../roles.ts';
import type { AccountTables } from '../tables.ts';

/** @throws ApiError not_found, last_owner, insufficient_scope */
export async function changeMemberRole(
  database: Database<AccountTables>,
  principal: Principal,
  change: { readonly userId: string; readonly role: Role },
): Promise<MemberRow> {
  const { organizationId } = principal;
  const { userId, role } = change;
  return database.kysely.transaction().execute(async (tx) => {
    const member = await lockMember(tx, organizationId, userId);
    const event = { action: 'member.role_changed', target: { kind: 'user', id: userId, name: member.email } };
    for (const touched of [member.role, role]) requireRole(principal, touched, event);
    if (member.role === 'owner' && role !== 'owner') await requireOtherOwner(tx, organizationId);
    if (member.role === role) return member;
    await updateMemberRole(tx, { organizationId, userId, role });
    await recordAuditEvent(tx, principal, { ...event, details: { from: member.role, to: role } });
    return { ...member, role };
  });
}

/** @throws ApiError not_found, last_owner, insufficient_scope */
export async function removeMember(
  database: Database<AccountTables>,
  principal: Principal,
  userId: string,
): Promise<void> {
  const { organizationId } = principal;
  await database.kysely.transaction().execute(async (tx) => {
    const member = await lockMember(tx, organizationId, userId);
    const event = { action: 'member.removed', target: { kind: 'user', id: userId, name: member.email } };
    requireRole(principal, member.role, event);
    if (member.role === 'owner') await requireOtherOwner(tx, organizationId);
    await deleteMember(tx, { organizationId, userId });
    await recordAuditEvent(tx, principal, { ...event, details: { role: member.role } });
  });
}

/** Returns the member, and locks all memberships until the transaction ends. */
async function lockMember(tx: Transaction<AccountTables>, organizationId: string, userId: string): Promise<MemberRow> {
  await lockOrganization(tx, organizationId);
  const [member] = await selectMembers(tx, { organizationId, userId, limit: 1 });
  if (member === undefined) throw memberNotFound(userId);
  return member;
}

async function requireOtherOwner(tx: Transaction<AccountTables>, organizationId: string): Promise<void> {
  if ((await countOwners(tx, organizationId)) < 2) throw lastOwner();
}
