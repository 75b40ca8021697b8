import { operations, type Invitation, type Me, type Member } from '@docwright/contract';
import { readPage, unknownCursor, type OperationRoutes, type Principal } from '../../../platform/http/index.ts';
import { readOrganization } from '../organizations/index.ts';
import { changeMember, removeMember } from './members/change-member.ts';
import type { AccountContext } from './context.ts';
import { inviteMember, revokeInvitation } from './members/invite-member.ts';
import { selectInvitations } from './link-store.ts';
import { selectMembers, selectMemberships, type MemberRow } from './member-store.ts';
import type { InvitationRow } from './tables.ts';
import { hasPassword, selectUser } from './user-store.ts';

export function registerMemberRoutes(routes: OperationRoutes, context: AccountContext): void {
  const { database } = context;
  const { kysely } = database;

  routes.handle(operations.getMe, async ({ principal }) => describeMe(context, principal));
  routes.handle(operations.listMembers, async ({ principal, query }) => {
    const { organizationId } = principal;
    const { cursor } = query;
    if (cursor !== undefined) {
      const [known] = await selectMembers(kysely, { organizationId, userId: cursor, limit: 1 });
      if (known === undefined) throw unknownCursor(cursor);
    }
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectMembers(kysely, { organizationId, after: cursor, limit }),
      ({ user_id: userId }) => userId,
    );
    return { members: rows.map(toMember), nextCursor };
  });
  routes.handle(operations.updateMember, async ({ principal, params, body }) =>
    toMember(await changeMember(database, principal, { userId: params.userId, ...body })),
  );
  routes.handle(operations.removeMember, async ({ principal, params }) =>
    removeMember(database, principal, params.userId),
  );
  routes.handle(operations.listInvitations, async ({ principal }) => ({
    invitations: (await selectInvitations(kysely, principal.organizationId)).map(toInvitation),
  }));
  routes.handle(operations.createInvitation, async ({ principal, body }) => {
    const { row, acceptUrl, mailSent } = await inviteMember(context, principal, body);
    return { ...toInvitation(row), acceptUrl, mailSent };
  });
  routes.handle(operations.revokeInvitation, async ({ principal, params }) =>
    revokeInvitation(context, principal, params.invitationId),
  );
}

async function describeMe({ database: { kysely }, settings }: AccountContext, principal: Principal): Promise<Me> {
  const { actor, organizationId, role, scopes, projectIds } = principal;
  const { name, plan, operator } = await readOrganization(kysely, organizationId);
  const organization = { id: organizationId, name, plan, operator };
  const shared = { organization, role, scopes: [...scopes], projectIds: projectIds === null ? null : [...projectIds] };
  if (actor.kind === 'api_key') {
    const own = { id: organization.id, name: organization.name, role: null };
    return { user: null, apiKey: { id: actor.id, name: actor.name }, ...shared, organizations: [own] };
  }
  const user = await selectUser(kysely, actor.id);
  const memberships = await selectMemberships(kysely, actor.id);
  return {
    user: {
      id: actor.id,
      name: user?.name ?? actor.name,
      email: actor.name,
      twoFactorEnabled: user?.two_factor_enabled ?? false,
      emailConfirmed: user?.email_verified ?? false,
      hasPassword: settings.passwordSignIn && (await hasPassword(kysely, actor.id)),
    },
    apiKey: null,
    ...shared,
    organizations: memberships.map((own) => ({ id: own.organizationId, name: own.organizationName, role: own.role })),
  };
}

const toMember = (row: MemberRow): Member => ({
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  readerGroups: [...row.reader_groups],
  twoFactorEnabled: row.two_factor_enabled,
  joinedAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
});

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: row.invited_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});
