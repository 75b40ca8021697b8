import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { ApiError, readOrigin } from '../../../../platform/http/index.ts';
import { oidcProviderId } from './auth-names.ts';
import { readAuthAnswer, sendCookies, toAuthHeaders, type AuthAnswer } from './call-auth.ts';
import type { AccountContext } from '../context.ts';
import { signInMethodMissing } from '../errors.ts';
import { parseReturnPath } from './parse-return-path.ts';
import { recordUnknownUser } from './record-sign-in.ts';
import type { OidcSettings } from '../settings.ts';
import { welcome } from './sign-in.ts';

const OidcBody = Type.Object({ returnTo: Type.Optional(Type.String({ maxLength: 2_000 })) });
type OidcBody = Static<typeof OidcBody>;

/** Registers the routes for signing in at the identity provider: the redirect to it, and the return. */
export function registerOidcRoutes(app: FastifyInstance, context: AccountContext): void {
  const { settings, database } = context;

  app.post<{ Body: OidcBody }>('/auth/sign-in/oidc', { schema: { body: OidcBody } }, async (request, reply) => {
    const oidc = requireOidc(context);
    const page = parseReturnPath(request.body.returnTo);
    const started = await begin(context, request, `${settings.baseUrl}${page}`);
    const { url } = started.body;
    if (!started.ok || typeof url !== 'string') {
      throw new ApiError('unavailable', `The identity provider ${oidc.issuer} can't be reached. Try again later.`, {
        headers: { 'retry-after': '10' },
      });
    }
    sendCookies(reply, started);
    return { url };
  });
  app.get<{ Querystring: Record<string, string> }>('/auth/callback/oidc', async (request, reply) => {
    const oidc = requireOidc(context);
    const { api } = await context.auth();
    const call = { params: { id: oidcProviderId }, query: request.query, headers: toAuthHeaders(request) };
    const done = await readAuthAnswer(await api.callbackOAuth({ ...call, asResponse: true }));
    sendCookies(reply, done);
    const user = await welcome(context, request, { answer: done, by: 'oidc' });
    const target = toOwnAddress(done.location, settings.baseUrl);
    if (user === undefined) {
      const error = new URL(target).searchParams.get('error') ?? 'unknown';
      const details = { by: 'oidc', error: error.slice(0, 100) };
      const event = { action: 'session.created', result: 'refused' as const, details, origin: readOrigin(request) };
      await recordUnknownUser(database.kysely, oidc.name, event);
    }
    return reply.redirect(toNextPage(target, done.notice, settings.baseUrl), 302);
  });
}

function requireOidc({ settings }: AccountContext): OidcSettings {
  if (settings.oidc === undefined) throw signInMethodMissing('Single sign-on');
  return settings.oidc;
}

async function begin(
  { auth, settings }: AccountContext,
  request: FastifyRequest,
  callbackURL: string,
): Promise<AuthAnswer> {
  const { api } = await auth();
  const errorCallbackURL = signInPage(settings.baseUrl);
  const body = { provider: oidcProviderId, callbackURL, errorCallbackURL, disableRedirect: true };
  return readAuthAnswer(await api.signInSocial({ body, headers: toAuthHeaders(request), asResponse: true }));
}

/** Returns the page to open after sign-in, which depends on the actions of the hooks. */
function toNextPage(target: string, notice: string | undefined, baseUrl: string): string {
  const dashboard = `${baseUrl}/dashboard`;
  // A new user has already accepted every invitation, so the page of an invitation would say that its link was used.
  if (notice === 'joined' && target.startsWith(`${dashboard}/accept?`)) return `${dashboard}/`;
  if (notice !== 'sign_in_replaced') return target;
  return `${dashboard}/sign-in-replaced?next=${encodeURIComponent(target.slice(baseUrl.length))}`;
}

const signInPage = (baseUrl: string): string => `${baseUrl}/dashboard/sign-in`;

/** Ensures that a redirect never goes to another site. */
function toOwnAddress(location: string | undefined, baseUrl: string): string {
  const url = URL.parse(location ?? '', baseUrl);
  return url !== null && url.origin === new URL(baseUrl).origin ? url.href : `${signInPage(baseUrl)}?error=unknown`;
}
