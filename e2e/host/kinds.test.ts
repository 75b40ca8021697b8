/** Tests the content and requests of each kind of deployment, in a browser with only the host in its network. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  createBundleWriter,
  featuresByKind,
  resolveFeatures,
  type DeploymentKind,
  type FeatureSettings,
} from '@docwright/bundle';
import { parseHostSettings, readHostFigures, startHost, type Host } from '@docwright/host';
import { buildSite, createMemorySource } from '@docwright/site-builder';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { runAxe } from '../dashboard/find-barriers.ts';
import { openPage, type WatchedPage } from './open-page.ts';

/** Returns axe's findings on the panel, or on another part of the page. */
async function findBarriers(page: Page, part = '.assistant'): Promise<string[]> {
  return (await runAxe(page, part)).flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}

/** Starts an OpenAI-compatible server, which streams the text that `answer` writes. */
async function startModel(answer: (write: (text: string) => void) => Promise<void> | void) {
  const chunk = (choice: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const done = answer((content) => void response.write(chunk({ delta: { content } })));
      void Promise.resolve(done).then(() =>
        response.end(`${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/** Starts an API without cross-origin access, so that pages can't read its responses without a proxy. */
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
    browser = await launchBrowser();
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

  /** Builds a site for a kind of deployment, as an export does, and serves it with a host of that kind. */
  async function serve(kind: DeploymentKind, features: FeatureSettings, more: object = {}): Promise<Host> {
    const name = `/${ready.size}`;
    const resolved = resolveFeatures(kind, features);
    const chunks: Uint8Array[] = [];
    const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk) });
    await buildSite({
      source: createMemorySource(siteFiles(api.origin)),
      emit: (file) => writer.add(file),
      settings: { features: resolved, countsReaders: resolved.analytics },
      clock: () => performance.now(),
    });
    const createdFrom = { repository: '', branch: 'main', directory: '', domain: '' };
    const about = {
      generator: 'test',
      version: 'v1',
      commit: 'c0ffee',
      basePath: '',
      redirects: [],
      deploymentKind: kind,
    };
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

  /** Visits the pages as a reader does, and returns the requests. */
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

  /** Fills in the playground's form and returns what it shows. */
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

  test('air-gapped: pages have no search, assistant, analytics or playground, and request none of them', async () => {
    const asked = { search: true, assistant: true, analytics: true };
    const host = await serve('air-gapped', asked);
    const watched = await visit(host);
    assert.deepEqual(watched.outside, []);
    await watched.page.goto(`${host.address}/api-reference/get-a-pet`);
    for (const selector of ['#search-bar-entry', '.api-try', '.assistant-open', '[data-assistant]'])
      assert.equal(await isVisible(watched, selector), false, selector);
    const html = await watched.page.content();
    assert.doesNotMatch(html, /googletagmanager|plausible|assistant/);
    assert.deepEqual(
      watched.inside.filter((path) => /search|playground|assistant/.test(path)),
      [],
    );
    assert.deepEqual(
      watched.complaints.filter((text) => !text.includes('404')),
      [],
    );
    await watched.page.close();
  });

  test('air-gapped with offline search: pages are found without requests to other hosts', async () => {
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

  test('air-gapped with the playground on: it calls the API through the host’s proxy', async () => {
    const playgroundProxy = { enabled: true, allowedPrivateHosts: [new URL(api.origin).host] };
    const host = await serve('air-gapped', { playground: true }, { playgroundProxy });
    const watched = await visit(host);
    assert.match(await tryOperation(watched, host), /Rex from the API/);
    assert.deepEqual(watched.outside, []);
    await watched.page.close();
  });

  test('client-hosted: the configured analytics tags are loaded only if analytics is on', async () => {
    const without = await visit(await serve('client-hosted', {}));
    assert.deepEqual(without.outside, []);
    await without.page.close();
    const configured = await visit(await serve('client-hosted', { analytics: true }));
    const asked = new Set(configured.outside.map((url) => new URL(url).host));
    assert.deepEqual([...asked].toSorted(), ['plausible.io', 'www.googletagmanager.com']);
    await configured.page.close();
  });

  test('client-hosted: the playground reaches an API without CORS through the proxy, with the key but without an origin', async () => {
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

  test('client-hosted: the host counts playground calls and feedback, without the playground’s input', async () => {
    const dataDir = join(folder, 'readers');
    const playgroundProxy = { enabled: true, allowedPrivateHosts: [new URL(api.origin).host] };
    const host = await serve('client-hosted', { analytics: true, feedback: true }, { playgroundProxy, dataDir });
    const watched = await openPage(browser, host.address);
    const { page } = watched;
    // A browser that identifies itself as headless is a bot.
    await page.setExtraHTTPHeaders({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' });
    const reported = (end: string, what: RegExp) =>
      page.waitForResponse(
        (answer) => answer.url().endsWith(`/_docwright/${end}`) && what.test(answer.request().postData() ?? ''),
      );
    const [called] = await Promise.all([reported('events', /playground_call/), tryOperation(watched, host)]);
    assert.equal(called.status(), 204);
    await page.goto(`${host.address}/guides/install`);
    const form = page.locator('form.page-feedback');
    await form.getByRole('button', { name: 'No', exact: true }).press('Enter');
    await form.getByLabel('What should be better?').fill('Which aardvark?');
    assert.deepEqual(await findBarriers(page, '.page-feedback'), []);
    const [thumb, words] = await Promise.all(
      ['[data-helpful]', 'textarea'].map((part) => form.locator(part).first().boundingBox()),
    );
    assert.ok(thumb && words && words.y >= thumb.y + thumb.height, 'words are on separate lines below the thumbs');
    const [accepted] = await Promise.all([
      reported('feedback', /aardvark/),
      form.getByRole('button', { name: 'Send' }).press('Enter'),
    ]);
    assert.equal(accepted.status(), 204);
    await form.getByText('Thank you.').waitFor();
    const figures = await readHostFigures(parseHostSettings({ dataDir }), {});
    assert.deepEqual(figures.playgroundCalls, [{ method: 'GET', operation: '/pets/{petId}', status: '2xx', calls: 1 }]);
    assert.deepEqual(figures.feedback, { up: 0, down: 1, comments: 1 });
    await page.close();
  });

  test('client-hosted: without the proxy, the playground calls the API itself; with it, a private address is rejected', async () => {
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

  test('client-hosted with an assistant: a reader asks by keyboard and reads the streamed answer with its source', async () => {
    await using model = await startModel((write) => {
      for (const word of 'First [unpack](/guides/install) it:\n\n```bash\ntar xf x\n```\n'.split(/(?<= )/)) write(word);
    });
    const assistant = {
      name: 'Ask Ada',
      greeting: 'Hello.',
      starters: 'How do I install?',
      baseUrl: model.baseUrl,
      model: 'm',
    };
    const host = await serve('client-hosted', { assistant: true }, { assistant });
    const { page, inside, outside, complaints } = await openPage(browser, host.address);
    await page.goto(`${host.address}/guides/install`);
    assert.deepEqual(
      inside.filter((path) => path.includes('assistant')),
      [],
      'nothing is loaded before the panel is opened',
    );
    await page.keyboard.press('Control+i');
    await page.getByRole('heading', { name: 'Ask Ada' }).waitFor();
    await page.getByText('Hello.').waitFor();
    await page.locator('textarea:focus').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'How do I install?' }).press('Enter');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await page.locator('.assistant-answer a').getAttribute('href'), '/guides/install');
    assert.equal(await page.locator('.assistant-answer .tk-f').first().innerText(), 'tar');
    assert.equal(
      await page.getByRole('button', { name: 'Good answer' }).count(),
      0,
      'answers aren’t stored, so they have no thumbs',
    );
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await findBarriers(page), [], 'in dark');
    await page.reload();
    await page.locator('.assistant-open').press('Enter');
    await page.getByText('How do I install?').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.assistant-open:focus').waitFor();
    await page.setViewportSize({ width: 375, height: 700 });
    await page.keyboard.press('Control+i');
    const { width, x } = (await page.locator('.assistant').boundingBox()) ?? { width: 0, x: 1 };
    assert.deepEqual([x, width], [0, 375], 'it fills the screen of a phone');
    assert.deepEqual([outside, complaints], [[], []]);
    await page.close();
  });

  test('client-hosted with an assistant: an answer can be stopped and retried, and if the model fails, passages are shown', async () => {
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    await using slow = await startModel((write) => {
      write('See [Install](/guides/install). And');
      written();
      return new Promise(() => undefined);
    });
    const features = { offlineSearch: true, assistant: true };
    const host = await serve('client-hosted', features, { assistant: { baseUrl: slow.baseUrl, model: 'm' } });
    const { page } = await openPage(browser, host.address);
    await page.goto(host.address);
    await page.click('.assistant-open');
    await page.getByRole('textbox').fill('How do I unpack the aardvark?');
    await page.keyboard.press('Enter');
    await isWritten;
    await page.locator('.assistant-answer a').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await slow[Symbol.asyncDispose]();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.assistant-answer', { hasText: 'can’t answer at the moment' }).waitFor();
    await page.locator('.assistant-answer', { hasText: 'Unpack the aardvark first' }).waitFor();
    await page.getByRole('button', { name: 'New thread' }).click();
    assert.equal(await page.locator('.assistant-answer').count(), 0);
    await page.close();
  });

  test('client-hosted with an assistant: earlier threads are restored, and an unfinished answer is added to its own thread', async () => {
    await using model = await startModel((write) => {
      write('Still [reading](/guides/install) ');
      return new Promise(() => undefined);
    });
    const assistant = { baseUrl: model.baseUrl, model: 'm' };
    const host = await serve('client-hosted', { assistant: true }, { assistant });
    const { page, complaints } = await openPage(browser, host.address);
    await page.goto(host.address);
    await page.keyboard.press('Control+i');
    const earlier = page.getByRole('button', { name: 'History' });
    assert.equal(await earlier.isVisible(), false, 'nothing is stored yet');
    await page.getByRole('textbox').fill('First question?');
    await page.keyboard.press('Enter');
    await page.locator('.assistant-answer a').waitFor();
    await page.getByRole('button', { name: 'New thread' }).click();
    await page.locator('.assistant-greeting').waitFor();
    await earlier.click();
    await page.getByRole('list', { name: 'History' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'First question?', exact: true }).press('Enter');
    await page.locator('.assistant-answer', { hasText: 'Still reading' }).waitFor();
    assert.equal(await page.locator('.assistant-user').count(), 1);
    await page.getByRole('button', { name: 'New thread' }).click();
    assert.equal(await page.locator('.assistant-answer').count(), 0, 'the answer is not part of another thread');
    await earlier.click();
    await page.getByRole('button', { name: 'Delete: First question?' }).press('Enter');
    await earlier.waitFor({ state: 'hidden' });
    assert.deepEqual(complaints, []);
    await page.close();
  });

  test('client-hosted with an assistant: answers can be copied without TLS, exceeded limits are reported, and focus stays in the panel', async () => {
    const host = await serve(
      'client-hosted',
      { assistant: true, offlineSearch: true },
      { assistant: { messagesPerMinute: 1 } },
    );
    const { page, complaints } = await openPage(browser, host.address);
    await page.setViewportSize({ width: 390, height: 800 });
    // The APIs that a browser provides on a site without TLS.
    await page.addInitScript(
      'delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard; document.execCommand = () => { window.copied = document.activeElement.value; return true; }',
    );
    await page.goto(`${host.address}/guides/install`);
    await page.keyboard.press('Control+i');
    await page.getByRole('textbox').fill('Unpack the aardvark?');
    await page.keyboard.press('Enter');
    await page.locator('.assistant').getByRole('button', { name: 'Copy' }).click();
    await page.locator('.assistant').getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(await page.evaluate<string>('window.copied'), /Unpack the aardvark first/);
    await page.getByRole('textbox').fill('And then?');
    await page.keyboard.press('Enter');
    await page.getByText(/Too many questions at once\. Try again in \d+ seconds\./).waitFor();
    for (let steps = 0; steps < 12; steps++) {
      await page.keyboard.press('Tab');
      const isBehind = await page.evaluate<boolean>(
        'document.activeElement.closest("#content, header.dw-navbar") !== null',
      );
      assert.equal(isBehind, false, 'the focus doesn’t reach the page under the panel');
    }
    await page.getByRole('textbox').press('Escape');
    assert.equal(await page.evaluate<boolean>('document.querySelector("#content").closest("[inert]") === null'), true);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('429')),
      [],
    );
    await page.close();
  });

  test('cloud: the dialog searches on the server, or in the index without it, and its last entry asks the assistant', async () => {
    const host = await serve('cloud', {});
    const watched = await openPage(browser, host.address);
    const { page, inside, outside, complaints } = watched;
    // A busy machine may take longer than the dialog waits for the server.
    await page.addInitScript('AbortSignal.timeout = () => new AbortController().signal');
    await page.goto(`${host.address}/`);
    await page.keyboard.press('Control+k');
    const field = page.locator('.search-dialog input');
    await field.fill('how do I unpack the aardvark?');
    await page.locator('a.search-result', { hasText: 'aardvark' }).waitFor();
    assert.ok(inside.includes('/_docwright/search'));
    assert.deepEqual(
      inside.filter((path) => /search\/(?!search\.|index\.json)/.test(path)),
      [],
      'only the manifest of the index is read',
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('.assistant-answer', { hasText: 'Unpack the aardvark first' }).waitFor();
    assert.equal(await page.locator('.assistant-user').innerText(), 'how do I unpack the aardvark?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await field.fill('');
    await page.getByRole('option', { name: 'how do I unpack the aardvark?' }).waitFor();
    await page.route(/_docwright\/search\?/, (route) => route.abort());
    await field.fill('isntall ');
    await page.getByRole('option', { name: 'Did you mean “install”?' }).click();
    await page.locator('a.search-result', { hasText: 'Install' }).first().click();
    await page.waitForURL(/guides\/install/);
    assert.deepEqual(outside, []);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('ERR_FAILED')),
      [],
    );
    await page.close();
  });

  test('a missing address shows pages with similar addresses, even in an air-gapped deployment', async () => {
    for (const [kind, features] of [
      ['cloud', {}],
      ['air-gapped', { offlineSearch: true }],
    ] as const) {
      const host = await serve(kind, features);
      const { page, outside } = await openPage(browser, host.address);
      await page.goto(`${host.address}/docs/instal`);
      await page
        .getByRole('navigation', { name: 'Were you looking for' })
        .getByRole('link', { name: 'Install' })
        .click();
      await page.waitForURL(/guides\/install/);
      assert.deepEqual(outside, []);
      await page.close();
    }
  });

  test('cloud: search isn’t shown if it is off', async () => {
    const host = await serve('cloud', { search: false, assistant: false });
    const watched = await visit(host);
    assert.deepEqual(watched.outside, []);
    assert.equal(await isVisible(watched, '#search-bar-entry'), false);
    await watched.page.goto(`${host.address}/api-reference/get-a-pet`);
    assert.equal(await isVisible(watched, '.api-try'), true);
    await watched.page.close();
  });
});
