import type { FastifyRequest } from 'fastify';
import { readOrigin } from '../../../../platform/http/index.ts';
import {
  readAuthAnswer,
  readCookie,
  readSessionToken,
  toAuthHeaders,
  withoutSession,
  type AuthAnswer,
} from './call-auth.ts';
import type { AccountContext } from '../context.ts';
import { sessionCookieName } from './auth-names.ts';
import { claimTotp, refusedCode } from '../second-factor/claim-totp.ts';
import { foldEmail } from '../email/email.ts';
import { invalidCode, invalidCredentials, tooManyAttempts } from '../errors.ts';
import { recordAccountEvent, recordUnknownUser } from './record-sign-in.ts';
import { noteSuccess, requireAddressAttempt, requireAttempt } from './require-attempt.ts';
import { deleteSessions, selectPasswordHash, selectSessionUser, selectUserByEmail } from '../user-store.ts';

export interface SignInAnswer extends Pick<AuthAnswer, 'cookies'> {
  readonly status: 'signed_in' | 'second_factor_required';
}

/**
 * Signs in with a password. Each success starts a separate session with a new token, regardless of cookies.
 * @throws ApiError invalid_credentials, too_many_attempts
 */
export async function signIn(
  context: AccountContext,
  request: FastifyRequest,
  credentials: { readonly email: string; readonly password: string },
): Promise<SignInAnswer> {
  const db = context.database.kysely;
  const email = foldEmail(credentials.email);
  const origin = readOrigin(request);
  await requireAttempt(context.attempts, { email, address: origin.address });
  const passwordHash = await selectPasswordHash(db, email);
  const response = await (
    await context.auth()
  ).api.signInEmail({
    body: { email, password: credentials.password },
    headers: toAuthHeaders(request, undefined),
    asResponse: true,
  });
  const answer = await readAuthAnswer(response);
  if (!answer.ok) {
    const user = await selectUserByEmail(db, email);
    const event = { action: 'session.created', result: 'refused' as const, details: { by: 'password' }, origin };
    await (user === undefined ? recordUnknownUser(db, email, event) : recordAccountEvent(db, user, event));
    throw invalidCredentials();
  }
  if (answer.body['twoFactorRedirect'] === true) return { status: 'second_factor_required', cookies: answer.cookies };
  const welcomed = await welcome(context, request, { answer, by: 'password', passwordHash });
  if (welcomed === undefined) throw invalidCredentials();
  await noteSuccess(context.attempts, { email, address: origin.address });
  return { status: 'signed_in', cookies: answer.cookies };
}

/**
 * Performs the second step of a sign-in, after the first one set a cookie.
 * @throws ApiError invalid_code, too_many_attempts
 */
export async function passSecondFactor(
  context: AccountContext,
  request: FastifyRequest,
  credentials: { readonly code: string; readonly kind: 'totp' | 'recovery_code' },
): Promise<SignInAnswer> {
  const db = context.database.kysely;
  const origin = readOrigin(request);
  await requireAddressAttempt(context.attempts, origin.address);
  const auth = await context.auth();
  // With a session, the library would check the second factor of that session's user instead.
  const cookies = withoutSession(request.headers.cookie, sessionCookieName(context.settings.baseUrl));
  const headers = toAuthHeaders(request, cookies ?? '');
  const answer = await readAuthAnswer(
    await (credentials.kind === 'totp'
      ? auth.api.verifyTOTP({
          body: { code: await claim(context, cookies, credentials.code) },
          headers,
          asResponse: true,
        })
      : auth.api.verifyBackupCode({ body: { code: credentials.code }, headers, asResponse: true })),
  );
  if (!answer.ok) {
    if (answer.status === 429) throw tooManyAttempts(lockSeconds);
    const event = { action: 'session.created', result: 'refused' as const, details: { by: credentials.kind }, origin };
    await recordUnknownUser(db, 'second factor', event);
    throw invalidCode();
  }
  const user = await welcome(context, request, { answer, by: credentials.kind });
  await noteSuccess(context.attempts, { email: user?.email, address: origin.address });
  return { status: 'signed_in', cookies: answer.cookies };
}

/**
 * Claims the code for the user of the pending sign-in. Returns the code if it was valid and unused, or a code that is
 * always refused if it wasn't.
 */
async function claim(context: AccountContext, cookies: string | undefined, code: string): Promise<string> {
  const { createAuthCookie, internalAdapter } = await (await context.auth()).$context;
  const name = createAuthCookie('two_factor').name;
  // better-auth verifies the cookie's signature afterwards; its value is an unguessable secret.
  const challenge = readCookie(cookies, name)?.split('.', 1)[0];
  const found = challenge === undefined ? null : await internalAdapter.findVerificationValue(challenge);
  return found !== null && (await claimTotp(context, found.value, code)) ? code : refusedCode;
}

/** How long the library locks second factors after 10 failures. */
const lockSeconds = 900;

/**
 * Records a session that has started, and ends the browser's previous session. Returns `undefined` if the
 * session isn't allowed to continue.
 */
export async function welcome(
  context: AccountContext,
  request: FastifyRequest,
  startedSignIn: {
    readonly answer: Pick<AuthAnswer, 'cookies'>;
    readonly by: string;
    /** The hash with which the password was compared. */
    readonly passwordHash?: string | undefined;
  },
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const name = sessionCookieName(context.settings.baseUrl);
  const token = readSessionToken(startedSignIn.answer, name);
  const found = token === undefined ? undefined : await selectSessionUser(context.database.kysely, token);
  if (found === undefined) return undefined;
  const { session, user } = found;
  const before = await (
    await context.auth()
  ).api.getSession({
    headers: toAuthHeaders(request),
    query: { disableRefresh: true },
  });
  return context.database.kysely.transaction().execute(async (tx) => {
    const { passwordHash } = startedSignIn;
    // The password was changed or removed in the meantime, which ended all sessions except this one.
    if (passwordHash !== undefined && (await selectPasswordHash(tx, user.email, true)) !== passwordHash) {
      await deleteSessions(tx, { userId: user.id, id: session.id });
      return undefined;
    }
    if (before !== null) await deleteSessions(tx, { userId: before.user.id, id: before.session.id });
    const details = { by: startedSignIn.by, sessionId: session.id };
    await recordAccountEvent(tx, user, { action: 'session.created', details, origin: readOrigin(request) });
    return user;
  });
}
