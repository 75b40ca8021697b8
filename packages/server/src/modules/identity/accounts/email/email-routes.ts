import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { readOrigin } from '../../../../platform/http/index.ts';
import { askForEmail, confirmEmail } from './change-email.ts';
import type { AccountContext } from '../context.ts';
import { noteSuccess, requireAddressAttempt } from '../signing-in/require-attempt.ts';
import { requireSession } from '../signing-in/require-session.ts';

const AskBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1_000 }),
});
const ConfirmBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

/**
 * Registers the routes for the user's own address. A change requires the password, and takes effect when the mailed
 * link is opened.
 */
export function registerEmailRoutes(app: FastifyInstance, context: AccountContext): void {
  app.post<{ Body: Static<typeof AskBody> }>('/auth/email', { schema: { body: AskBody } }, async (request, reply) => {
    const who = await requireSession(context, request);
    const isSent = await askForEmail(context, who, request.body);
    return reply.code(202).send({ status: isSent ? 'sent' : 'not_sent' });
  });
  app.post<{ Body: Static<typeof ConfirmBody> }>(
    '/auth/email/confirm',
    { schema: { body: ConfirmBody } },
    async (request) => {
      await requireAddressAttempt(context.attempts, request.ip);
      const email = await confirmEmail(context, request.body.token, readOrigin(request));
      await noteSuccess(context.attempts, { email: undefined, address: request.ip });
      return { email };
    },
  );
}
