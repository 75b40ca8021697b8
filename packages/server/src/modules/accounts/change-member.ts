import type { Role } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { lastOwner, memberNotFound, roleNotHeld } from './errors.ts';
import {
  countOwners,
  deleteMember,
  lockOwners,
  selectMembers,
  updateMemberRole,
  type MemberRow,
} from './member-store.ts';
import { canGiveRole } from './roles.ts';
import type { AccountTables } from './tables.ts';

/** @throws ApiError not_found, last_owner, insufficient_scope */
export async function changeMemberRole(
  database: Database<AccountTables>,
  principal: Principal,
  given: { readonly userId: string; readonly role: Role },
): Promise<MemberRow> {
  const { organizationId } = principal;
  const { userId, role } = given;
  return database.kysely.transaction().execute(async (tx) => {
    const member = await lockMember(tx, principal, userId);
    if (!canGiveRole(principal.scopes, role)) throw roleNotHeld(role);
    if (member.role === 'owner' && role !== 'owner') await requireOtherOwner(tx, organizationId);
    if (member.role === role) return member;
    await updateMemberRole(tx, { organizationId, userId, role });
    await recordAuditEvent(tx, principal, {
      action: 'member.role_changed',
      target: { kind: 'user', id: userId, name: member.email },
      details: { from: member.role, to: role },
    });
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
    const member = await lockMember(tx, principal, userId);
    if (member.role === 'owner') await requireOtherOwner(tx, organizationId);
    await deleteMember(tx, { organizationId, userId });
    await recordAuditEvent(tx, principal, {
      action: 'member.removed',
      target: { kind: 'user', id: userId, name: member.email },
      details: { role: member.role },
    });
  });
}

/** The member, with nobody else changing members until the transaction ends. Only an owner touches an owner. */
async function lockMember(tx: Transaction<AccountTables>, principal: Principal, userId: string): Promise<MemberRow> {
  await lockOwners(tx, principal.organizationId);
  const [member] = await selectMembers(tx, { organizationId: principal.organizationId, userId, limit: 1 });
  if (member === undefined) throw memberNotFound(userId);
  if (!canGiveRole(principal.scopes, member.role)) throw roleNotHeld(member.role);
  return member;
}

async function requireOtherOwner(tx: Transaction<AccountTables>, organizationId: string): Promise<void> {
  if ((await countOwners(tx, organizationId)) < 2) throw lastOwner();
}
