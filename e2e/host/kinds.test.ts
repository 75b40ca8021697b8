/** What each kind of deployment shows and asks for, in a browser whose network has nothing but the host. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createBundleWriter,
  featuresByKind,
  resolveFeatures,
  type DeploymentKind,
  type FeatureSettings,
} from '@docwright/bundle';
import { parseHostSettings, startHost, type Host } from '@docwright/host';
import { buildSite, createMemorySource } from '@docwright/site-builder';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/** An API that allows requests of no other site: without a proxy no page may read its answers. */
async function startApi(): Promise<{ server: Server; origin: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer(({ method = '', url = '', headers }, response) => {
    calls.push({ method, path: url, origin: headers.origin, authorization: headers.authorization });
    response.writeHead(200, { 'content-type': 'application/json', 'x-api': 'yes' });
    response.end(JSON.stringify({ id: 7, name: 'Rex from the API' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

function siteFiles(apiOrigin: string): [string, string][] {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: `${apiOrigin}/v1` }],
    paths: {
      '/pets/{petId}': {
        get: {
          summary: 'Get a pet',
          security: [{ bearer: [] }],
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'A pet' } },
        },
      },
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
  const config = {
    theme: 'mint',
    name: 'Kinds',
    colors: { primary: '#0a5c46' },
    navigation: {
      groups: [
        { group: 'Start', pages: ['index', 'guides/install'] },
        { group: 'API', openapi: 'openapi.json' },
      ],
    },
    integrations: { ga4: { measurementId: 'G-ABCDEF1234' }, plausible: { domain: 'docs.example.com' } },
    contextual: { options: ['copy', 'assistant'] },
  };
  return [
    ['docs.json', JSON.stringify(config)],
    ['openapi.json', JSON.stringify(spec)],
    ['index.mdx', '---\ntitle: Home\n---\n\nWelcome to the site of kinds. $e^{i\\pi}$\n'],
    ['guides/install.mdx', '---\ntitle: Install\n---\n\nUnpack the aardvark first.\n'],
  ];
}

describe('a site in a browser without any other host', () => {
  let browser: Browser;
  let api: Awaited<ReturnType<typeof startApi>>;
  let folder: string;
  let bundles: Server;
  const ready = new Map<string, Buffer>();
  const hosts: Host[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-kinds-'));
    api = await startApi();
    browser = await openBrowser();
    bundles = createServer(({ url = '' }, response) => response.end(ready.get(url))).listen(0, '127.0.0.1');
    await once(bundles, 'listening');
  });
  after(async () => {
    await browser?.close();
    for (const host of hosts) await host.stop();
    for (const server of [bundles, api?.server]) {
      server?.closeAllConnections();
      server?.close();
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** Built for a kind as an export is, and served by a host of that kind. */
  async function serve(kind: DeploymentKind, features: FeatureSettings, more: object = {}): Promise<Host> {
    const name = `/${ready.size}`;
    const chunks: Uint8Array[] = [];
    const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
    await buildSite({
      source: createMemorySource(siteFiles(api.origin)),
      emit: (file) => writer.add(file),
      settings: { features: resolveFeatures(kind, features) },
      clock: () => performance.now(),
    });
    const createdFrom = { repository: '', branch: 'main', directory: '', domain: '' };
    const about = { generator: 'test', version: 'v1', commit: 'c0ffee', basePath: '', redirects: [] };
    await writer.finish({ ...about, createdFrom, features: featuresByKind(features) });
    ready.set(name, Buffer.concat(chunks));
    const bundleUrl = `http://127.0.0.1:${(bundles.address() as AddressInfo).port}${name}`;
    const settings = parseHostSettings({
      port: 0,
      address: '127.0.0.1',
      dataDir: join(folder, name.slice(1)),
      accessLog: false,
      deploymentKind: kind,
      staticExport: { enabled: true, bundleUrl },
      ...more,
    });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const host = await startHost(settings, { log });
    hosts.push(host);
    return host;
  }

  /** Goes where a reader goes, and gives what was asked for. */
  async function visit(host: Host): Promise<WatchedPage> {
    const watched = await openPage(browser, host.address);
    for (const path of ['/', '/guides/install', '/api-reference/get-a-pet', '/nothing-here']) {
      await watched.page.goto(host.address + path, { waitUntil: 'load' });
    }
    await watched.page.waitForLoadState('networkidle');
    return watched;
  }

  const isVisible = ({ page }: WatchedPage, selector: string): Promise<boolean> =>
    page.locator(selector).first().isVisible();

  /** Fills the form of the playground and gives what it shows. */
  async function tryOperation({ page }: WatchedPage, host: Host): Promise<string> {
    await page.goto(`${host.address}/api-reference/get-a-pet`);
    await page.click('.api-try');
    await page.fill('.play-form input[type=password]', 'sesame');
    await page.locator('.play-row', { hasText: 'petId' }).locator('input').fill('7');
    await page.click('.play-send');
    const output = page.locator('.play-output');
    await output.locator('.play-status, .play-error').waitFor();
    return output.innerText();
  }

  it('air-gapped: no search, assistant, analytics or playground, and no request for one', async () => {
    const asked = { search: true, assistant: true, analytics: true };
    const host = await serve('air-gapped', asked);
    const watched = await visit(host);
    assert.deepEqual(watched.outside, []);
    await watched.page.goto(`${host.address}/api-reference/get-a-pet`);
    for (const selector of ['#search-bar-entry', '.api-try', '[data-action=assistant]'])
      assert.equal(await isVisible(watched, selector), false, selector);
    const html = await watched.page.content();
    assert.doesNotMatch(html, /googletagmanager|plausible/);
    assert.deepEqual(
      watched.inside.filter((path) => /search|playground/.test(path)),
      [],
    );
    assert.deepEqual(
      watched.complaints.filter((text) => !text.includes('404')),
      [],
    );
    await watched.page.close();
  });

  it('air-gapped with offline search: it finds without any network but the host', async () => {
    const host = await serve('air-gapped', { offlineSearch: true });
    const watched = await visit(host);
    await watched.page.goto(`${host.address}/`);
    await watched.page.click('#search-bar-entry');
    await watched.page.fill('dialog input[role=combobox]', 'aardvark');
    await watched.page.locator('a.search-result', { hasText: 'aardvark' }).first().click();
    await watched.page.waitForURL(/guides\/install/);
    assert.deepEqual(watched.outside, []);
    assert.deepEqual(
      watched.complaints.filter((text) => !text.includes('404')),
      [],
    );
    await watched.page.close();
  });

  it('air-gapped with the playground on: it asks the API through the deployment that was told to', async () => {
    const playgroundProxy = { enabled: true, allowedPrivateHosts: [new URL(api.origin).host] };
    const host = await serve('air-gapped', { playground: true }, { playgroundProxy });
    const watched = await visit(host);
    assert.match(await tryOperation(watched, host), /Rex from the API/);
    assert.deepEqual(watched.outside, []);
    await watched.page.close();
  });

  it('client-hosted: analytics only when the settings configure it', async () => {
    const without = await visit(await serve('client-hosted', {}));
    assert.deepEqual(without.outside, []);
    await without.page.close();
    const configured = await visit(await serve('client-hosted', { analytics: true }));
    const asked = new Set(configured.outside.map((url) => new URL(url).host));
    assert.deepEqual([...asked].toSorted(), ['plausible.io', 'www.googletagmanager.com']);
    await configured.page.close();
  });

  it('client-hosted: the playground reaches an API without CORS through the proxy, with the key and nothing else', async () => {
    const playgroundProxy = { enabled: true, allowedPrivateHosts: [new URL(api.origin).host] };
    const host = await serve('client-hosted', {}, { playgroundProxy });
    const watched = await visit(host);
    const before = api.calls.length;
    const shown = await tryOperation(watched, host);
    assert.match(shown, /200/);
    assert.match(shown, /Rex from the API/);
    assert.deepEqual(api.calls.slice(before), [
      { method: 'GET', path: '/v1/pets/7', origin: undefined, authorization: 'Bearer sesame' },
    ]);
    assert.deepEqual(watched.outside, []);
    assert.deepEqual(
      watched.complaints.filter((text) => !text.includes('404')),
      [],
    );
    await watched.page.close();
  });

  it('client-hosted without the proxy: the request goes to the API itself, and a private host is named as refused with it', async () => {
    const host = await serve('client-hosted', {});
    const watched = await visit(host);
    assert.match(await tryOperation(watched, host), /CORS: the API at http:/);
    assert.deepEqual(
      watched.outside.filter((url) => !url.startsWith(api.origin)),
      [],
    );
    await watched.page.close();
    const guarded = await serve('client-hosted', {}, { playgroundProxy: { enabled: true } });
    const other = await visit(guarded);
    assert.match(await tryOperation(other, guarded), /private address/);
    await other.page.close();
  });

  it('cloud: nothing is shown for a service that is not configured', async () => {
    const host = await serve('cloud', {});
    const watched = await visit(host);
    assert.deepEqual(watched.outside, []);
    assert.equal(await isVisible(watched, '#search-bar-entry'), false);
    await watched.page.goto(`${host.address}/api-reference/get-a-pet`);
    assert.equal(await isVisible(watched, '.api-try'), true);
    await watched.page.close();
  });
});
