/** Tests sign-in at `docwright host` with a real browser: forms, scripts, cookies and policies. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { parseHostSettings, startHost, type Host } from '../../packages/host/src/index.ts';
import { makeBundle, makeSite, serve, type TestServer } from '../../packages/host/src/testing/bundle-server.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { hashPassword } from '../../packages/site-access/src/index.ts';
import { startIdentityProvider, type IdentityProvider } from '../accounts/identity-provider.ts';

interface Started extends AsyncDisposable {
  readonly url: string;
  readonly page: Page;
  /** Errors that the browser reports: policy violations, failed scripts. */
  readonly complaints: string[];
}

describe('a reader with a browser', () => {
  let browser: Browser;
  let link: TestServer;
  let provider: IdentityProvider;
  before(async () => {
    browser = await launchBrowser();
    const bundle = await makeBundle({ files: makeSite('v1') });
    link = await serve((_request, response) => response.end(bundle));
    provider = await startIdentityProvider();
  });
  after(async () => {
    await browser.close();
    await link[Symbol.asyncDispose]();
    await provider.stop();
  });

  const open = async (access: (url: string) => object): Promise<Started> => {
    const port = await findFreePort();
    // Uses a host name, because cookies don't distinguish ports.
    const url = `http://docs-${port}.localhost:${port}`;
    const dataDir = await mkdtemp(join(tmpdir(), 'docwright-access-'));
    const quiet = (): void => undefined;
    const settings = parseHostSettings({
      port,
      address: '127.0.0.1',
      dataDir,
      accessLog: false,
      brotliQuality: 0,
      staticExport: { enabled: true, bundleUrl: link.origin },
      access: { url, ...access(url) },
    });
    const host: Host = await startHost(settings, { log: { info: quiet, warn: quiet, error: quiet } });
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // Browsers also report each response with status 401.
      if (message.type() === 'error' && !message.text().includes('status of 40')) complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    return {
      url,
      page,
      complaints,
      [Symbol.asyncDispose]: async () => {
        await context.close();
        await host.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  };
  const heading = (page: Page): Promise<string | null> => page.locator('h1').textContent();

  test('can enter a password in a form, read the requested page, and sign out', async () => {
    const passwords = { press: await hashPassword('a long password') };
    await using site = await open(() => ({ mode: 'password', passwords }));
    const { page, url } = site;
    await page.goto(`${url}/guides/page-1?a=1`);
    await page.getByLabel('Password').fill('a wrong password');
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button').click();
    await page.waitForURL(`${url}/guides/page-1?a=1`);
    assert.equal(await heading(page), 'page-1 of v1');
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${url}/logout`);
    assert.equal(await heading(page), 'You are signed out');
    await page.goto(`${url}/guides/page-1`);
    assert.equal(new URL(page.url()).pathname, '/login');
    assert.deepEqual(site.complaints, []);
  });

  test('can sign in at an OpenID Connect provider, return to the page, and sign out at the provider', async () => {
    provider.claims = { sub: 'ada', name: 'Ada Lovelace', groups: ['staff'] };
    await using site = await open((url) => {
      provider.allowRedirect(`${url}/login/oauth/callback`);
      const { issuer, clientId, clientSecret } = provider;
      return { mode: 'oauth', issuer, clientId, clientSecret, logoutUrl: `${issuer}/signed-out` };
    });
    const { page, url } = site;
    await page.goto(`${url}/guides/page-2`);
    await page.waitForURL(`${url}/guides/page-2`);
    assert.equal(await heading(page), 'page-2 of v1');
    await page.goto(`${url}/account`);
    assert.match((await page.locator('dl').textContent()) ?? '', /Ada Lovelace\s*Groups\s*staff/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${provider.issuer}/signed-out`);
    assert.deepEqual(site.complaints, []);
  });

  test('can return from their company’s login with a token, which doesn’t remain in the address or history', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const places: { site?: string } = {};
    const login = createServer((request, response) => {
      const site = places.site ?? '';
      const redirect = new URL(request.url ?? '/', site).searchParams.get('redirect') ?? '/';
      const exp = Math.floor(Date.now() / 1000) + 8;
      const claims = { exp, jti: randomUUID(), host: new URL(site).host, sub: 'ada' };
      const signed = `${encode({ alg: 'EdDSA', kid: 'main' })}.${encode(claims)}`;
      const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
      const query = new URLSearchParams({ redirect }).toString();
      response.writeHead(302, { location: `${site}/login/jwt-callback?${query}#${token}` }).end();
    }).listen(0, '127.0.0.1');
    await once(login, 'listening');
    const loginUrl = `http://127.0.0.1:${(login.address() as AddressInfo).port}/`;
    const keys = { main: publicKey.export({ format: 'pem', type: 'spki' }).toString() };
    await using site = await open((url) => {
      places.site = url;
      return { mode: 'jwt', loginUrl, keys };
    });
    const { page, url } = site;
    await page.goto(`${url}/guides/page-0`);
    await page.waitForURL(`${url}/guides/page-0`);
    assert.equal(await heading(page), 'page-0 of v1');
    await page.goBack();
    assert.doesNotMatch(page.url(), /#ey/);
    assert.deepEqual(site.complaints, []);
    login.closeAllConnections();
    login.close();
  });
});
