import type { Role } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../../platform/database/index.ts';
import { requireAuthority, type Principal } from '../../../../platform/http/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { lockOrganization } from '../../organizations/index.ts';
import { lastOwner, memberNotFound } from '../errors.ts';
import {
  countOwners,
  deleteMember,
  selectMembers,
  updateMemberRole,
  updateReaderGroups,
  type MemberRow,
} from '../member-store.ts';
import { requireRole } from '../roles.ts';
import type { AccountTables } from '../tables.ts';

export interface MemberChange {
  readonly userId: string;
  readonly role?: Role;
  readonly readerGroups?: readonly string[];
}

/** @throws ApiError not_found, last_owner, insufficient_scope */
export async function changeMember(
  database: Database<AccountTables>,
  principal: Principal,
  { userId, role, readerGroups }: MemberChange,
): Promise<MemberRow> {
  return database.kysely.transaction().execute(async (tx) => {
    let member = await lockMember(tx, principal.organizationId, userId);
    if (role !== undefined) member = await changeRole(tx, principal, { member, role });
    if (readerGroups !== undefined) member = await changeReaderGroups(tx, principal, { member, readerGroups });
    return member;
  });
}

async function changeRole(
  tx: Transaction<AccountTables>,
  principal: Principal,
  { member, role }: { readonly member: MemberRow; readonly role: Role },
): Promise<MemberRow> {
  const { organizationId } = principal;
  const event = { action: 'member.role_changed', target: toTarget(member) };
  for (const touched of [member.role, role]) requireRole(principal, touched, event);
  if (member.role === 'owner' && role !== 'owner') await requireOtherOwner(tx, organizationId);
  if (member.role === role) return member;
  await updateMemberRole(tx, { organizationId, userId: member.user_id, role });
  await recordAuditEvent(tx, principal, { ...event, details: { from: member.role, to: role } });
  return { ...member, role };
}

/**
 * Changes a member's groups. They apply to all projects and don't expire, so the same must be true of the caller's
 * authority.
 */
async function changeReaderGroups(
  tx: Transaction<AccountTables>,
  principal: Principal,
  { member, readerGroups }: { readonly member: MemberRow; readonly readerGroups: readonly string[] },
): Promise<MemberRow> {
  const { organizationId } = principal;
  const event = { action: 'member.groups_changed', target: toTarget(member) };
  requireAuthority(principal, { scopes: ['members:write'], projectIds: null, expiresAt: null }, event);
  const groups = [...new Set(readerGroups)];
  const added = groups.filter((group) => !member.reader_groups.includes(group));
  const removed = member.reader_groups.filter((group) => !groups.includes(group));
  if (added.length === 0 && removed.length === 0) return member;
  await updateReaderGroups(tx, { organizationId, userId: member.user_id, readerGroups: groups });
  await recordAuditEvent(tx, principal, { ...event, details: { added, removed } });
  return { ...member, reader_groups: groups };
}

const toTarget = ({ user_id: id, email: name }: MemberRow) => ({ kind: 'user', id, name });

/** @throws ApiError not_found, last_owner, insufficient_scope */
export async function removeMember(
  database: Database<AccountTables>,
  principal: Principal,
  userId: string,
): Promise<void> {
  const { organizationId } = principal;
  await database.kysely.transaction().execute(async (tx) => {
    const member = await lockMember(tx, organizationId, userId);
    const event = { action: 'member.removed', target: toTarget(member) };
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
