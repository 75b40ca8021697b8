import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressHeader, noticeHeader } from './auth-names.ts';

/** A response from better-auth; `asResponse` also converts its errors. */
export interface AuthAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
  readonly location: string | undefined;
  /** A report from one of the service's hooks. */
  readonly notice: string | undefined;
}

/**
 * Returns the headers for better-auth, without a forwarded address, host or protocol, which a client could have forged.
 */
export function toAuthHeaders(request: FastifyRequest, cookies = request.headers.cookie): Headers {
  const headers = new Headers({ [addressHeader]: request.ip });
  if (cookies !== undefined) headers.set('cookie', cookies);
  const agent = request.headers['user-agent'];
  if (agent !== undefined) headers.set('user-agent', agent.slice(0, 500));
  return headers;
}

export async function readAuthAnswer(response: Response): Promise<AuthAnswer> {
  const text = await response.text();
  return {
    ok: response.ok,
    status: response.status,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
    cookies: response.headers.getSetCookie(),
    location: response.headers.get('location') ?? undefined,
    notice: response.headers.get(noticeHeader) ?? undefined,
  };
}

/** Passes only the cookies to the browser. Bodies contain the session's token, which scripts don't need. */
export function sendCookies(reply: FastifyReply, answer: Pick<AuthAnswer, 'cookies'>): void {
  for (const cookie of answer.cookies) void reply.header('set-cookie', cookie);
}

/** Returns the token of the session that a response has started. */
export function readSessionToken(answer: Pick<AuthAnswer, 'cookies'>, cookieName: string): string | undefined {
  const line = answer.cookies.find((cookie) => cookie.startsWith(`${cookieName}=`));
  const value = line?.slice(cookieName.length + 1).split(';', 1)[0];
  const token = value === undefined ? '' : (decodeURIComponent(value).split('.', 1)[0] ?? '');
  return token === '' ? undefined : token;
}

export function readCookie(cookies: string | undefined, name: string): string | undefined {
  const pair = cookies?.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  try {
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** Returns the cookie header without the session, for a sign-in that is still pending. */
export const withoutSession = (cookies: string | undefined, cookieName: string): string | undefined =>
  cookies
    ?.split(/; */)
    .filter((cookie) => !cookie.startsWith(`${cookieName}=`))
    .join('; ');
