import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { createLogger, edge } from '@docwright/server';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { startProvider, type TestProvider } from '../../packages/site-access/src/testing/start-provider.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';

/** A live site, protected through the API, with a real OpenID Connect provider and a real browser. */
describe('a live site with protected access', () => {
  let service: TestService;
  let running: Awaited<ReturnType<typeof edge>>;
  let provider: TestProvider;
  let browser: Browser;
  let reader: BrowserContext;
  let port = 0;
  const host = (): string => `example-docs.localhost:${port}`;
  const access = (rest = ''): string => `/v1/projects/${service.projectId}/access${rest}`;
  const page = '/guides/node';

  before(async () => {
    port = await findFreePort();
    provider = await startProvider([`http://${host()}/login/oauth/callback`]);
    provider.claims = { sub: 'ada', name: 'Ada', groups: ['engineering'] };
    service = await startTestService({
      worker: true,
      settings: { deploymentConcurrency: '1', sitesPort: String(port), privateSignInHosts: provider.issuer },
    });
    running = await edge(service.settings, createLogger({ level: 'silent' }));
    browser = await launchBrowser();
    reader = await browser.newContext();
    await until(
      async () => (await service.request('GET', `/v1/projects/${service.projectId}/site`)).json,
      ({ live }) => live === true,
    );
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
    await service?.stop();
    await provider?.[Symbol.asyncDispose]();
  });

  /** Sends a request to this machine with the host's name, because Node doesn't resolve names below localhost. */
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, headers: { host: host(), ...headers } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, text: await textOf(response) };
  };
  const set = async (body: object): Promise<void> => {
    const { status, text } = await service.request('PUT', access(), { body });
    assert.equal(status, 200, text);
  };
  const cookies = async (): Promise<string> =>
    (await reader.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const sessions = async (): Promise<number> => (await service.request('GET', access())).json.sessions;

  test('requires everyone to sign in once it is protected', async () => {
    assert.equal((await get(page)).status, 200);
    const { issuer, clientId, clientSecret } = provider;
    await set({ mode: 'oauth', oauth: { issuer, clientId, clientSecret } });
    const refused = await until(
      () => get(page),
      ({ status }) => status !== 200,
    );
    assert.equal(refused.status, 401);
    assert.ok(refused.headers['www-authenticate'] !== undefined);
    assert.equal(refused.headers['cache-control'], 'private, no-store');
    assert.equal(JSON.parse(refused.text).code, 'unauthorized');
    for (const path of ['/llms.txt', '/sitemap.xml', `${page}.md`, '/mcp'])
      assert.equal((await get(path)).status, 401, path);
    const redirect = await get(page, { accept: 'text/html' });
    assert.deepEqual(
      [redirect.status, redirect.headers.location],
      [302, `/login?redirect=${encodeURIComponent(page)}`],
    );
  });

  test('shows the requested page to a reader who signs in at the provider', async () => {
    const opened = await reader.newPage();
    await opened.goto(`http://${host()}${page}`);
    await opened.waitForURL(`http://${host()}${page}`);
    assert.match((await opened.locator('h1').first().textContent()) ?? '', /Node\.js/);
    assert.equal((await get(page, { cookie: await cookies() })).status, 200);
    await until(sessions, (count) => count === 1);
    await opened.close();
  });

  test('tests a sign-in without opening a session', async () => {
    const { status, json } = await service.request('POST', access('/test-sign-in'), { body: { mode: 'oauth' } });
    assert.equal(status, 201);
    const tester = await browser.newContext();
    const opened = await tester.newPage();
    await opened.goto(json.url);
    const test = await until(
      async () => (await service.request('GET', access(`/test-sign-in/${json.id as string}`))).json,
      (result) => result.status !== 'pending',
    );
    assert.equal(test.status, 'succeeded', JSON.stringify(test));
    assert.deepEqual([test.user.sub, test.user.groups], ['ada', ['engineering']]);
    assert.ok(test.steps.every(({ ok }: { readonly ok: boolean }) => ok));
    const held = (await tester.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    assert.equal((await get(page, { cookie: held })).status, 401);
    assert.equal(await sessions(), 1);
    await tester.close();
  });

  test('signs out everyone, and readers can sign in again', async (t) => {
    const cookie = await cookies();
    const start = performance.now();
    const { json } = await service.request('POST', access('/sign-out-everyone'));
    assert.equal(json.sessions, 1);
    await until(
      () => get(page, { cookie }),
      ({ status }) => status === 401,
    );
    t.diagnostic(`the session ended after ${Math.round(performance.now() - start)} ms`);
    const opened = await reader.newPage();
    await opened.goto(`http://${host()}${page}`);
    await opened.waitForURL(`http://${host()}${page}`);
    assert.equal((await get(page, { cookie: await cookies() })).status, 200);
    await opened.close();
  });

  test('has passwords, and deleting one ends its sessions', async () => {
    const { json } = await service.request('PUT', access('/passwords/Press'));
    await set({ mode: 'password' });
    await until(
      () => get('/login', { accept: 'text/html' }),
      ({ text }) => text.includes('type="password"'),
    );
    const opened = await reader.newPage();
    await opened.goto(`http://${host()}${page}`);
    await opened.locator('input[type=password]').fill(json.password);
    await opened.keyboard.press('Enter');
    await opened.waitForURL(`http://${host()}${page}`);
    const cookie = await cookies();
    assert.equal((await get(page, { cookie })).status, 200);
    assert.equal((await service.request('DELETE', access('/passwords/Press'))).status, 204);
    await until(
      () => get(page, { cookie }),
      ({ status }) => status === 401,
    );
    await opened.close();
  });

  test('is open to everyone again when it is public', async () => {
    await set({ mode: 'public' });
    await until(
      () => get(page),
      ({ status }) => status === 200,
    );
  });
});
