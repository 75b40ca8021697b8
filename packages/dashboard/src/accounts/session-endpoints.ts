import { DocwrightError } from '@docwright/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api/create-api.ts';

/**
 * Signing in and out, and the user's account: the endpoints below `/auth`, which are for browsers and aren't part of
 * the API.
 */

export interface SignInMethods {
  readonly password: boolean;
  readonly oidc: { readonly name: string } | null;
  readonly mail: boolean;
  /** Whether no account exists yet. */
  readonly needsOwner: boolean;
}
/** Settings of the installation, which don't change while the page is open, once an account exists. */
export const signInMethodsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['sign-in-methods'],
    queryFn: () => get<SignInMethods>(api, 'methods'),
    staleTime: ({ state }) => (state.data?.needsOwner === true ? 0 : Number.POSITIVE_INFINITY),
  });

export type SignInStep = 'signed_in' | 'second_factor_required';

export const signIn = (api: Api, body: { email: string; password: string }): Promise<SignInStep> =>
  post<{ status: SignInStep }>(api, 'sign-in', body).then(({ status }) => status);

/** @param code six digits from the app, or one of the recovery codes */
export const passSecondFactor = (api: Api, code: string): Promise<SignInStep> =>
  post<{ status: SignInStep }>(api, 'second-factor', withKind(code)).then(({ status }) => status);

const withKind = (code: string) => ({ code, kind: /^\d{6}$/.test(code) ? 'totp' : 'recovery_code' });

/** @returns the address of the identity provider, to redirect to */
export const beginOidc = (api: Api, returnTo: string | undefined): Promise<string> =>
  post<{ url: string }>(api, 'sign-in/oidc', { ...(returnTo !== undefined && { returnTo }) }).then(({ url }) => url);

/** The parameters with which an edge redirects a member here. */
export interface PreviewRequest {
  readonly site: string;
  readonly challenge: string;
  readonly to: string;
  /** The site's base path; missing at the root. */
  readonly base?: string;
}
/** @returns the address on the site that signs this browser in, once and within a minute */
export const openPreview = (api: Api, request: PreviewRequest): Promise<string> =>
  post<{ url: string }>(api, 'preview', request).then(({ url }) => url);

export const signOut = (api: Api): Promise<void> => post(api, 'sign-out', {});

export interface SetupLinkFacts {
  readonly kind: 'first_owner' | 'recovery';
  /** The account to recover. */
  readonly email: string | null;
  readonly signedInAs: string | null;
  /** The organization's current name, for its first owner. */
  readonly organization: string | null;
}
export const describeSetupLink = (api: Api, token: string): Promise<SetupLinkFacts> =>
  get(api, `setup?token=${encodeURIComponent(token)}`);

export const takeSetupLink = (
  api: Api,
  body: { token: string; name: string; email: string; password: string; organization: string },
): Promise<SignInStep> => post<{ status: SignInStep }>(api, 'setup', body).then(({ status }) => status);

/** Makes the signed-in user, who already has an account, the first owner. */
export const takeSetupLinkSignedIn = (api: Api, body: { token: string; organization: string }): Promise<void> =>
  post(api, 'setup/accept', body);

export interface InvitationFacts {
  readonly email: string;
  readonly role: string;
  readonly organization: string;
  /** Whether the address has an account; null if the link doesn't reveal this. */
  readonly hasAccount: boolean | null;
  readonly signedInAs: string | null;
}
export const describeInvitation = (api: Api, token: string): Promise<InvitationFacts> =>
  get(api, `invitation?token=${encodeURIComponent(token)}`);

export const acceptInvitation = (
  api: Api,
  body: { token: string; name: string; password: string },
): Promise<SignInStep> => post<{ status: SignInStep }>(api, 'invitation', body).then(({ status }) => status);

/** Makes the signed-in user, who already has an account, a member. */
export const acceptInvitationSignedIn = (api: Api, token: string): Promise<void> =>
  post(api, 'invitation/accept', { token });

