import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { AgentClient, agentCallback, decide, tokenOf, withToken } from '../testing/agent-client.ts';
import { openGate, rules, toSite, type TestBrowser, type TestGate } from '../testing/test-gate.ts';

const site = toSite({ mode: 'password', passwordIds: ['p1'], ...rules });

describe('an application that asks for a reader’s permission', () => {
  let gate: TestGate;
  let agent: AgentClient;
  beforeEach(async () => {
    gate = openGate();
    gate.passwords.set('p1', 'meadow');
    agent = new AgentClient(gate, site);
    await agent.register();
  });

  const signIn = async (): Promise<TestBrowser> => {
    const browser = gate.openBrowser(site);
    await browser.send('/login', { password: 'meadow' });
    return browser;
  };
  const allow = async (changes: Readonly<Record<string, string>> = {}): Promise<URL> => {
    const reader = await signIn();
    return decide(reader, await reader.open(agent.authorizeUrl(changes)), 'allow');
  };
  const codeOf = (url: URL): string => url.searchParams.get('code') ?? assert.fail(url.href);
  const errorOf = ({ text }: { readonly text: string }): string => (JSON.parse(text) as { error: string }).error;

  test('discovers the authorization server and its metadata through the MCP server', async () => {
    const refused = await agent.own.ask('/mcp', { method: 'POST' });
    assert.equal(
      refused.header('www-authenticate'),
      'Bearer resource_metadata="https://docs.example/.well-known/oauth-protected-resource"',
    );
    assert.equal((await agent.own.ask('/guide.md')).header('www-authenticate'), 'Bearer');
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const { text } = await agent.own.ask(path);
      assert.deepEqual(JSON.parse(text), {
        resource: 'https://docs.example/mcp',
        authorization_servers: ['https://docs.example'],
        bearer_methods_supported: ['header'],
      });
    }
    const { text } = await agent.own.ask('/.well-known/oauth-authorization-server');
    const metadata = JSON.parse(text) as Record<string, unknown>;
    assert.equal(metadata['issuer'], 'https://docs.example');
    assert.deepEqual(metadata['code_challenge_methods_supported'], ['S256']);
  });

  test('finds the metadata of a site with a base path where RFC 8414 and RFC 9728 place it', async () => {
    const based = new AgentClient(gate, { ...site, basePath: '/docs' });
    const resource = '/.well-known/oauth-protected-resource';
    for (const path of [`/docs${resource}`, `${resource}/docs/mcp`])
      assert.match((await based.own.ask(path)).text, /"resource":"https:\/\/docs\.example\/docs\/mcp"/, path);
    const server = '/.well-known/oauth-authorization-server';
    for (const path of [`/docs${server}`, `${server}/docs`])
      assert.match((await based.own.ask(path)).text, /"issuer":"https:\/\/docs\.example\/docs"/, path);
    assert.equal((await based.own.ask(resource)).status, 401, 'another site on the same host');
  });

  test('receives a token for the MCP server only, after the reader has signed in and granted access', async () => {
    const reader = gate.openBrowser(site);
    const redirect = await reader.open(agent.authorizeUrl());
    assert.match(redirect.location, /^\/login\?redirect=/);
    await reader.open(redirect.location);
    const returnTo = new URLSearchParams(redirect.location.split('?')[1]).get('redirect') ?? '';
    const entered = await reader.send('/login', { password: 'meadow', redirect: returnTo, cookies: '1' });
    const asked = await reader.open(entered.location);
    assert.match(asked.text, /<strong>Agent<\/strong> wants to read docs\.example as you/);
    assert.match(asked.text, /http:\/\/127\.0\.0\.1:4000\/callback/);
    assert.match(asked.header('content-security-policy') ?? '', /form-action 'self' http:\/\/127\.0\.0\.1:4000;/);
    const back = await decide(reader, asked, 'allow');
    assert.equal(`${back.origin}${back.pathname}`, agentCallback);
    assert.deepEqual(
      [back.searchParams.get('state'), back.searchParams.get('iss')],
      ['a state', 'https://docs.example'],
    );
    const given = await agent.exchange(codeOf(back));
    assert.equal(given.status, 200, given.text);
    assert.equal(given.header('cache-control'), 'no-store');
    assert.equal((JSON.parse(given.text) as { expires_in: number }).expires_in, rules.sessionSeconds);
    const token = tokenOf(given);
    assert.equal((await agent.own.ask('/mcp', { method: 'POST', ...withToken(token) })).isAdmitted, true);
    for (const path of ['/guide.md', '/', '/mcp/x', '/_docwright/search?query=x'])
      assert.equal((await agent.own.ask(path, withToken(token))).status, 401, path);
    assert.match((await reader.open('/account')).text, /Agent \(application\)/);
    gate.nowMs += rules.sessionSeconds * 1000;
    assert.equal((await agent.own.ask('/mcp', withToken(token))).status, 401);
  });

  test('receives no code if the reader denies access', async () => {
    const reader = await signIn();
    const back = await decide(reader, await reader.open(agent.authorizeUrl()), 'deny');
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('state'), 'a state');
    assert.equal(back.searchParams.has('code'), false);
  });

  test('isn’t redirected to an address that it did not register', async () => {
    const reader = await signIn();
    const uris = [
      'https://evil.example/',
      `${agentCallback}/x`,
      `${agentCallback}?x`,
      'http://localhost:4000/callback',
    ];
    for (const redirect_uri of uris) {
      const got = await reader.open(agent.authorizeUrl({ redirect_uri }));
      assert.deepEqual([got.status, got.location], [400, ''], redirect_uri);
    }
    const anyPort = await reader.open(agent.authorizeUrl({ redirect_uri: 'http://127.0.0.1:51234/callback' }));
    assert.equal(anyPort.status, 200);
    for (const client_id of ['', 'x', `${agent.clientId}x`]) {
      const got = await reader.open(agent.authorizeUrl({ client_id }));
      assert.deepEqual([got.status, got.location], [400, ''], client_id);
    }
  });

  test('receives an error with its state if the request is invalid', async () => {
    const reader = await signIn();
    for (const [changes, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: 'https://docs.example/' }, 'invalid_target'],
      [{ resource: 'http://docs.example/mcp' }, 'invalid_target'],
    ] as const) {
      const { location } = await reader.open(agent.authorizeUrl(changes));
      const { searchParams } = new URL(location);
      assert.deepEqual([searchParams.get('error'), searchParams.get('state')], [error, 'a state'], location);
    }
  });

  test('can’t exchange a code after a minute, or with another client, verifier, address or resource', async () => {
    const other = new AgentClient(gate, site);
    await other.register();
    for (const [changes, error] of [
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ client_id: 'x' }, 'invalid_client'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ code: 'x' }, 'invalid_grant'],
    ] as const) {
      const got = await agent.exchange(codeOf(await allow()), changes);
      assert.equal(errorOf(got), error, JSON.stringify(changes));
    }
    gate.nowMs += 1_000;
    await other.register({ client_name: 'Other', redirect_uris: [agentCallback] });
    const stolen = await agent.exchange(codeOf(await allow()), { client_id: other.clientId });
    assert.equal(errorOf(stolen), 'invalid_grant');
    const code = codeOf(await allow());
    gate.nowMs += 60_000;
    assert.equal(errorOf(await agent.exchange(code)), 'invalid_grant');
    assert.equal(gate.store.tokens.size, 0);
  });

  test('loses its token if the code is used again', async () => {
    const code = codeOf(await allow());
    const token = tokenOf(await agent.exchange(code));
    assert.equal((await agent.own.ask('/mcp', withToken(token))).isAdmitted, true);
    assert.equal(errorOf(await agent.exchange(code)), 'invalid_grant');
    assert.equal((await agent.own.ask('/mcp', withToken(token))).status, 401);
  });

  test('can’t submit the consent form itself or from another site', async () => {
    const reader = await signIn();
    const asked = await reader.open(agent.authorizeUrl());
    assert.equal(asked.header('x-frame-options'), 'DENY');
    const request = /name="request" value="([^"]+)"/.exec(asked.text)?.[1] ?? '';
    const form = { request, decision: 'allow' };
    const send = (browser: TestBrowser, headers = {}) => browser.send('/account/oauth/authorize', form, { headers });
    assert.equal((await send(reader, { origin: 'https://evil.example' })).status, 403);
    assert.equal((await send(gate.openBrowser(site))).status, 400, 'without a session');
    const elsewhere = gate.openBrowser({ ...site, id: 'env_other' });
    await elsewhere.send('/login', { password: 'meadow' });
    assert.equal((await send(elsewhere)).status, 400, 'another site');
    gate.nowMs += 600_000;
    assert.equal((await send(reader)).status, 400, 'too late');
  });

  test('continues only after a sign-in in the same browser', async () => {
    const reader = gate.openBrowser(site);
    const redirect = await reader.open(agent.authorizeUrl());
    const pending = new URLSearchParams(redirect.location.split('?')[1]).get('redirect') ?? '';
    assert.equal((await (await signIn()).open(pending)).status, 400);
    await reader.open(agent.authorizeUrl({ state: 'another' }));
    await reader.send('/login', { password: 'meadow' });
    assert.equal((await reader.open(pending)).status, 400, 'another request has replaced it');
  });

  test('registers only allowed redirect addresses, and its registration expires after a year', async () => {
    for (const [metadata, error] of [
      [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [agentCallback, 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: Array(6).fill(agentCallback) }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'x' }, 'invalid_redirect_uri'],
      [{ redirect_uris: [agentCallback], token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ redirect_uris: Array(5).fill(`https://a.example/${'a'.repeat(470)}`) }, 'invalid_client_metadata'],
    ] as const)
      assert.equal(errorOf(await agent.register(metadata)), error, JSON.stringify(metadata).slice(0, 100));
    const text = await agent.own.ask('/account/oauth/register', { method: 'POST', body: 'x'.repeat(17_000) });
    assert.equal(text.status, 413);
    const asked = await (await signIn()).open(agent.authorizeUrl());
    assert.equal(asked.status, 200);
    gate.nowMs += 366 * 86_400_000;
    assert.equal((await (await signIn()).open(agent.authorizeUrl())).status, 400);
  });

  test('isn’t recognized at another site', async () => {
    const other = new AgentClient(gate, { ...site, id: 'env_other' });
    other.clientId = agent.clientId;
    const reader = gate.openBrowser({ ...site, id: 'env_other' });
    await reader.send('/login', { password: 'meadow' });
    assert.equal((await reader.open(other.authorizeUrl())).status, 400);
  });

  test('is rate-limited like sign-ins', async () => {
    gate = openGate({ takeSignIn: () => 7 });
    const limited = new AgentClient(gate, site);
    for (const got of [await limited.register(), await limited.exchange('x')]) {
      assert.equal(got.status, 429);
      assert.equal(got.header('retry-after'), '7');
    }
  });

  test('replaces the oldest application token if the reader has fifty', async () => {
    const first = tokenOf(await agent.exchange(codeOf(await allow())));
    for (let count = 1; count < 50; count += 1) await agent.exchange(codeOf(await allow()));
    const last = tokenOf(await agent.exchange(codeOf(await allow())));
    assert.equal(gate.store.tokens.size, 50);
    assert.equal((await agent.own.ask('/mcp', withToken(first))).status, 401);
    assert.equal((await agent.own.ask('/mcp', withToken(last))).isAdmitted, true);
  });
});
