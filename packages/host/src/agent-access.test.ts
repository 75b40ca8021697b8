import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { hashPassword } from '@docwright/site-access';
import { makeSite } from './testing/bundle-server.ts';
import { send, startSite, url } from './testing/protected-site.ts';

const list = { formatVersion: 1, name: 'Docs', pages: [{ path: 'guides/page-1', title: 'Marker', breadcrumbs: [] }] };
const files = {
  ...makeSite('v1'),
  'guides/page-1.md': '# Marker\n\nOnly for readers.\n',
  '_docwright/pages.json': JSON.stringify(list),
};
const page = { accept: 'text/html' };
const callback = 'http://127.0.0.1:9/callback';

/** The client sends JSON or, for forms, `URLSearchParams`. */
const toText = (body: unknown): string | undefined =>
  typeof body === 'string' || body instanceof URLSearchParams ? String(body) : undefined;

/** Sends requests for the site's address to a host. */
const fetchAt =
  (origin: string): typeof fetch =>
  async (input, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const sent = { method, headers: Object.fromEntries(new Headers(headers)), body: toText(body) };
    const answer = await send(origin, `${pathname}${search}`, sent);
    const received = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'transfer-encoding' ? [[name, value] as [string, string]] : [],
    );
    const { status } = answer;
    return new Response(status === 202 || status === 204 ? null : answer.text, { status, headers: received });
  };

/** The state that an OAuth client stores. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = callback;
  readonly clientMetadata = { client_name: 'Test agent', redirect_uris: [callback] };
  opened: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  state = (): string => 'a state';
  clientInformation = (): OAuthClientInformationMixed | undefined => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => void (this.#client = client);
  tokens = (): OAuthTokens | undefined => this.#tokens;
  saveTokens = (tokens: OAuthTokens): void => void (this.#tokens = tokens);
  redirectToAuthorization = (opened: URL): void => void (this.opened = opened);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = (): string => this.#verifier;
}

async function readPage(
  origin: string,
  options: { readonly token?: string; readonly authProvider?: Memory },
): Promise<string> {
  const { token, authProvider } = options;
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    fetch: fetchAt(origin),
    ...(authProvider !== undefined && { authProvider }),
    ...(token !== undefined && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  });
  await client.connect(transport);
  try {
    const result = await client.callTool({ name: 'read_page', arguments: { path: 'guides/page-1' } });
    return JSON.stringify(result.content);
  } finally {
    await client.close();
  }
}

const access = async () => ({ mode: 'password', url, passwords: { press: await hashPassword('a long password') } });

async function signIn(origin: string, redirect = '/'): Promise<{ readonly cookie: string; readonly location: string }> {
  const entered = await send(origin, '/login', { form: { password: 'a long password', redirect }, headers: page });
  assert.equal(entered.status, 303, entered.text);
  return { cookie: entered.cookie, location: entered.headers.location ?? '' };
}

test('an MCP client signs in with the reader’s permission, which survives a restart and ends when it is revoked', async () => {
  await using site = await startSite(files, await access());
  const origin = (): string => site.host.address;
  const agent = new Memory();
  await assert.rejects(readPage(origin(), { authProvider: agent }), /Unauthorized/);
  const asked = agent.opened ?? assert.fail('no sign-in was opened');
  assert.equal(asked.origin, url);
  // The reader's browser: to the sign-in, and back to the consent page.
  const redirected = await send(origin(), `${asked.pathname}${asked.search}`, { headers: page });
  const returnTo = new URL(redirected.headers.location ?? '', url).searchParams.get('redirect') ?? '';
  const { cookie, location } = await signIn(origin(), returnTo);
  const headers = { ...page, cookie: `${cookie}; ${redirected.cookie}` };
  const question = await send(origin(), location, { headers });
  assert.match(question.text, /Test agent/);
  const request = /name="request" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
  const decided = await send(origin(), '/account/oauth/authorize', { form: { request, decision: 'allow' }, headers });
  const back = new URL(decided.headers.location ?? '');
  assert.equal(`${back.origin}${back.pathname}`, callback);
  const authorizationCode = back.searchParams.get('code') ?? '';
  const fetchFn = fetchAt(origin());
  assert.equal(await auth(agent, { serverUrl: `${url}/mcp`, authorizationCode, fetchFn }), 'AUTHORIZED');
  assert.match(await readPage(origin(), { authProvider: agent }), /Only for readers/);
  await site.restart();
  assert.match(await readPage(origin(), { authProvider: agent }), /Only for readers/);
  const account = await send(origin(), '/account', { headers });
  const id = /name="id" value="([^"]+)"/.exec(account.text)?.[1] ?? '';
  await send(origin(), '/account/tokens/revoke', { form: { id }, headers });
  agent.opened = undefined;
  await assert.rejects(readPage(origin(), { authProvider: agent }), /Unauthorized/);
  assert.ok(agent.opened, 'the agent asks for permission again');
});

test('a reader’s token grants access to MCP and Markdown, and isn’t in the stored data', async () => {
  await using site = await startSite(files, await access());
  const origin = site.host.address;
  const { cookie } = await signIn(origin);
  const headers = { ...page, cookie };
  const form = { name: 'My editor', days: '30' };
  const created = await send(origin, '/account/tokens', { form, headers });
  const token = /docr_[\w-]{54}/.exec(created.text)?.[0] ?? assert.fail(created.text);
  assert.match(await readPage(origin, { token }), /Only for readers/);
  const authorization = { authorization: `Bearer ${token}` };
  assert.match((await send(origin, '/guides/page-1.md', { headers: authorization })).text, /Only for readers/);
  assert.equal((await send(origin, '/guides/page-1.md')).status, 401);
  const folder = join(site.dataDir, 'access', 'readers');
  const stored = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  assert.ok(stored.length >= 2);
  for (const entry of stored) {
    const path = join(entry.parentPath, entry.name);
    assert.equal((await stat(path)).mode & 0o77, 0, path);
    assert.doesNotMatch(await readFile(path, 'utf8'), /My editor|docr_/, path);
  }
});
