/** Tests pages with optional sign-in in a real browser. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildSite } from './build-site.ts';
import { defaultBuildSettings } from '../settings/build-settings.ts';
import { buildFixture } from '../testing/build-fixture.ts';
import { createMemorySource } from '../source/memory-source.ts';
import { launchBrowser } from '../testing/launch-browser.ts';

const files = { 'lamps.mdx': '# Lamps\n\nLamps of the watch.', 'other.mdx': 'Something else.' };
const config = JSON.stringify({
  theme: 'mint',
  name: 'Test',
  colors: { primary: '#0d9373' },
  navigation: { pages: ['lamps', 'other'] },
});
const features = { ...defaultBuildSettings.features, search: true };
const settings = { features, basePath: '/docs', restricted: 'exclude', offersSignIn: true } as const;
const audience = { signedIn: true, groups: [] };
const restrictedHit = { path: 'night', title: 'Night lamps', heading: '', anchor: '', breadcrumbs: [], snippet: '' };
const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

describe('a page of a site with optional sign-in', () => {
  let browser: Browser;
  let server: Server;
  let origin = '';
  let context: BrowserContext;
  const searches: ServerResponse[] = [];
  before(async () => {
    const built = new Map<string, string | Uint8Array>();
    await buildSite({
      source: createMemorySource(Object.entries({ ...files, 'docs.json': config })),
      settings,
      clock: () => 0,
      emit: ({ path, bytes }) => void built.set(path, bytes),
    });
    server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').replace('/docs/', '').split('?');
      if (path === '_docwright/search') return void searches.push(response);
      if (path === '_docwright/me') return void response.end('{}');
      const type = types[path.split('.').at(-1) ?? ''] ?? (built.has(path) ? 'application/octet-stream' : 'text/html');
      response.writeHead(built.has(path) ? 200 : 404, { 'content-type': type }).end(built.get(path));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    searches.length = 0;
    await context?.close();
    context = await browser.newContext();
  });

  const open = async (address: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${origin}${address}`);
    return page;
  };
  const link = (page: Page) => page.locator('.dw-navbar a.sign-in');

  test('links to a sign-in that returns to the page, on small screens in the menu', async () => {
    const page = await open('/docs/lamps.html?a=1&b=%C3%BC');
    assert.equal(await link(page).textContent(), 'Sign in');
    const { pathname, searchParams } = new URL((await link(page).getAttribute('href')) ?? '', origin);
    assert.deepEqual([pathname, searchParams.get('redirect')], ['/docs/login', '/docs/lamps.html?a=1&b=%C3%BC']);
    assert.equal(await link(page).isVisible(), true);
    await page.setViewportSize({ width: 390, height: 800 });
    assert.equal(await link(page).isVisible(), false);
    await page.locator('.nav-open:visible').first().click();
    await page.locator('.dw-sidebar a.sign-in').waitFor({ state: 'visible' });
  });

  test('links a signed-in reader to the account', async () => {
    await context.addCookies([{ name: 'docwright_signed_in', value: '1', url: origin }]);
    const page = await open('/docs/lamps.html');
    assert.deepEqual(
      [await link(page).textContent(), await link(page).getAttribute('href')],
      ['Account', '/docs/account'],
    );
  });

  test('passes a token in its fragment to the sign-in without sending the token to a server', async () => {
    const page = await open('/docs/lamps.html?a=1#eyJhbGciOiJFZERTQSJ9.e30.c2ln');
    await page.waitForURL((url) => url.pathname === '/docs/login/jwt-callback');
    const { searchParams, hash } = new URL(page.url());
    assert.deepEqual([searchParams.get('redirect'), hash], ['/docs/lamps.html?a=1', '#eyJhbGciOiJFZERTQSJ9.e30.c2ln']);
    const plain = await open('/docs/lamps.html#eyJ-not.a-token');
    assert.equal(new URL(plain.url()).pathname, '/docs/lamps.html');
  });

  test('shows index results while the server is slow, and then replaces them with the server’s results', async () => {
    const page = await open('/docs/lamps.html');
    await page.click('#search-bar-entry');
    await page.fill('.search-dialog[open] input', 'lamps');
    await page.locator('.search-dialog[aria-busy="true"] a.search-result').first().waitFor();
    const shown = async (): Promise<string> => (await page.locator('a.search-result').allTextContents()).join('\n');
    assert.doesNotMatch(await shown(), /Night/);
    const answer = JSON.stringify({ hits: [{ ...restrictedHit, score: 1, coverage: 1, scope: '' }] });
    for (const response of searches.splice(0)) response.end(answer);
    await page.locator('.search-dialog[data-query="lamps"][aria-busy="false"]').waitFor();
    assert.match(await shown(), /Night lamps/);
    assert.doesNotMatch(await shown(), /Lamps of the watch/);
  });

  test('queries the server again after a failure', async () => {
    const page = await open('/docs/lamps.html');
    await page.click('#search-bar-entry');
    await page.fill('.search-dialog[open] input', 'lamps');
    await page.locator('.search-dialog[aria-busy="true"]').waitFor();
    for (const response of searches.splice(0)) response.writeHead(503).end();
    await page.locator('.search-dialog[data-query="lamps"]').waitFor();
    const asked = page.waitForRequest(/_docwright\/search\?q=watch/);
    await page.fill('.search-dialog[open] input', 'watch');
    await asked;
  });
});

test('a page of a site without optional sign-in has no link to a sign-in, and doesn’t wait for a server', async () => {
  const { files: built } = await buildFixture(files, { ...settings, offersSignIn: false });
  assert.doesNotMatch(built.get('lamps.html') ?? '', /sign-in|data-search-awaits|\/login/);
});

test('links to the sign-in and the account are excluded from prefetching', async () => {
  for (const change of [{}, { offersSignIn: false, isProtected: true, restricted: { audience } }] as const) {
    const { files: built } = await buildFixture(files, { ...settings, ...change });
    const [, rules = '{}'] =
      /<script type="speculationrules">(.*?)<\/script>/.exec(built.get('lamps.html') ?? '') ?? [];
    const { prefetch } = JSON.parse(rules) as { prefetch: readonly { where: { and: readonly object[] } }[] };
    assert.deepEqual(prefetch[0]?.where.and.slice(2), [
      { not: { href_matches: '/docs/login*' } },
      { not: { href_matches: '/docs/account*' } },
    ]);
  }
});