export const askForReset = (api: Api, email: string): Promise<void> => post(api, 'password/forgot', { email });

/** @returns false if the email couldn't be sent */
export const askForEmail = (api: Api, body: { email: string; password: string }): Promise<boolean> =>
  post<{ status: string }>(api, 'email', body).then(({ status }) => status === 'sent');

export const confirmEmail = (api: Api, token: string): Promise<{ email: string }> =>
  post(api, 'email/confirm', { token });

export const resetPassword = (api: Api, body: { token: string; newPassword: string }): Promise<void> =>
  post(api, 'password/reset', body);

export const changePassword = (api: Api, body: { currentPassword: string; newPassword: string }): Promise<void> =>
  post(api, 'password', body);

export interface SessionFacts {
  readonly id: string;
  readonly current: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}
export const listSessions = (api: Api): Promise<readonly SessionFacts[]> =>
  get<{ sessions: SessionFacts[] }>(api, 'sessions').then(({ sessions }) => sessions);

export const revokeSession = (api: Api, id: string): Promise<void> =>
  post(api, `sessions/${encodeURIComponent(id)}/revoke`, {});

export const revokeOtherSessions = (api: Api): Promise<void> => post(api, 'sessions/revoke-others', {});

export const renameUser = (api: Api, name: string): Promise<void> =>
  send(api, 'profile', { method: 'PATCH', body: JSON.stringify({ name }) });

export interface SecondFactorStart {
  /** `otpauth://…`, for the authenticator app. */
  readonly uri: string;
  readonly recoveryCodes: readonly string[];
}
export const beginSecondFactor = (api: Api, password: string): Promise<SecondFactorStart> =>
  post(api, 'two-factor', { password });

export const confirmSecondFactor = (api: Api, code: string): Promise<void> => post(api, 'two-factor/confirm', { code });

/** Credentials required to remove parts of the second factor. */
export interface BothFactors {
  readonly password: string;
  /** Six digits from the app, or one of the recovery codes. */
  readonly code: string;
}
export const disableSecondFactor = (api: Api, { password, code }: BothFactors): Promise<void> =>
  post(api, 'two-factor/disable', { password, ...withKind(code) });

export const renewRecoveryCodes = (api: Api, { password, code }: BothFactors): Promise<readonly string[]> =>
  post<{ recoveryCodes: string[] }>(api, 'two-factor/recovery-codes', { password, ...withKind(code) }).then(
    ({ recoveryCodes }) => recoveryCodes,
  );

export const get = <T>(api: Api, path: string): Promise<T> => send(api, path, {});
export const post = <T>(api: Api, path: string, body: object): Promise<T> =>
  send(api, path, { method: 'POST', body: JSON.stringify(body) });

async function send<T>(api: Api, path: string, init: RequestInit): Promise<T> {
  const response = await api
    .fetch(`${api.baseUrl}/auth/${path}`, {
      ...init,
      headers: { accept: 'application/json', ...(init.body !== undefined && { 'content-type': 'application/json' }) },
      redirect: 'error',
    })
    .catch((cause: unknown) => {
      throw new DocwrightError('Can’t reach the service.', { status: 0, code: 'network_error' }, { cause });
    });
  const answer: unknown = await response.json().catch(() => undefined);
  // The server guarantees the shape of these responses, as it does for API responses.
  if (response.ok) return answer as T;
  throw toError(response, answer);
}

interface ErrorAnswer {
  readonly error?: string;
  readonly code?: DocwrightError['code'];
  readonly requestId?: string;
  readonly details?: DocwrightError['details'];
}

function toError({ status, headers }: Response, answer: unknown): DocwrightError {
  const { error, code, requestId, details } = (answer ?? {}) as ErrorAnswer;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return new DocwrightError(error ?? `The service returned status ${status}.`, {
    status,
    code: code ?? `http_${status}`,
    requestId,
    details: Array.isArray(details) ? details : undefined,
    retryAfterMs: Number.isNaN(seconds) ? undefined : seconds * 1000,
  });
}
