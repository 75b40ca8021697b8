import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { sendCookies, toAuthHeaders } from './call-auth.ts';
import type { AccountContext } from '../context.ts';
import { recordAccountEvent } from './record-sign-in.ts';
import { requirePasswordSignIn } from './require-password-sign-in.ts';
import { requireSession } from './require-session.ts';
import { passSecondFactor, signIn, type SignInAnswer } from './sign-in.ts';
import { isAnyUser } from '../user-store.ts';

const Email = Type.String({ minLength: 3, maxLength: 254 });
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const SignInBody = Type.Object({ email: Email, password: Password });
const SecondFactorBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum(['totp', 'recovery_code']),
});

/** Registers the routes for signing in with a password and a second factor, and for signing out. */
export function registerSignInRoutes(app: FastifyInstance, context: AccountContext): void {
  const { settings, auth, database } = context;
  const { oidc } = settings;

  app.get('/auth/methods', async () => ({
    password: settings.passwordSignIn,
    oidc: oidc === undefined ? null : { name: oidc.name },
    mail: context.mailer !== undefined,
    // Lets the page say where to find the setup link while nobody can sign in yet. The link itself is not shown.
    needsOwner: !(await isAnyUser(database.kysely)),
  }));
  app.post<{ Body: Static<typeof SignInBody> }>(
    '/auth/sign-in',
    { schema: { body: SignInBody } },
    async (request, reply) => {
      requirePasswordSignIn(context);
      return answer(reply, await signIn(context, request, request.body));
    },
  );
  app.post<{ Body: Static<typeof SecondFactorBody> }>(
    '/auth/second-factor',
    { schema: { body: SecondFactorBody } },
    async (request, reply) => {
      requirePasswordSignIn(context);
      return answer(reply, await passSecondFactor(context, request, request.body));
    },
  );
  app.post('/auth/sign-out', async (request, reply) => {
    const who = await requireSession(context, request).catch(() => undefined);
    const out = await (await auth()).api.signOut({ headers: toAuthHeaders(request), asResponse: true });
    if (who !== undefined) {
      const event = { action: 'session.ended', details: { sessionId: who.sessionId }, origin: who.origin };
      await recordAccountEvent(database.kysely, { id: who.userId, email: who.email }, event);
    }
    sendCookies(reply, { cookies: out.headers.getSetCookie() });
    return reply.code(204).send();
  });
}

function answer(reply: Parameters<typeof sendCookies>[0], made: SignInAnswer): { status: SignInAnswer['status'] } {
  sendCookies(reply, made);
  return { status: made.status };
}
