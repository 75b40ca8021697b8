import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { readGroups } from '../reader/read-groups.ts';
import {
  readEmail,
  readName,
  readSubject,
  readUserObject,
  type SignedInUser,
  type UserRules,
} from '../reader/read-user.ts';
import { readReceived, SignInError } from '../sign-in-error.ts';
import type { OAuthAccess, OAuthProvider, OidcProvider } from '../site-access.ts';
import { providerTimeoutSeconds, Providers } from './open-provider.ts';
import { OutgoingError, type OutgoingFetch } from './outgoing-fetch.ts';

/** The data that the browser stores until the provider redirects back. */
export interface OpenSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Largest user object, in bytes. */
const maxUserBytes = 64 * 1024;

/** Parameters that an administrator can't replace, because they protect the sign-in. */
const ownParameters = new Set(
  'client_id redirect_uri response_type response_mode scope state nonce code_challenge code_challenge_method request request_uri'.split(
    ' ',
  ),
);

/** Signs readers in at the providers of sites. */
export class ProviderClient {
  readonly #fetch: OutgoingFetch;
  readonly #providers: Providers;

  constructor(fetch: OutgoingFetch, nowMs: () => number) {
    this.#fetch = fetch;
    this.#providers = new Providers(fetch, nowMs);
  }

  /** Begins a sign-in. @throws SignInError `provider-unreachable`, `provider-invalid` */
  async begin(
    access: OAuthAccess,
    redirectUrl: string,
  ): Promise<{ readonly url: string; readonly signIn: OpenSignIn }> {
    const signIn = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    try {
      const configuration = await this.#providers.open(access);
      const added = Object.entries(access.authorizationParameters).filter(([name]) => !ownParameters.has(name));
      const isOidc = access.provider.kind === 'oidc';
      const scopes = isOidc ? new Set(['openid', ...access.scopes]) : new Set(access.scopes);
      const url = buildAuthorizationUrl(configuration, {
        ...Object.fromEntries(added),
        redirect_uri: redirectUrl,
        ...(scopes.size > 0 && { scope: [...scopes].join(' ') }),
        state: signIn.state,
        ...(isOidc && { nonce: signIn.nonce }),
        code_challenge: await calculatePKCECodeChallenge(signIn.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, signIn };
    } catch (error) {
      throw toSignInError(error);
    }
  }

  /**
   * Exchanges the code for the reader's data.
   * @param callback the address to which the provider redirected
   *
   * @throws SignInError
   */
  async finish(
    access: OAuthAccess,
    { callback, signIn, rules }: { readonly callback: URL; readonly signIn: OpenSignIn; readonly rules: UserRules },
  ): Promise<SignedInUser> {
    try {
      const { provider } = access;
      const configuration = await this.#providers.reopen(access);
      const isOidc = provider.kind === 'oidc';
      const received = new URL(callback);
      // Plain OAuth 2 has no issuer to compare `iss` with.
      if (!isOidc) received.searchParams.delete('iss');
      const tokens = await authorizationCodeGrant(configuration, received, {
        expectedState: signIn.state,
        pkceCodeVerifier: signIn.verifier,
        ...(isOidc && { expectedNonce: signIn.nonce, idTokenExpected: true }),
      });
      if (provider.kind === 'oidc')
        return readReceived(tokens.claims() ?? {}, (claims) => readClaims(provider, claims));
      return readUserObject(await fetchUser(this.#fetch, provider, tokens.access_token), rules);
    } catch (error) {
      const failure = toSignInError(error);
      // Addresses or keys of the provider may have changed.
      if (failure.code === 'provider-unreachable' || failure.code === 'provider-invalid')
        this.#providers.forget(access);
      throw failure;
    }
  }
}

function readClaims({ groupsClaim }: OidcProvider, claims: Readonly<Record<string, unknown>>): SignedInUser {
  const subject = readSubject(claims['sub']);
  if (subject === undefined) throw new SignInError('provider-invalid', 'The identity provider sent no ID token.');
  const isVerified = claims['email_verified'] !== false;
  return {
    reader: {
      subject,
      groups: readGroups(groupsClaim === '' ? undefined : claims[groupsClaim]),
      ...(isListedElsewhere(claims, groupsClaim) && { hasOtherGroups: true }),
      name: readName(claims['name'] ?? claims['preferred_username']),
      email: isVerified ? readEmail(claims['email']) : undefined,
    },
    expiresAtMs: undefined,
    received: claims,
  };
}

/** Whether a claim is distributed (OpenID Connect Core, 5.6.2): Entra does this instead of sending over 200 groups. */
const isListedElsewhere = (claims: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(Object(claims['_claim_names']), name);

async function fetchUser(fetch: OutgoingFetch, { apiUrl }: OAuthProvider, accessToken: string): Promise<unknown> {
  const answer = await fetch({
    method: 'GET',
    url: apiUrl,
    headers: { accept: 'application/json', authorization: `Bearer ${accessToken}` },
    body: undefined,
    maxBytes: maxUserBytes,
    signal: AbortSignal.timeout(providerTimeoutSeconds * 1000),
  }).catch((error: unknown) => {
    if (!(error instanceof OutgoingError) || !error.isTooLarge) throw error;
    throw new SignInError('user-invalid', `The user object is larger than ${maxUserBytes / 1024} KB.`, {
      cause: error,
    });
  });
  if (answer.status !== 200)
    throw new SignInError('user-invalid', `The user API responded with status ${answer.status}.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.body)) as unknown;
  } catch (error) {
    throw new SignInError('user-invalid', 'The user object is not JSON.', { cause: error });
  }
}

function toSignInError(error: unknown): SignInError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SignInError) return cause;
    if (cause instanceof OutgoingError || cause.name === 'TimeoutError')
      return new SignInError('provider-unreachable', 'The identity provider is not responding.', { cause: error });
  }
  if (error instanceof AuthorizationResponseError) {
    const code = /^[\w.-]{1,60}$/.test(error.error) ? error.error : 'an unknown error';
    return new SignInError('provider-refused', `The identity provider refused the sign-in: ${code}.`, { cause: error });
  }
  return new SignInError('provider-invalid', 'The identity provider did not complete the sign-in.', { cause: error });
}
