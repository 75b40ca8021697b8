import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { ApiError, readOrigin } from '../../platform/http/index.ts';
import { readAuthAnswer, sendCookies, toAuthHeaders } from './call-auth.ts';
import type { AccountContext } from './context.ts';
import { oidcProviderId } from './auth-names.ts';
import { signInMethodMissing } from './errors.ts';
import { parseReturnPath } from './parse-return-path.ts';
import { recordAccountEvent, recordStranger } from './record-sign-in.ts';
import { requirePasswordSignIn } from './require-password-sign-in.ts';
import { requireSession } from './require-session.ts';
import { passSecondFactor, signIn, welcome, type SignInAnswer } from './sign-in.ts';

const Email = Type.String({ minLength: 3, maxLength: 254 });
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const SignInBody = Type.Object({ email: Email, password: Password });
const SecondFactorBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum(['totp', 'recovery_code']),
});
const OidcBody = Type.Object({ returnTo: Type.Optional(Type.String({ maxLength: 2_000 })) });

/** Signing in and out. */
export function registerSignInRoutes(app: FastifyInstance, context: AccountContext): void {
  const { settings, auth, database } = context;
  const { oidc } = settings;

  app.get('/auth/methods', async () => ({
    password: settings.passwordSignIn,
    oidc: oidc === undefined ? null : { name: oidc.name },
    mail: context.mailer !== undefined,
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
  app.post<{ Body: Static<typeof OidcBody> }>(
    '/auth/sign-in/oidc',
    { schema: { body: OidcBody } },
    async (request, reply) => {
      if (oidc === undefined) throw signInMethodMissing('Single sign-on');
      const callbackURL = `${settings.baseUrl}${parseReturnPath(request.body.returnTo)}`;
      const begun = await readAuthAnswer(
        await (
          await auth()
        ).api.signInSocial({
          body: {
            provider: oidcProviderId,
            callbackURL,
            errorCallbackURL: signInPage(settings.baseUrl),
            disableRedirect: true,
          },
          headers: toAuthHeaders(request),
          asResponse: true,
        }),
      );
      if (!begun.ok || typeof begun.body['url'] !== 'string') {
        throw new ApiError('unavailable', `The identity provider ${oidc.issuer} can't be reached. Try again later.`, {
          headers: { 'retry-after': '10' },
        });
      }
      sendCookies(reply, begun);
      return { url: begun.body['url'] };
    },
  );
  app.get<{ Querystring: Record<string, string> }>('/auth/callback/oidc', async (request, reply) => {
    if (oidc === undefined) throw signInMethodMissing('Single sign-on');
    const done = await readAuthAnswer(
      await (
        await auth()
      ).api.callbackOAuth({
        params: { id: oidcProviderId },
        query: request.query,
        headers: toAuthHeaders(request),
        asResponse: true,
      }),
    );
    sendCookies(reply, done);
    const user = await welcome(context, request, { answer: done, by: 'oidc' });
    const target = toOwnAddress(done.location, settings.baseUrl);
    if (user === undefined) {
      const error = new URL(target).searchParams.get('error') ?? 'unknown';
      const details = { by: 'oidc', error: error.slice(0, 100) };
      const event = { action: 'session.created', result: 'refused' as const, details, origin: readOrigin(request) };
      await recordStranger(database.kysely, oidc.name, event);
    }
    return reply.redirect(toNextPage(target, done.notice, settings.baseUrl), 302);
  });
}

/** Where a person goes on to after what our hooks did during the sign-in. */
function toNextPage(target: string, notice: string | undefined, baseUrl: string): string {
  const dashboard = `${baseUrl}/dashboard`;
  // A new user has accepted every invitation: its page would say that the link is used.
  if (notice === 'joined' && target.startsWith(`${dashboard}/accept?`)) return `${dashboard}/`;
  if (notice !== 'sign_in_replaced') return target;
  return `${dashboard}/sign-in-replaced?next=${encodeURIComponent(target.slice(baseUrl.length))}`;
}

const signInPage = (baseUrl: string): string => `${baseUrl}/dashboard/sign-in`;

/** Nobody is ever sent anywhere but to ourselves. */
function toOwnAddress(location: string | undefined, baseUrl: string): string {
  const url = URL.parse(location ?? '', baseUrl);
  return url !== null && url.origin === new URL(baseUrl).origin ? url.href : `${signInPage(baseUrl)}?error=unknown`;
}

function answer(reply: Parameters<typeof sendCookies>[0], made: SignInAnswer): { status: SignInAnswer['status'] } {
  sendCookies(reply, made);
  return { status: made.status };
}
