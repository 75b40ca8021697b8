/**
 * Applications that registered themselves (RFC 7591). A client's ID is its signed registration, so nothing is stored,
 * and a registration works on every edge immediately.
 */
import { toShortText } from '../reader/to-short-text.ts';
import { readSigned, signValue } from '../session/signed-value.ts';
import { isRedirectAllowed } from './redirect-rules.ts';

export interface Client {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export interface Registered extends Client {
  readonly id: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
}

export interface ClientRefusal {
  readonly error: 'invalid_client_metadata' | 'invalid_redirect_uri';
  readonly message: string;
}

interface Scope {
  readonly secrets: readonly [string, ...string[]];
  readonly siteId: string;
  readonly nowMs: number;
}

/** One-letter keys keep the IDs short. */
interface Payload {
  readonly n: string;
  readonly r: readonly string[];
  readonly t: number;
}

export const maxRegistrationBytes = 16 * 1024;
const maxNameLength = 60;
const maxUris = 5;
/** Lifetime of a registration. When it ends, the application must register again. */
const clientSeconds = 365 * 86_400;
const maxIdBytes = 2_400;

const toPurpose = (siteId: string): string => `docwright client\n${siteId}`;

/** @param metadata the request body */
export function registerClient({ secrets, siteId, nowMs }: Scope, metadata: unknown): Registered | ClientRefusal {
  if (typeof metadata !== 'object' || metadata === null)
    return { error: 'invalid_client_metadata', message: 'The body is not a JSON object.' };
  const {
    redirect_uris: uris,
    client_name: called,
    token_endpoint_auth_method: method,
  } = metadata as Record<string, unknown>;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxUris)
    return { error: 'invalid_redirect_uri', message: `"redirect_uris" must list 1 to ${maxUris} addresses.` };
  const redirectUris = uris.filter((uri): uri is string => typeof uri === 'string' && isRedirectAllowed(uri));
  if (redirectUris.length < uris.length)
    return {
      error: 'invalid_redirect_uri',
      message: 'Each of "redirect_uris" must use https, http on this computer, or an application-specific scheme.',
    };
  if (method !== undefined && method !== 'none' && typeof method === 'string' && !method.startsWith('client_secret_'))
    return {
      error: 'invalid_client_metadata',
      message: 'Clients are public: "token_endpoint_auth_method" must be "none".',
    };
  const name = toShortText(typeof called === 'string' ? called : '', maxNameLength) || 'An unnamed application';
  const issuedAt = Math.floor(nowMs / 1000);
  const id = signValue(secrets, toPurpose(siteId), { n: name, r: redirectUris, t: issuedAt } satisfies Payload);
  if (id.length > maxIdBytes)
    return { error: 'invalid_client_metadata', message: 'The name and the redirect addresses are too long.' };
  return { id, issuedAt, name, redirectUris };
}

/** Returns `undefined` if the site doesn't recognize the client or its registration has expired. */
export function findClient({ secrets, siteId, nowMs }: Scope, id: string): Client | undefined {
  const payload = readSigned(secrets, toPurpose(siteId), id) as Payload | undefined;
  if (payload === undefined || (payload.t + clientSeconds) * 1000 <= nowMs) return undefined;
  return { name: payload.n, redirectUris: payload.r };
}
