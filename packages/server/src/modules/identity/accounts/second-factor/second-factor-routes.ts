import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { readAuthAnswer, sendCookies, toAuthHeaders, type AuthAnswer } from '../signing-in/call-auth.ts';
import { claimTotp, refusedCode } from './claim-totp.ts';
import type { AccountContext } from '../context.ts';
import { incorrectPassword, invalidAccountRequest, invalidCode } from '../errors.ts';
import { recordAccountEvent } from '../signing-in/record-sign-in.ts';
import { noteSuccess, requireAttempt } from '../signing-in/require-attempt.ts';
import { requireSession, type SignedIn } from '../signing-in/require-session.ts';

const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const PasswordBody = Type.Object({ password: Password });
const CodeBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) });
/** The password and a code. If the second factor is on, the password isn't sufficient to change it. */
const BothBody = Type.Object({
  password: Password,
  code: Type.String({ minLength: 1, maxLength: 100 }),
  kind: Type.Enum(['totp', 'recovery_code']),
});
type PasswordBody = Static<typeof PasswordBody>;
type BothBody = Static<typeof BothBody>;

/**
 * Registers the routes for the user's own second factor. It is turned on with the password and a first code, and turned
 * off with the password and another code.
 */
export function registerSecondFactorRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, database } = context;
  const db = database.kysely;
  const note = (who: SignedIn, action: string): Promise<void> =>
    recordAccountEvent(db, { id: who.userId, email: who.email }, { action, origin: who.origin });

  /** Counts the attempts in a request toward the signed-in user's limit. */
  const counted = async <T>(
    request: FastifyRequest,
    use: (who: SignedIn) => Promise<T>,
  ): Promise<{ readonly who: SignedIn; readonly result: T }> => {
    const who = await requireSession(context, request);
    await requireAttempt(context.attempts, { email: who.email, address: request.ip });
    const result = await use(who);
    await noteSuccess(context.attempts, { email: who.email, address: request.ip });
    return { who, result };
  };

  app.post<{ Body: PasswordBody }>('/auth/two-factor', { schema: { body: PasswordBody } }, async (request) => {
    const { result } = await counted(request, async () =>
      accepted(
        await (
          await auth()
        ).api.enableTwoFactor({
          body: { password: request.body.password, method: 'totp' },
          headers: toAuthHeaders(request),
          asResponse: true,
        }),
      ),
    );
    return { uri: result.body['totpURI'], recoveryCodes: result.body['backupCodes'] };
  });
  app.post<{ Body: Static<typeof CodeBody> }>(
    '/auth/two-factor/confirm',
    { schema: { body: CodeBody } },
    async (request, reply) => {
      const { who, result } = await counted(request, async ({ userId }) => {
        const code = (await claimTotp(context, userId, request.body.code)) ? request.body.code : refusedCode;
        const call = { body: { code }, headers: toAuthHeaders(request), asResponse: true as const };
        const confirmed = await readAuthAnswer(await (await auth()).api.verifyTOTP(call));
        if (!confirmed.ok) throw invalidCode();
        return confirmed;
      });
      await note(who, 'second_factor.enabled');
      sendCookies(reply, result);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: BothBody }>('/auth/two-factor/disable', { schema: { body: BothBody } }, async (request, reply) => {
    const { password } = request.body;
    const { who, result } = await counted(request, async ({ userId }) => {
      await requireBoth(context, request, { ...request.body, userId });
      const call = { body: { password }, headers: toAuthHeaders(request), asResponse: true as const };
      return accepted(await (await auth()).api.disableTwoFactor(call));
    });
    await note(who, 'second_factor.disabled');
    sendCookies(reply, result);
    return reply.code(204).send();
  });
  app.post<{ Body: BothBody }>('/auth/two-factor/recovery-codes', { schema: { body: BothBody } }, async (request) => {
    const { password } = request.body;
    const { who, result } = await counted(request, async ({ userId }) => {
      await requireBoth(context, request, { ...request.body, userId });
      const call = { body: { password }, headers: toAuthHeaders(request), asResponse: true as const };
      return accepted(await (await auth()).api.generateBackupCodes(call));
    });
    await note(who, 'second_factor.recovery_codes_renewed');
    return { recoveryCodes: result.body['backupCodes'] };
  });
}

/**
 * Checks the password first, so that a mistyped password doesn't consume a recovery code.
 * @throws ApiError invalid_credentials, invalid_code
 */
async function requireBoth(
  context: AccountContext,
  request: FastifyRequest,
  credentials: BothBody & { readonly userId: string },
): Promise<void> {
  const { api } = await context.auth();
  const { password, code, kind, userId } = credentials;
  const headers = toAuthHeaders(request);
  await accepted(await api.verifyPassword({ body: { password }, headers, asResponse: true }));
  const isGood =
    kind === 'totp'
      ? await claimTotp(context, userId, code)
      : (await api.verifyBackupCode({ body: { code, disableSession: true }, headers, asResponse: true })).ok;
  if (!isGood) throw invalidCode();
}

async function accepted(response: Response): Promise<AuthAnswer> {
  const answer = await readAuthAnswer(response);
  if (answer.ok) return answer;
  const code = answer.body['code'];
  if (code === 'TOTP_ALREADY_ENABLED')
    throw invalidAccountRequest('password', 'is not needed: the second factor is on');
  if (code === 'TWO_FACTOR_NOT_ENABLED') {
    throw invalidAccountRequest('password', 'is not needed: the second factor is off');
  }
  throw incorrectPassword();
}
