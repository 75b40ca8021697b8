import type { AuthenticateSession } from '../../../../platform/http/index.ts';
import type { AccountContext } from '../context.ts';
import { notAMember, organizationNotFound } from '../errors.ts';
import { selectMemberships } from '../member-store.ts';
import { scopesOfRole } from '../roles.ts';
import { touchSession } from '../user-store.ts';

/** Creates the session authentication. Nothing is cached, so revoking a session or role affects the next request. */
export function createAuthenticateSession(context: AccountContext): AuthenticateSession {
  const { auth, database, log } = context;
  return async (cookies, organizationId) => {
    const found = await (
      await auth()
    ).api.getSession({
      headers: new Headers({ cookie: cookies }),
      query: { disableRefresh: true },
    });
    if (found === null) return undefined;
    const { session, user } = found;
    const memberships = await selectMemberships(database.kysely, user.id);
    const membership =
      organizationId === undefined ? memberships[0] : memberships.find((own) => own.organizationId === organizationId);
    if (membership === undefined) {
      throw organizationId === undefined ? notAMember() : organizationNotFound(organizationId);
    }
    touchSession(database.kysely, session.id).catch((error: unknown) =>
      log.warn({ err: error }, 'last use of a session could not be recorded'),
    );
    return {
      actor: { kind: 'user', id: user.id, name: user.email },
      organizationId: membership.organizationId,
      plan: membership.plan,
      isOperator: membership.operator,
      scopes: scopesOfRole[membership.role],
      projectIds: null,
      expiresAt: null,
      role: membership.role,
    };
  };
}
