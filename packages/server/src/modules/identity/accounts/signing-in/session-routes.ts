import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { ApiError } from '../../../../platform/http/index.ts';
import type { AccountContext } from '../context.ts';
import { recordAccountEvent } from './record-sign-in.ts';
import { requireSession } from './require-session.ts';
import { deleteSessions, selectSessions, updateUserName } from '../user-store.ts';

const SessionParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) });
const ProfileBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) });

/** Registers the routes for the user's own sessions and name. */
export function registerSessionRoutes(app: FastifyInstance, context: AccountContext): void {
  const { kysely } = context.database;

  app.get('/auth/sessions', async (request) => {
    const who = await requireSession(context, request);
    const rows = await selectSessions(kysely, who.userId);
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        current: row.id === who.sessionId,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.updated_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        address: row.ip_address,
        userAgent: row.user_agent,
      })),
    };
  });
  app.post<{ Params: Static<typeof SessionParams> }>(
    '/auth/sessions/:id/revoke',
    { schema: { params: SessionParams } },
    async (request, reply) => {
      const who = await requireSession(context, request);
      const { id } = request.params;
      await kysely.transaction().execute(async (tx) => {
        if ((await deleteSessions(tx, { userId: who.userId, id })) === 0) {
          throw new ApiError('not_found', `You have no open session "${id}".`);
        }
        const event = { action: 'session.revoked', details: { sessionId: id }, origin: who.origin };
        await recordAccountEvent(tx, { id: who.userId, email: who.email }, event);
      });
      return reply.code(204).send();
    },
  );
  app.post('/auth/sessions/revoke-others', async (request) => {
    const who = await requireSession(context, request);
    return kysely.transaction().execute(async (tx) => {
      const revoked = await deleteSessions(tx, { userId: who.userId, except: who.sessionId });
      const event = { action: 'session.others_revoked', details: { revoked }, origin: who.origin };
      await recordAccountEvent(tx, { id: who.userId, email: who.email }, event);
      return { revoked };
    });
  });
  app.patch<{ Body: Static<typeof ProfileBody> }>(
    '/auth/profile',
    { schema: { body: ProfileBody } },
    async (request, reply) => {
      const who = await requireSession(context, request);
      await kysely.transaction().execute(async (tx) => {
        await updateUserName(tx, who.userId, request.body.name.trim());
        const user = { id: who.userId, email: who.email };
        await recordAccountEvent(tx, user, { action: 'profile.updated', origin: who.origin });
      });
      return reply.code(204).send();
    },
  );
}
