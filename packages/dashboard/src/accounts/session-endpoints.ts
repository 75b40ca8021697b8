import type { Api } from '../api/create-api.ts';

/** What a session endpoint refused, in its own words. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly status: number;
  /** Stable: `INVALID_EMAIL_OR_PASSWORD`. Empty where a proxy answered. */
  readonly code: string;

  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type SignInStep = 'done' | 'second-factor';

export async function signIn(api: Api, given: { email: string; password: string }): Promise<SignInStep> {
  const answer = await post(api, 'sign-in/email', given);
  return answer['twoFactorRedirect'] === true ? 'second-factor' : 'done';
}

/** @param code six digits of the app, or one of the recovery codes */
export async function verifySecondFactor(api: Api, code: string): Promise<void> {
  const isTotp = /^\d{6}$/.test(code);
  await post(api, isTotp ? 'two-factor/verify-totp' : 'two-factor/verify-backup-code', { code });
}

export async function signOut(api: Api): Promise<void> {
  await post(api, 'sign-out', {});
}

async function post(api: Api, path: string, body: object): Promise<Record<string, unknown>> {
  return request(api, path, { method: 'POST', body: JSON.stringify(body) });
}

async function request(api: Api, path: string, init: RequestInit): Promise<Record<string, unknown>> {
  let response: Response;
  try {
    response = await api.fetch(`${api.baseUrl}/auth/${path}`, {
      ...init,
      headers: { accept: 'application/json', ...(init.body !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'error',
    });
  } catch {
    throw new SessionError('The service can’t be reached. Try again.', 0, 'network_error');
  }
  const answer = toObject(await response.json().catch(() => ({})));
  if (response.ok) return answer;
  const message = [answer['message'], answer['error']].find((text): text is string => typeof text === 'string');
  throw new SessionError(
    message ?? `The service answered ${response.status}.`,
    response.status,
    typeof answer['code'] === 'string' ? answer['code'] : '',
  );
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
