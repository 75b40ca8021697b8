import { createSign } from 'node:crypto';
import type { Clock } from '../../clock/index.ts';
import { createApi, type ApiOptions } from '../api.ts';
import type { RepositoryPermission } from '../code-host.ts';
import { CodeHostError, isCodeHostError } from '../errors.ts';
import { asObject, numberOf, optionalObject, optionalText, textOf, type Json } from '../read-json.ts';
import type { GitHubRepository } from './repository.ts';

/** A fine-grained or classic personal token, or a GitHub App that is installed on the repository. */
export type GitHubCredential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'app'; readonly appId: string; readonly privateKey: string };

export interface RepositoryToken {
  readonly token: string;
  /**
   * An App's permission for the repository; `undefined` for a personal token, whose permission is in the response about
   * the repository.
   */
  readonly permission: RepositoryPermission | undefined;
}

export interface TokenSource {
  get(signal?: AbortSignal): Promise<RepositoryToken>;
  /** Called after a 401, so that the next `get` requests a new token. */
  forget(): void;
}

/** Lifetime of a JWT. GitHub refuses a JWT that is valid for more than ten minutes, and clocks differ. */
const JWT_LIFE_S = 540;
const CLOCK_SKEW_S = 60;
/** An installation token is valid for an hour. A token that expires during a long push is useless. */
const RENEW_BEFORE_MS = 10 * 60_000;

export interface TokenSourceOptions {
  readonly credential: GitHubCredential;
  readonly repository: GitHubRepository;
  readonly api: Omit<ApiOptions, 'headers'>;
  readonly baseHeaders: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { credential, clock } = options;
  if (credential.kind === 'token') {
    const token = { token: credential.token, permission: undefined };
    return { get: () => Promise.resolve(token), forget: () => {} };
  }
  let held: (RepositoryToken & { readonly endsAt: number }) | undefined;
  return {
    get: async (signal) => {
      if (held === undefined || held.endsAt - RENEW_BEFORE_MS < clock.now())
        held = await requestToken(options, credential, signal);
      return held;
    },
    forget: () => {
      held = undefined;
    },
  };
}

type AppCredential = Extract<GitHubCredential, { kind: 'app' }>;

const needed = { contents: 'write', pull_requests: 'write' } as const;
/** An App may lack `statuses`; in that case, commits don't receive a status. */
const wanted = { ...needed, statuses: 'write' } as const;
/**
 * Requested only if the installation has them. Without `repository_hooks`, webhooks must be created manually; without
 * `issues`, comments on issues can start jobs but aren't answered; without `checks`, automations don't merge into a
 * branch that requires checks.
 */
const optional = { statuses: 'write', repository_hooks: 'write', issues: 'write', checks: 'read' } as const;

/** Requests a token for only this repository and these permissions, even if the installation covers more. */
async function requestToken(
  options: TokenSourceOptions,
  credential: AppCredential,
  signal: AbortSignal | undefined,
): Promise<RepositoryToken & { endsAt: number }> {
  const { repository, clock } = options;
  const authorization = `Bearer ${signAppToken(credential, clock.now())}`;
  const api = createApi({ ...options.api, headers: () => Promise.resolve({ ...options.baseHeaders, authorization }) });
  const missing = 'repository-not-found';
  const path = `/repos/${repository.owner}/${repository.name}/installation`;
  const installation = asObject(await api.call({ method: 'GET', path, missing, signal }).catch(explainMissing));
  const ask = (permissions: Readonly<Record<string, string>>): Promise<unknown> =>
    api.call({
      method: 'POST',
      path: `/app/installations/${numberOf(installation, 'id')}/access_tokens`,
      body: { repositories: [repository.name], permissions },
      missing,
      signal,
    });
  const answer = asObject(
    await ask(choosePermissions(installation))
      .catch(async (error: unknown) => {
        if (!isCodeHostError(error, 'invalid-request')) throw error;
        return ask(needed);
      })
      .catch(explainRefused),
  );
  const endsAt = Date.parse(textOf(answer, 'expires_at'));
  return {
    token: textOf(answer, 'token'),
    permission: permissionOf(answer),
    endsAt: Number.isNaN(endsAt) ? 0 : endsAt,
  };
}

function choosePermissions(installation: Json): Readonly<Record<string, string>> {
  const granted = optionalObject(installation, 'permissions');
  if (granted === undefined) return wanted;
  const isGranted = ([name, level]: readonly [string, string]): boolean =>
    granted[name] === level || granted[name] === 'write';
  return { ...needed, ...Object.fromEntries(Object.entries(optional).filter(isGranted)) };
}

function permissionOf(answer: Readonly<Record<string, unknown>>): RepositoryPermission {
  const contents = optionalText(optionalObject(answer, 'permissions') ?? {}, 'contents');
  return contents === 'write' ? 'write' : contents === 'read' ? 'read' : 'none';
}

/** A JWT (RFC 7515) with RS256 and the claims that GitHub expects. */
export function signAppToken({ appId, privateKey }: AppCredential, nowMs: number): string {
  const now = Math.floor(nowMs / 1000);
  const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iat: now - CLOCK_SKEW_S, exp: now - CLOCK_SKEW_S + JWT_LIFE_S, iss: appId };
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  try {
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  } catch (cause) {
    throw new CodeHostError('unauthorized', "The GitHub App's private key can't be read: it must be a PEM file.", {
      cause,
    });
  }
}

function explainMissing(error: unknown): never {
  if (!isCodeHostError(error, 'repository-not-found')) throw error;
  throw new CodeHostError(
    'repository-not-found',
    'The GitHub App is not installed on the repository, or the repository does not exist.',
    { cause: error },
  );
}

/** Throws the error for a refused token. An unused token is harmless, so an unknown outcome is treated as a failure. */
function explainRefused(error: unknown): never {
  if (isCodeHostError(error, 'outcome-unknown'))
    throw new CodeHostError('unavailable', 'GitHub did not issue a token.', { cause: error });
  if (!isCodeHostError(error, 'invalid-request')) throw error;
  throw new CodeHostError(
    'forbidden',
    'The GitHub App lacks the permissions "Contents: write" and "Pull requests: write" on the repository.',
    { cause: error },
  );
}
