import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { readAuthAnswer, sendCookies, toAuthHeaders, type AuthAnswer } from './call-auth.ts';
import type { AccountContext } from './context.ts';
import { invalidAccountRequest, invalidCode, invalidCredentials } from './errors.ts';
import { recordAccountEvent } from './record-sign-in.ts';
import { noteSuccess, requireAttempt } from './require-attempt.ts';
import { requireSession, type SignedIn } from './require-session.ts';

const PasswordBody = Type.Object({ password: Type.String({ minLength: 1, maxLength: 1_000 }) });
const CodeBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) });
type PasswordBody = Static<typeof PasswordBody>;

/** The second factor of one's own account: switched on by password and a first code, off by password. */
export function registerSecondFactorRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, database } = context;
  const db = database.kysely;
  const note = (who: SignedIn, action: string): Promise<void> =>
    recordAccountEvent(db, { id: who.userId, email: who.email }, { action, origin: who.origin });

  /** Counts the guess at the password that the call carries. */
  const withPassword = async (
    request: FastifyRequest,
    ask: () => Promise<Response>,
  ): Promise<{ readonly who: SignedIn; readonly answer: AuthAnswer }> => {
    const who = await requireSession(context, request);
    await requireAttempt(db, { email: who.email, address: request.ip });
    const answer = await readAuthAnswer(await ask());
    if (answer.ok) {
      await noteSuccess(db, { email: who.email, address: request.ip });
      return { who, answer };
    }
    const code = answer.body['code'];
    if (code === 'TOTP_ALREADY_ENABLED')
      throw invalidAccountRequest('password', 'is not needed: the second factor is on');
    if (code === 'TWO_FACTOR_NOT_ENABLED')
      throw invalidAccountRequest('password', 'is not needed: the second factor is off');
    throw invalidCredentials();
  };

  app.post<{ Body: PasswordBody }>('/auth/two-factor', { schema: { body: PasswordBody } }, async (request) => {
    const { answer } = await withPassword(request, async () =>
      (await auth()).api.enableTwoFactor({
        body: { password: request.body.password, method: 'totp' },
        headers: toAuthHeaders(request),
        asResponse: true,
      }),
    );
    return { uri: answer.body['totpURI'], recoveryCodes: answer.body['backupCodes'] };
  });
  app.post<{ Body: Static<typeof CodeBody> }>(
    '/auth/two-factor/confirm',
    { schema: { body: CodeBody } },
    async (request, reply) => {
      const who = await requireSession(context, request);
      await requireAttempt(db, { email: who.email, address: request.ip });
      const call = { body: { code: request.body.code }, headers: toAuthHeaders(request), asResponse: true as const };
      const confirmed = await readAuthAnswer(await (await auth()).api.verifyTOTP(call));
      if (!confirmed.ok) throw invalidCode();
      await noteSuccess(db, { email: who.email, address: request.ip });
      await note(who, 'second_factor.enabled');
      sendCookies(reply, confirmed);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: PasswordBody }>(
    '/auth/two-factor/disable',
    { schema: { body: PasswordBody } },
    async (request, reply) => {
      const { who, answer } = await withPassword(request, async () =>
        (await auth()).api.disableTwoFactor({ body: request.body, headers: toAuthHeaders(request), asResponse: true }),
      );
      await note(who, 'second_factor.disabled');
      sendCookies(reply, answer);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: PasswordBody }>(
    '/auth/two-factor/recovery-codes',
    { schema: { body: PasswordBody } },
    async (request) => {
      const { who, answer } = await withPassword(request, async () =>
        (await auth()).api.generateBackupCodes({
          body: request.body,
          headers: toAuthHeaders(request),
          asResponse: true,
        }),
      );
      await note(who, 'second_factor.recovery_codes_renewed');
      return { recoveryCodes: answer.body['backupCodes'] };
    },
  );
}
