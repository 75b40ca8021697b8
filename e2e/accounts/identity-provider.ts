import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { keepCookies, type Browser } from './browser.ts';

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's claims about the next person to sign in. */
  claims: Record<string, unknown>;
  /** Requests to the authorization endpoint, as received. */
  readonly asked: URLSearchParams[];
  /** Allows the redirect URI. Called once the service's address is known. */
  allowRedirect(uri: string): void;
  stop(): Promise<void>;
}

/** Starts a certified OpenID Connect provider on its own port. It signs everyone in and always grants consent. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: URLSearchParams[] = [];
  const redirects: string[] = ['http://localhost/unused'];
  const clientId = 'docwright';
  const clientSecret = 'a secret of the client for tests';
  const state: IdentityProvider = {
    issuer,
    clientId,
    clientSecret,
    claims: {},
    asked,
    allowRedirect: (uri) => void redirects.push(uri),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirects }],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...state.claims, sub: id }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['a key for cookies of tests'] },
  });
  // The port must be known before the service's address, on which the client's redirect URI depends.
  const client = await provider.Client.find(clientId);
  if (client !== undefined)
    Object.defineProperty(client, 'redirectUriAllowed', { value: (uri: string) => redirects.includes(uri) });
  const serve = provider.callback();
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/auth') asked.push(url.searchParams);
    if (!url.pathname.startsWith('/interaction/')) {
      void serve(request, response);
      return;
    }
    void answerInteraction(provider, state, { request, response }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  return state;
}

async function answerInteraction(
  provider: Provider,
  state: IdentityProvider,
  {
    request,
    response,
  }: {
    request: Parameters<Provider['interactionDetails']>[0];
    response: Parameters<Provider['interactionDetails']>[1];
  },
): Promise<void> {
  const details = await provider.interactionDetails(request, response);
  const accountId = typeof state.claims['sub'] === 'string' ? state.claims['sub'] : 'subject';
  if (details.prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId } });
    return;
  }
  const grant = new provider.Grant({ accountId, clientId: state.clientId });
  grant.addOIDCScope('openid email profile');
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Requests a page of the service that redirects, as a browser does. */
export async function fetchPage(
  baseUrl: string,
  browser: Browser,
  path: string,
): Promise<{ readonly status: number; readonly location: string }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', headers: { cookie } });
  keepCookies(browser.cookies, response.headers.getSetCookie());
  return { status: response.status, location: response.headers.get('location') ?? '' };
}

/** Completes the sign-in at the provider, and returns the address to which the browser is redirected. */
export async function signInAtProvider(baseUrl: string, issuer: string, browser: Browser, returnTo?: string) {
  const started = await browser.request('POST', '/auth/sign-in/oidc', { ...(returnTo !== undefined && { returnTo }) });
  if (started.status !== 200) throw new Error(`the sign-in returned ${started.text}`);
  const { pathname, search } = new URL(await passProvider(started.json.url, issuer));
  return (await fetchPage(baseUrl, browser, `${pathname}${search}`)).location;
}

/** Follows redirects at the provider, with cookies, until a redirect points back to the service. */
export async function passProvider(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < 12; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    keepCookies(cookies, response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider returned ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
    if (!url.startsWith(issuer)) return url;
  }
  throw new Error('the provider redirects forever');
}
