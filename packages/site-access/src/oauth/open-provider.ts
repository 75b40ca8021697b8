import {
  allowInsecureRequests,
  clockTolerance,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type CustomFetch,
  type ServerMetadata,
} from 'openid-client';
import type { OAuthAccess } from '../site-access.ts';
import type { OutgoingFetch } from './outgoing-fetch.ts';

/** Size limit of discovery documents, keys and tokens. */
const maxBytes = 256 * 1024;
export const providerTimeoutSeconds = 10;
/** How long a provider counts as reachable after a response. Limits the requests to it when many readers sign in. */
const reachableMs = 5_000;
const maxKnown = 1_000;
const skewSeconds = 60;

interface Known {
  readonly configuration: Promise<Configuration>;
  readonly readAtMs: number;
}

/**
 * The providers of sites. A sign-in begins only if the provider responds, because it could not be completed otherwise.
 */
export class Providers {
  readonly #fetch: CustomFetch;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, Known>();

  constructor(fetch: OutgoingFetch, nowMs: () => number) {
    this.#fetch = toCustomFetch(fetch);
    this.#nowMs = nowMs;
  }

  /**
   * Opens a provider for a new sign-in, after making sure that it has responded within the last few seconds.
   *
   * @throws the errors of `discovery`; a failure isn't cached
   */
  async open(access: OAuthAccess): Promise<Configuration> {
    if (access.provider.kind === 'oauth2') return this.#configure(access, toMetadata(access.provider));
    const key = toKey(access);
    const known = this.#known.get(key);
    if (known !== undefined && known.readAtMs + reachableMs > this.#nowMs()) return known.configuration;
    const configuration = this.#discover(access, access.provider.issuer).then((found) => preferKnown(known, found));
    const entry = { configuration, readAtMs: this.#nowMs() };
    this.#known.delete(key);
    this.#known.set(key, entry);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    try {
      return await configuration;
    } catch (error) {
      if (this.#known.get(key) === entry) this.#known.delete(key);
      throw error;
    }
  }

  /**
   * Opens a provider to complete a sign-in, whose own requests show whether the provider responds.
   *
   * @throws the errors of `discovery`
   */
  async reopen(access: OAuthAccess): Promise<Configuration> {
    return this.#known.get(toKey(access))?.configuration ?? this.open(access);
  }

  /** Forgets a provider after a failed request, so that the next sign-in reads its document and keys again. */
  forget(access: OAuthAccess): void {
    this.#known.delete(toKey(access));
  }

  async #discover(access: OAuthAccess, issuer: string): Promise<Configuration> {
    const found = await discovery(new URL(issuer), access.clientId, undefined, None(), {
      [customFetch]: this.#fetch,
      timeout: providerTimeoutSeconds,
      // `OutgoingFetch` decides which hosts may use plain HTTP.
      execute: [allowInsecureRequests],
    });
    const configuration = this.#configure(access, found.serverMetadata());
    // Verifies the signature of the ID token even though the token endpoint sent it directly.
    enableNonRepudiationChecks(configuration);
    return configuration;
  }

  #configure(access: OAuthAccess, server: ServerMetadata): Configuration {
    const metadata = { [clockTolerance]: skewSeconds };
    const configuration = new Configuration(server, access.clientId, metadata, chooseAuthentication(access, server));
    configuration[customFetch] = access.provider.kind === 'oidc' ? this.#fetch : withoutIdToken(this.#fetch);
    configuration.timeout = providerTimeoutSeconds;
    allowInsecureRequests(configuration);
    return configuration;
  }
}

const toKey = ({ provider, clientId, clientSecret }: OAuthAccess): string =>
  JSON.stringify([provider.kind === 'oidc' ? provider.issuer : '', clientId, clientSecret]);

/** Reuses the known configuration, which caches the provider's keys, until the provider's document changes. */
async function preferKnown(known: Known | undefined, found: Configuration): Promise<Configuration> {
  const earlier = await known?.configuration.catch(() => undefined);
  const isSame = JSON.stringify(earlier?.serverMetadata()) === JSON.stringify(found.serverMetadata());
  return earlier !== undefined && isSame ? earlier : found;
}

const toMetadata = ({
  authorizationUrl,
  tokenUrl,
}: {
  authorizationUrl: string;
  tokenUrl: string;
}): ServerMetadata => ({
  issuer: new URL(authorizationUrl).origin,
  authorization_endpoint: authorizationUrl,
  token_endpoint: tokenUrl,
});

/**
 * Chooses how to send the client's credentials. Customers' servers usually read them from the body. OpenID providers
 * list the methods that they accept; the default is Basic.
 */
function chooseAuthentication({ clientSecret, provider }: OAuthAccess, server: ServerMetadata): ClientAuth {
  if (clientSecret === '') return None();
  const { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] } = server;
  const isBasic = provider.kind === 'oidc' && supported.includes('client_secret_basic');
  return isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}

/** Statuses whose responses have no body. */
const emptyStatuses = new Set([204, 205, 304]);

const toCustomFetch =
  (fetch: OutgoingFetch): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`${method} is not sent to a provider`);
    const answer = await fetch({
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: body instanceof URLSearchParams ? body.toString() : undefined,
      maxBytes,
      signal,
    });
    const text = emptyStatuses.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(text, { status: answer.status, headers: answer.headers });
  };

/** Removes ID tokens: plain OAuth 2 has no issuer to compare them with, and only the user API describes the user. */
const withoutIdToken =
  (fetch: CustomFetch): CustomFetch =>
  async (url, options) => {
    const answer = await fetch(url, options);
    if (!(answer.headers.get('content-type') ?? '').includes('json')) return answer;
    const { id_token: _, ...rest } = (await answer.json()) as Record<string, unknown>;
    return Response.json(rest, { status: answer.status });
  };
