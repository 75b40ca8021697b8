import type { FastifyRequest } from 'fastify';
import { readOrigin, type RequestOrigin } from '../../../../platform/http/index.ts';
import { toAuthHeaders } from './call-auth.ts';
import type { AccountContext } from '../context.ts';
import { sessionRequired } from '../errors.ts';

export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly origin: RequestOrigin;
}

/** Returns the user of a request to the session endpoints; `undefined` if nobody is signed in. */
export async function findSession({ auth }: AccountContext, request: FastifyRequest): Promise<SignedIn | undefined> {
  const found = await (
    await auth()
  ).api.getSession({ headers: toAuthHeaders(request), query: { disableRefresh: true } });
  if (found === null) return undefined;
  const { session, user } = found;
  return { userId: user.id, email: user.email, name: user.name, sessionId: session.id, origin: readOrigin(request) };
}

/** @throws ApiError `session_expired` */
export async function requireSession(context: AccountContext, request: FastifyRequest): Promise<SignedIn> {
  const who = await findSession(context, request);
  if (who === undefined) throw sessionRequired();
  return who;
}
