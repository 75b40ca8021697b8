/** A certified OpenID Connect provider on its own port, which signs everyone in. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export { plainFetch } from './test-gate.ts';

export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims about the next person to sign in. */
  claims: Record<string, unknown>;
  /** The failure to simulate. */
  state: 'up' | 'silent' | 'failing';
  /** Number of requests to the token endpoint so far. */
  tokenRequests: number;
  /** Answers `GET /user` for a bearer token. */
  user: () => { readonly status: number; readonly body: string };
  /**
   * Sends a browser with its own cookies through the provider's sign-in. Returns the address to which the provider
   * redirects back.
   */
  pass(start: string): Promise<URL>;
}

export async function startProvider(redirectUrls: readonly string[]): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = 'docs';
  const clientSecret = 'a secret of the client for tests';
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUrls] }],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'groups', '_claim_names'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...test.claims, sub: id }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for cookies of tests'] },
  });
  const serve = provider.callback();
  const test: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    claims: { sub: 'ada' },
    state: 'up',
    tokenRequests: 0,
    user: () => ({ status: 200, body: JSON.stringify({ sub: 'ada', groups: ['staff'] }) }),
    pass: (start) => passProvider(start, issuer),
    [Symbol.asyncDispose]: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (test.state === 'silent') return;
    if (test.state === 'failing') return void response.writeHead(500).end('<html>Bad gateway</html>');
    if (path === '/token') test.tokenRequests += 1;
    if (path === '/user') {
      const { status, body } = test.user();
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }
    const answering = path.startsWith('/interaction/')
      ? answerInteraction(provider, test, request, response)
      : Promise.resolve(serve(request, response));
    answering.catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  return test;
}

async function answerInteraction(
  provider: Provider,
  { claims, clientId }: TestProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt } = await provider.interactionDetails(request, response);
  const accountId = String(claims['sub']);
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } });
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid email profile');
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

async function passProvider(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < 12; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
    if (!url.startsWith(issuer)) return new URL(url);
  }
  throw new Error('the provider redirects forever');
}
