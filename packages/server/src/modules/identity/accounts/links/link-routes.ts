import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { readOrigin } from '../../../../platform/http/index.ts';
import { acceptAsNewUser, acceptSignedIn, describeInvitation } from '../members/accept-invitation.ts';
import { sendCookies } from '../signing-in/call-auth.ts';
import type { AccountContext } from '../context.ts';
import { noteSuccess, requireAddressAttempt } from '../signing-in/require-attempt.ts';
import { requirePasswordSignIn } from '../signing-in/require-password-sign-in.ts';
import { findSession, requireSession } from '../signing-in/require-session.ts';
import { signIn } from '../signing-in/sign-in.ts';
import { describeSetupLink, useSetupLink, useSetupLinkSignedIn } from './use-setup-link.ts';

const Token = Type.String({ minLength: 1, maxLength: 200 });
const Name = Type.String({ maxLength: 200, default: '' });
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const TokenOnly = Type.Object({ token: Token });
const AcceptSetupBody = Type.Object({ token: Token, organization: Name });
const SetupBody = Type.Object({
  token: Token,
  name: Name,
  email: Type.String({ maxLength: 254, default: '' }),
  password: Password,
  organization: Name,
});
const InvitationBody = Type.Object({ token: Token, name: Name, password: Password });
type TokenOnly = Static<typeof TokenOnly>;

/**
 * Registers the routes for the two ways to join with a link: setup and invitation. A link only creates new accounts.
 * People with an account sign in and return to the link.
 */
export function registerLinkRoutes(app: FastifyInstance, context: AccountContext): void {
  /** Counts the attempt before the link's token is checked. */
  const counted = async <T>(request: FastifyRequest, use: () => Promise<T>): Promise<T> => {
    await requireAddressAttempt(context.attempts, request.ip);
    const result = await use();
    await noteSuccess(context.attempts, { email: undefined, address: request.ip });
    return result;
  };

  app.get<{ Querystring: TokenOnly }>('/auth/setup', { schema: { querystring: TokenOnly } }, (request) =>
    counted(request, async () => describeSetupLink(context, request.query.token, await findSession(context, request))),
  );
  app.post<{ Body: Static<typeof SetupBody> }>(
    '/auth/setup',
    { schema: { body: SetupBody } },
    async (request, reply) => {
      requirePasswordSignIn(context);
      const { password } = request.body;
      const email = await counted(request, () =>
        useSetupLink(context, { ...request.body, origin: readOrigin(request) }),
      );
      const { status, cookies } = await signIn(context, request, { email, password });
      sendCookies(reply, { cookies });
      return { status };
    },
  );
  app.post<{ Body: Static<typeof AcceptSetupBody> }>(
    '/auth/setup/accept',
    { schema: { body: AcceptSetupBody } },
    async (request, reply) => {
      const who = await requireSession(context, request);
      await counted(request, () => useSetupLinkSignedIn(context, request.body, who));
      return reply.code(204).send();
    },
  );
  app.get<{ Querystring: TokenOnly }>('/auth/invitation', { schema: { querystring: TokenOnly } }, (request) =>
    counted(request, async () => describeInvitation(context, request.query.token, await findSession(context, request))),
  );
  app.post<{ Body: Static<typeof InvitationBody> }>(
    '/auth/invitation',
    { schema: { body: InvitationBody } },
    async (request, reply) => {
      requirePasswordSignIn(context);
      const { password } = request.body;
      const email = await counted(request, () =>
        acceptAsNewUser(context, { ...request.body, origin: readOrigin(request) }),
      );
      const { status, cookies } = await signIn(context, request, { email, password });
      sendCookies(reply, { cookies });
      return { status };
    },
  );
  app.post<{ Body: TokenOnly }>('/auth/invitation/accept', { schema: { body: TokenOnly } }, async (request, reply) => {
    const who = await requireSession(context, request);
    await counted(request, () => acceptSignedIn(context, request.body.token, who));
    return reply.code(204).send();
  });
}
