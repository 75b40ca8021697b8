import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { readOrigin } from '../../platform/http/index.ts';
import { acceptInvitation, describeInvitation } from './accept-invitation.ts';
import { sendCookies } from './call-auth.ts';
import type { AccountContext } from './context.ts';
import { noteSuccess, requireAddressAttempt } from './require-attempt.ts';
import { signIn } from './sign-in.ts';
import { describeSetupLink, useSetupLink } from './use-setup-link.ts';

const Token = Type.String({ minLength: 1, maxLength: 200 });
const Name = Type.String({ maxLength: 200, default: '' });
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const TokenQuery = Type.Object({ token: Token });
const SetupBody = Type.Object({
  token: Token,
  name: Name,
  email: Type.String({ maxLength: 254, default: '' }),
  password: Password,
});
const InvitationBody = Type.Object({ token: Token, name: Name, password: Password });

/** The two ways in that begin with a link: the set-up, and an invitation. Both end signed in. */
export function registerLinkRoutes(app: FastifyInstance, context: AccountContext): void {
  const db = context.database.kysely;
  const countGuess = (request: FastifyRequest): Promise<void> => requireAddressAttempt(db, request.ip);
  const takeBack = (request: FastifyRequest): Promise<void> =>
    noteSuccess(db, { email: undefined, address: request.ip });

  app.get<{ Querystring: Static<typeof TokenQuery> }>(
    '/auth/setup',
    { schema: { querystring: TokenQuery } },
    async (request) => {
      await countGuess(request);
      const described = await describeSetupLink(context, request.query.token);
      await takeBack(request);
      return described;
    },
  );
  app.post<{ Body: Static<typeof SetupBody> }>(
    '/auth/setup',
    { schema: { body: SetupBody } },
    async (request, reply) => {
      await countGuess(request);
      const { password } = request.body;
      const email = await useSetupLink(context, { ...request.body, origin: readOrigin(request) });
      await takeBack(request);
      const { status, cookies } = await signIn(context, request, { email, password });
      sendCookies(reply, { cookies });
      return { status };
    },
  );
  app.get<{ Querystring: Static<typeof TokenQuery> }>(
    '/auth/invitation',
    { schema: { querystring: TokenQuery } },
    async (request) => {
      await countGuess(request);
      const described = await describeInvitation(context, request.query.token);
      await takeBack(request);
      return described;
    },
  );
  app.post<{ Body: Static<typeof InvitationBody> }>(
    '/auth/invitation',
    { schema: { body: InvitationBody } },
    async (request, reply) => {
      await countGuess(request);
      const { password } = request.body;
      const email = await acceptInvitation(context, { ...request.body, origin: readOrigin(request) });
      await takeBack(request);
      const { status, cookies } = await signIn(context, request, { email, password });
      sendCookies(reply, { cookies });
      return { status };
    },
  );
}
