import type { AuthDeps } from './auth-deps.ts';
import { idPrefixes } from '@docwright/contract';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { newId } from '../../../../platform/ids/index.ts';
import { addressHeader, cookiePrefix, noticeHeader, oidcProviderId } from './auth-names.ts';
import { removeUnverifiedSignIn } from './remove-unverified-sign-in.ts';
import { findOidcRefusal, joinByOidc, toOidcUser } from './join-by-oidc.ts';
import { makeRoomForIdentity } from './make-room-for-identity.ts';
import { toVersionedSecrets } from '../second-factor/versioned-secrets.ts';
import { resetMail } from '../email/mails.ts';
import { maxPasswordLength, minPasswordLength, resetLinkSeconds } from '../settings.ts';

export type Auth = ReturnType<typeof createAuth>;

/**
 * Creates better-auth, which is used for sessions and their cookies, passwords, second factors and OpenID Connect. Its
 * own routes are never reachable: the service's routes call its functions and respond in the API's format.
 */
export function createAuth(deps: AuthDeps) {
  const { settings, log } = deps;
  return betterAuth({
    appName: 'Docwright',
    baseURL: `${settings.baseUrl}/auth`,
    ...toVersionedSecrets(settings.secrets),
    database: { db: deps.database.kysely, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    trustedOrigins: [new URL(settings.baseUrl).origin],
    // The service limits attempts itself: by account and by address, and exactly across all replicas.
    rateLimit: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ library: 'better-auth' }, message),
    },
    onAPIError: { errorURL: `${settings.baseUrl}/dashboard/sign-in` },
    emailAndPassword: passwordOptions(deps),
    session: {
      modelName: 'sessions',
      expiresIn: settings.sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      fields: toColumns(['userId', 'expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent']),
    },
    user: userOptions(deps),
    account: accountOptions(),
    verification: {
      modelName: 'verifications',
      storeIdentifier: 'hashed',
      fields: toColumns(['expiresAt', 'createdAt', 'updatedAt']),
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user, endpoint) => {
            await joinByOidc(deps, user);
            endpoint?.setHeader(noticeHeader, 'joined');
          },
        },
      },
    },
    advanced: {
      cookiePrefix,
      useSecureCookies: settings.baseUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: ({ model }) => newId(idPrefixOf(model)) },
    },
    plugins: [secondFactor(), genericOAuth({ config: listProviders(deps) })],
  });
}

function passwordOptions(deps: AuthDeps) {
  const { settings, passwords } = deps;
  return {
    enabled: settings.passwordSignIn,
    disableSignUp: true,
    minPasswordLength,
    maxPasswordLength,
    password: { hash: (password) => passwords.hash(password), verify: (input) => passwords.verify(input) },
    resetPasswordTokenExpiresIn: resetLinkSeconds,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ user, token }) => sendReset(deps, user.email, token),
  } satisfies BetterAuthOptions['emailAndPassword'];
}

function userOptions(deps: AuthDeps) {
  return {
    modelName: 'users',
    fields: toColumns(['emailVerified', 'createdAt', 'updatedAt']),
    validateUserInfo: async ({ user, source }, endpoint) => {
      if (source.oauth === undefined) return undefined;
      const { action } = source;
      const attempt = { action, email: user.email, profile: source.oauth.profile ?? {} };
      const error = await findOidcRefusal({ db: deps.database.kysely, settings: deps.settings }, attempt);
      if (error !== undefined) return { error };
      if (action !== 'link-account' || user.id === undefined) return undefined;
      const refusal = await makeRoomForIdentity(deps, user.id);
      if (refusal !== undefined) return { error: refusal };
      // Runs before the identity is linked, so that the old and the new way to sign in never work at the same time.
      if (await removeUnverifiedSignIn(deps, user.id)) endpoint?.setHeader(noticeHeader, 'sign_in_replaced');
      return undefined;
    },
  } satisfies BetterAuthOptions['user'];
}

function accountOptions() {
  return {
    modelName: 'accounts',
    fields: toColumns([
      'userId',
      'accountId',
      'providerId',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'createdAt',
      'updatedAt',
    ]),
    encryptOAuthTokens: true,
    // Safe because `findOidcRefusal` checks the address first.
    accountLinking: { enabled: true, trustedProviders: [oidcProviderId], requireLocalEmailVerified: false },
  } satisfies BetterAuthOptions['account'];
}

function secondFactor() {
  return twoFactor({
    issuer: 'Docwright',
    twoFactorTable: 'two_factors',
    schema: {
      user: { fields: toColumns(['twoFactorEnabled']) },
      twoFactor: {
        modelName: 'two_factors',
        fields: toColumns(['userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil']),
      },
    },
  });
}

function listProviders({ settings: { oidc } }: AuthDeps) {
  if (oidc === undefined) return [];
  return [
    {
      providerId: oidcProviderId,
      discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
      requireIdTokenVerification: true,
      clientId: oidc.clientId,
      ...(oidc.clientSecret !== undefined && { clientSecret: oidc.clientSecret }),
      scopes: ['openid', 'email', 'profile'],
      pkce: true,
      mapProfileToUser: (profile: Readonly<Record<string, unknown>>) => toOidcUser(oidc, profile),
    },
  ];
}

/** Sends the email without waiting for it, because the duration would reveal whether the account exists. */
function sendReset({ mailer, settings, log }: AuthDeps, email: string, token: string): void {
  if (mailer === undefined) return;
  const link = `${settings.baseUrl}/dashboard/reset?token=${encodeURIComponent(token)}`;
  mailer
    .send(resetMail(email, link))
    .catch((error: unknown) => log.error({ err: error }, 'an email could not be sent'));
}

function idPrefixOf(model: string): string {
  if (model === 'user' || model === 'users') return idPrefixes.user;
  return model === 'session' || model === 'sessions' ? idPrefixes.session : 'row';
}

/** Maps better-auth's names to the names of the columns. */
function toColumns<const N extends string>(names: readonly N[]): Record<N, string> {
  const entries = names.map((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]);
  return Object.fromEntries(entries) as Record<N, string>;
}
