import type { GateAnswer } from '../gate/gate-answer.ts';
import { countOf } from '../count-of.ts';

/** Browser applications read these responses from their own origins; cookies are ignored here. */
const headers = ['Cache-Control', 'no-store', 'Access-Control-Allow-Origin', '*', 'X-Content-Type-Options', 'nosniff'];

export function sendJson(status: number, value: object, more: readonly string[] = []): GateAnswer {
  const body = Buffer.from(`${JSON.stringify(value)}\n`);
  const length = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  return { status, headers: [...length, ...headers, ...more], body };
}

/** Sends an error (RFC 6749, 5.2). */
export const sendOAuthError = (status: number, error: string, message: string): GateAnswer =>
  sendJson(status, { error, error_description: message });

export const sendOAuthRateLimited = (seconds: number): GateAnswer =>
  sendJson(
    429,
    { error: 'temporarily_unavailable', error_description: `Try again in ${countOf(seconds, 'second')}.` },
    ['Retry-After', String(seconds)],
  );

/** The response to a preflight request. */
export const sendPreflight = (): GateAnswer => ({
  status: 204,
  headers: [
    ...headers,
    'Access-Control-Allow-Methods',
    'GET, POST',
    'Access-Control-Allow-Headers',
    'Content-Type, MCP-Protocol-Version',
    'Access-Control-Max-Age',
    '3600',
  ],
  body: undefined,
});
