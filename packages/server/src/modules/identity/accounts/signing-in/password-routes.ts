import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { readOrigin } from '../../../../platform/http/index.ts';
import { readAuthAnswer, readSessionToken, sendCookies, toAuthHeaders } from './call-auth.ts';
import { checkPassword } from './check-password.ts';
import type { AccountContext } from '../context.ts';
import { sessionCookieName } from './auth-names.ts';
import { foldEmail } from '../email/email.ts';
import { incorrectPassword, linkUnusable, signInMethodMissing, weakPassword } from '../errors.ts';
import { recordAccountEvent, type AccountEvent } from './record-sign-in.ts';
import { noteSuccess, requireAddressAttempt, requireAttempt, requireMailAttempt } from './require-attempt.ts';
import { requireSession } from './require-session.ts';
import {
  deletePendingProofs,
  deleteSessions,
  markEmailVerified,
  selectSessionUser,
  selectUserByEmail,
} from '../user-store.ts';

const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const ChangeBody = Type.Object({ currentPassword: Password, newPassword: Password });
const ForgotBody = Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) });
const ResetBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }), newPassword: Password });

/** Registers the routes for changing a known password and for setting a forgotten one. Both end all other sessions. */
export function registerPasswordRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, database } = context;
  const db = database.kysely;

  app.post<{ Body: Static<typeof ChangeBody> }>(
    '/auth/password',
    { schema: { body: ChangeBody } },
    async (request, reply) => {
      const who = await requireSession(context, request);
      const { currentPassword, newPassword } = request.body;
      await checkPassword(newPassword, who);
      await requireAttempt(context.attempts, { email: who.email, address: request.ip });
      const changed = await readAuthAnswer(
        await (
          await auth()
        ).api.changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: toAuthHeaders(request),
          asResponse: true,
        }),
      );
      const event = { action: 'password.changed', origin: who.origin };
      const user = { id: who.userId, email: who.email };
      if (!changed.ok) {
        await recordAccountEvent(db, user, { ...event, result: 'refused' });
        throw incorrectPassword();
      }
      const token = readSessionToken(changed, sessionCookieName(context.settings.baseUrl));
      await endOtherWaysIn(context, { user, event, token });
      await noteSuccess(context.attempts, { email: who.email, address: request.ip });
      sendCookies(reply, changed);
      return reply.code(204).send();
    },
  );
  app.post<{ Body: Static<typeof ForgotBody> }>(
    '/auth/password/forgot',
    { schema: { body: ForgotBody } },
    async (request, reply) => {
      if (context.mailer === undefined) throw signInMethodMissing('Mail');
      const email = foldEmail(request.body.email);
      await requireMailAttempt(context.attempts, { email, address: request.ip });
      await (
        await auth()
      ).api.requestPasswordReset({ body: { email }, headers: toAuthHeaders(request), asResponse: true });
      const user = await selectUserByEmail(db, email);
      if (user !== undefined) {
        await recordAccountEvent(db, user, { action: 'password.reset_asked', origin: readOrigin(request) });
      }
      // The response is the same for an unknown address.
      return reply.code(202).send({ status: 'sent_if_known' });
    },
  );
  app.post<{ Body: Static<typeof ResetBody> }>(
    '/auth/password/reset',
    { schema: { body: ResetBody } },
    async (request, reply) => {
      await requireAddressAttempt(context.attempts, request.ip);
      const { token, newPassword } = request.body;
      const { internalAdapter } = await (await auth()).$context;
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const user = found === null ? null : await internalAdapter.findUserById(found.value);
      if (user === null) throw linkUnusable();
      await checkPassword(newPassword, user);
      const reset = await readAuthAnswer(
        await (
          await auth()
        ).api.resetPassword({
          body: { token, newPassword },
          headers: toAuthHeaders(request),
          asResponse: true,
        }),
      );
      if (!reset.ok) {
        throw reset.body['code'] === 'INVALID_TOKEN' ? linkUnusable() : weakPassword('The password was not accepted.');
      }
      const event = { action: 'password.reset', origin: readOrigin(request) };
      await endOtherWaysIn(context, { user, event, isMailed: true });
      await noteSuccess(context.attempts, { email: user.email, address: request.ip });
      return reply.code(204).send();
    },
  );
}

/**
 * Ends everything that the old password started, after the new one is stored. better-auth ends the sessions
 * earlier, so a session that starts in the meantime would remain valid.
 */
async function endOtherWaysIn(
  { database }: AccountContext,
  changed: {
    readonly user: { readonly id: string; readonly email: string };
    readonly event: AccountEvent;
    /** The token of the session that continues. */
    readonly token?: string | undefined;
    /** Whether the password was set with a mailed link. */
    readonly isMailed?: boolean;
  },
): Promise<void> {
  const { user, event, token, isMailed = false } = changed;
  await database.kysely.transaction().execute(async (tx) => {
    const kept = token === undefined ? undefined : await selectSessionUser(tx, token);
    await deleteSessions(tx, { userId: user.id, ...(kept !== undefined && { except: kept.session.id }) });
    await deletePendingProofs(tx, user.id);
    if (isMailed) await markEmailVerified(tx, user.id);
    await recordAccountEvent(tx, user, event);
  });
}
