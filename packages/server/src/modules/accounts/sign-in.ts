import type { FastifyRequest } from 'fastify';
import { readOrigin } from '../../platform/http/index.ts';
import { readAuthAnswer, readSessionToken, toAuthHeaders, withoutSession, type AuthAnswer } from './call-auth.ts';
import type { AccountContext } from './context.ts';
import { sessionCookieName } from './auth-names.ts';
import { invalidCode, invalidCredentials, tooManyAttempts } from './errors.ts';
import { recordAccountEvent, recordStranger } from './record-sign-in.ts';
import { noteSuccess, requireAddressAttempt, requireAttempt } from './require-attempt.ts';
import { deleteSessions, selectSessionUser, selectUserByEmail } from './user-store.ts';

export interface SignInAnswer extends Pick<AuthAnswer, 'cookies'> {
  readonly status: 'signed_in' | 'second_factor_required';
}

/**
 * By password. Each success is a session of its own with a new token, whatever cookies came along.
 * @throws ApiError invalid_credentials, too_many_attempts
 */
export async function signIn(
  context: AccountContext,
  request: FastifyRequest,
  given: { readonly email: string; readonly password: string },
): Promise<SignInAnswer> {
  const db = context.database.kysely;
  const email = given.email.trim().toLowerCase();
  const origin = readOrigin(request);
  await requireAttempt(db, { email, address: origin.address });
  const response = await (
    await context.auth()
  ).api.signInEmail({
    body: { email, password: given.password },
    headers: toAuthHeaders(request, undefined),
    asResponse: true,
  });
  const answer = await readAuthAnswer(response);
  if (!answer.ok) {
    const user = await selectUserByEmail(db, email);
    const event = { action: 'session.created', result: 'refused' as const, details: { by: 'password' }, origin };
    await (user === undefined ? recordStranger(db, email, event) : recordAccountEvent(db, user, event));
    throw invalidCredentials();
  }
  if (answer.body['twoFactorRedirect'] === true) return { status: 'second_factor_required', cookies: answer.cookies };
  await noteSuccess(db, { email, address: origin.address });
  await welcome(context, request, { answer, by: 'password' });
  return { status: 'signed_in', cookies: answer.cookies };
}

/** The second half of a sign-in: the first one left a cookie. @throws ApiError invalid_code, too_many_attempts */
export async function passSecondFactor(
  context: AccountContext,
  request: FastifyRequest,
  given: { readonly code: string; readonly kind: 'totp' | 'recovery_code' },
): Promise<SignInAnswer> {
  const db = context.database.kysely;
  const origin = readOrigin(request);
  await requireAddressAttempt(db, origin.address);
  const auth = await context.auth();
  // With a session the library would check the second factor of that session's user instead.
  const cookies = withoutSession(request.headers.cookie, sessionCookieName(context.settings.baseUrl));
  const call = {
    body: { code: given.code },
    headers: toAuthHeaders(request, cookies ?? ''),
    asResponse: true as const,
  };
  const answer = await readAuthAnswer(
    await (given.kind === 'totp' ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call)),
  );
  if (!answer.ok) {
    if (answer.status === 429) throw tooManyAttempts(lockSeconds);
    const event = { action: 'session.created', result: 'refused' as const, details: { by: given.kind }, origin };
    await recordStranger(db, 'second factor', event);
    throw invalidCode();
  }
  const user = await welcome(context, request, { answer, by: given.kind });
  await noteSuccess(db, { email: user?.email, address: origin.address });
  return { status: 'signed_in', cookies: answer.cookies };
}

/** How long the library locks second factors after 10 failures. */
const lockSeconds = 900;

/** After a session has begun: the log hears of it, and the session that the browser had before ends. */
export async function welcome(
  context: AccountContext,
  request: FastifyRequest,
  begun: { readonly answer: Pick<AuthAnswer, 'cookies'>; readonly by: string },
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const name = sessionCookieName(context.settings.baseUrl);
  const token = readSessionToken(begun.answer, name);
  const found = token === undefined ? undefined : await selectSessionUser(context.database.kysely, token);
  if (found === undefined) return undefined;
  const { session, user } = found;
  const before = await (
    await context.auth()
  ).api.getSession({
    headers: toAuthHeaders(request),
    query: { disableRefresh: true },
  });
  await context.database.kysely.transaction().execute(async (tx) => {
    if (before !== null) await deleteSessions(tx, { userId: before.user.id, id: before.session.id });
    const details = { by: begun.by, sessionId: session.id };
    await recordAccountEvent(tx, user, { action: 'session.created', details, origin: readOrigin(request) });
  });
  return user;
}
