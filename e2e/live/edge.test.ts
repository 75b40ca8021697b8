import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { unpackBundle } from '@docwright/bundle';
import { createLogger, edge, loadSettings } from '@docwright/server';
import { serve } from '../../packages/host/src/testing/bundle-server.ts';
import { send, startTestHost } from '../../packages/host/src/testing/start-test-host.ts';
import { FileSystemStore } from '../../packages/server/src/platform/blob-store/index.ts';
import { startDnsServer, type TestDnsServer } from '../../packages/server/src/platform/dns/testing/dns-server.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { findMissing, makeCertificate } from '../../packages/server/src/testing/make-certificate.ts';
import {
  startScriptedModels,
  type ScriptedModels,
} from '../../packages/server/src/platform/models/testing/scripted-models.ts';
import { startPebble } from '../../packages/server/src/platform/acme/testing/start-pebble.ts';
import { startTestService, type TestService } from '../api/test-service.ts';
import { crawlSite } from './crawl-site.ts';
import { signInOwner } from '../dashboard/open-dashboard.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';

const run = promisify(execFile);

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Activated {
  readonly activatedAt: string;
}

describe('live sites at an edge', () => {
  let service: TestService;
  let dns: TestDnsServer;
  let models: ScriptedModels;
  let clone = '';
  let address = '';
  let guarded = '';
  let owner: Awaited<ReturnType<typeof signInOwner>> | undefined;
  const cleanups: (() => Promise<void>)[] = [];

  before(async () => {
    dns = await startDnsServer();
    models = await startScriptedModels();
    const privateModelHosts = `http://${models.host}`;
    const settings = { deploymentConcurrency: '1', dnsServers: dns.address, privateModelHosts };
    service = await startTestService({ worker: true, embedded: true, settings });
    cleanups.push(
      () => service.stop(),
      () => dns.close(),
      async () => models[Symbol.asyncDispose](),
    );
    const log = createLogger({ level: 'silent' });
    const edgeSettings = loadSettings({
      flags: { dataDir: service.dataDir, port: '0', sitesPort: '0', privateModelHosts },
      environment: {},
    });
    const open = await edge({ ...edgeSettings, baseUrl: service.baseUrl }, log);
    cleanups.unshift(() => open.stop());
    address = open.address;
    // An edge that is reachable from other machines.
    const wide = await edge({ ...edgeSettings, baseUrl: service.baseUrl, host: '0.0.0.0' }, log);
    cleanups.unshift(() => wide.stop());
    guarded = wide.address;
    clone = await mkdtemp(join(tmpdir(), 'docwright-edge-'));
    cleanups.unshift(() => rm(clone, { recursive: true, force: true }));
    const url = `${service.baseUrl.replace('://', `://key:${service.apiKey}@`)}/git/example-docs.git`;
    await run('git', ['clone', '-q', url, clone]);
    await git('config', 'user.email', 'ada@example.com');
    await git('config', 'user.name', 'Ada');
    await until(async () => (await get('/')).status === 200);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  const git = (...args: string[]) => run('git', ['-C', clone, ...args]);
  const site = async () => (await service.request('GET', `/v1/projects/${service.projectId}/site`)).json;
  const get = (
    path: string,
    { at = address, headers = {} }: { readonly at?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Got> => {
    const { promise, resolve, reject } = Promise.withResolvers<Got>();
    const request = httpRequest(`${at}${path}`, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject).end();
    return promise;
  };
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await delay(50);
  };
  const push = async (text: string, branch = 'main'): Promise<void> => {
    const file = join(clone, 'quickstart.mdx');
    await writeFile(file, `${await readFile(file, 'utf8')}\n${text}\n`);
    await git('commit', '-qam', text);
    await git('push', '-q', 'origin', `HEAD:${branch}`);
  };

  const openDashboard = async (browser: Browser): Promise<Page> => {
    const { setupUrl } = JSON.parse(await readFile(join(service.dataDir, 'first-start.json'), 'utf8'));
    owner ??= await signInOwner({ service, browser, setupUrl });
    return (await browser.newContext({ storageState: owner })).newPage();
  };
  /** Reads a page until the condition is met; until then, every response must be from the site. */
  const watch = async (path: string, isSo: (text: string) => boolean): Promise<void> => {
    await until(async () => {
      const { status, text } = await get(path);
      assert.equal(status, 200);
      return isSo(text);
    });
  };

  test('the example is served identically at its address and by its name', async () => {
    const byAddress = await get('/quickstart');
    const byName = await get('/quickstart', { headers: { host: 'example-docs.localhost' } });
    assert.equal(byAddress.status, 200);
    assert.match(byAddress.text, /<html/);
    assert.equal(byName.text, byAddress.text);
    assert.equal(byName.headers['x-robots-tag'], undefined);
  });

  /** Unpacks the first bundle of the live site, and starts a host that serves it. */
  const startHost = async () => {
    const folder = join(service.dataDir, 'blobs');
    const blobs = await FileSystemStore.open({ folder, linkBaseUrl: service.baseUrl, linkSecrets: ['of a test'] });
    const keys: string[] = [];
    for await (const { key } of blobs.list('bundles/')) if (key.endsWith('.tar.gz')) keys.push(key);
    const open = async () => (await blobs.open(keys[0] ?? '')).body;
    const link = await serve((_request, response) => void open().then((body) => body.pipe(response)));
    const files = `${clone}-files`;
    cleanups.unshift(() => rm(files, { recursive: true, force: true }));
    const { manifest } = await unpackBundle({ stream: await open(), directory: files });
    const host = await startTestHost(`${files}-host`, {
      deploymentKind: 'cloud',
      staticExport: { enabled: true, bundleUrl: link.origin },
    });
    cleanups.unshift(
      async () => host[Symbol.asyncDispose](),
      async () => link[Symbol.asyncDispose](),
      () => rm(`${files}-host`, { recursive: true, force: true }),
    );
    return { files, manifest, host };
  };
  let hosted: ReturnType<typeof startHost> | undefined;
  const openHost = () => (hosted ??= startHost());

  test('docwright host and the live site serve a bundle identically, byte for byte', async () => {
    const { files, manifest, host } = await openHost();
    const paths = manifest.files.map(({ path }) => `/${path}`);
    // Pages link to addresses instead of files. All other files are sent unchanged.
    const hasLinks = (path: string): boolean => path === '/404.html' || path.startsWith('/_docwright/sidebars/');
    const ask = async (origin: string, path: string, headers: Record<string, string>) => {
      const { status, headers: got, body } = await send(origin, path, headers);
      const { date: _date, connection: _connection, 'keep-alive': _alive, ...rest } = got;
      return { status, headers: rest, body };
    };
    assert.ok(paths.length > 100, String(paths.length));
    for (const path of [...paths, '/', '/quickstart', '/quickstart/', '/quickstart.md', '/nowhere-at-all', '/%2e%2e/x'])
      for (const headers of [{}, { 'accept-encoding': 'gzip' }, { range: 'bytes=1-9' }, { accept: 'text/markdown' }]) {
        const live = await ask(address, path, headers);
        assert.deepEqual(live, await ask(host.address, path, headers), `${path} ${JSON.stringify(headers)}`);
        if (Object.keys(headers).length === 0 && paths.includes(path) && live.status === 200 && !hasLinks(path))
          assert.ok(live.body.equals(await readFile(join(files, path))), path);
      }
  });

  test('without JavaScript, every link in the example contains its page’s only address', async () => {
    const { host } = await openHost();
    for (const origin of [address, host.address]) {
      const { pages, files } = await crawlSite(async (path) => {
        const { status, headers, body } = await send(origin, path);
        return { status, contentType: headers['content-type'] ?? '', text: body.toString() };
      });
      assert.ok(pages.length > 15 && files.length > 15, `${pages.length} pages, ${files.length} files`);
    }
  });

  test('a push changes the page without a failed request', async () => {
    const reader = new AbortController();
    const failed: number[] = [];
    const reading = (async () => {
      while (!reader.signal.aborted) {
        const { status } = await get('/quickstart');
        if (status !== 200) failed.push(status);
      }
    })();
    await push('A sentence that was not there.');
    await until(async () => (await get('/quickstart')).text.includes('A sentence that was not there.'));
    reader.abort();
    await reading;
    assert.deepEqual(failed, []);
  });

  test('a rollback shows the page of the earlier deployment', async () => {
    const { json } = await service.request('GET', `/v1/projects/${service.projectId}/deployments?status=success`);
    const former = json.deployments.find((one: { active: boolean }) => !one.active);
    const at = `/v1/projects/${service.projectId}/deployments/${former.deploymentId}/promote`;
    assert.equal((await service.request('POST', at)).status, 200);
    await until(async () => !(await get('/quickstart')).text.includes('A sentence that was not there.'));
  });

  test('a branch is served at its own address with noindex', async () => {
    await push('Only on a branch.', 'next');
    await until(async () => typeof (await site()).previews[0]?.deploymentId === 'string');
    const [{ url }] = (await site()).previews;
    const { host } = new URL(url);
    const preview = await get('/quickstart', { headers: { host } });
    assert.equal(preview.status, 200);
    assert.match(preview.text, /Only on a branch\./);
    assert.equal(preview.headers['x-robots-tag'], 'noindex');
    assert.doesNotMatch((await get('/quickstart')).text, /Only on a branch\./);
  });

  test('a preview on a reachable edge is not served without its link', async () => {
    const [{ url }] = (await site()).previews;
    const { host } = new URL(url);
    const refused = await get('/quickstart', { at: guarded, headers: { host } });
    assert.equal(refused.status, 401);
    assert.doesNotMatch(refused.text, /Only on a branch/);
    assert.equal(refused.headers['x-robots-tag'], 'noindex');
    const link = await service.request('POST', `/v1/projects/${service.projectId}/previews/next/link`);
    const signed = new URL(link.json.url);
    const opened = await get(`/quickstart${signed.search}`, { at: guarded, headers: { host } });
    assert.equal(opened.status, 303);
    assert.equal(opened.headers['location'], '/quickstart');
    const [cookie = ''] = opened.headers['set-cookie'] ?? [];
    const headers = { host, cookie: cookie.split(';')[0] ?? '' };
    const read = await get('/quickstart', { at: guarded, headers });
    assert.equal(read.status, 200);
    assert.equal(read.headers['cache-control'], 'private, no-store');
    assert.equal(
      (await get('/quickstart', { at: guarded, headers: { host, cookie: `${headers.cookie}x` } })).status,
      401,
    );
  });

  test('in the dashboard, a pull request is merged, a branch viewed, the site rolled back and a domain added', async () => {
    const browser = await launchBrowser();
    try {
      const page = await openDashboard(browser);
      const project = `${service.baseUrl}/dashboard/projects/${service.projectId}`;
      const jobs = `/v2/agent/${service.projectId}/job`;
      const prompt = 'append section "Tiers" to quickstart: "There are three tiers of flags."';
      const { id } = (await service.request('POST', jobs, { body: { prompt } })).json;
      await page.goto(`${service.baseUrl}/dashboard/jobs/${service.projectId}/${id}`);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Merge', exact: true }).click();
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
      await watch('/quickstart', (text) => text.includes('There are three tiers of flags.'));
      await page.getByRole('link', { name: 'Open the live site' }).waitFor();

      await git('fetch', '-q', 'origin');
      await git('reset', '-q', '--hard', 'origin/main');
      await git('checkout', '-qb', 'look');
      await push('Seen on the branch look alone.', 'look');
      await git('checkout', '-q', 'main');
      await page.goto(`${project}/deployments`);
      const preview = page
        .getByRole('row', { name: /^look / })
        .getByRole('link', { name: /look/ })
        .first();
      await preview.waitFor();
      const { host } = new URL((await preview.getAttribute('href')) ?? '');
      const read = () => get('/quickstart', { headers: { host } });
      await until(async () => (await read()).text.includes('Seen on the branch look alone.'));
      const branch = await read();
      assert.equal(branch.headers['x-robots-tag'], 'noindex');

      const { deployments } = (await service.request('GET', `/v1/projects/${service.projectId}/deployments`)).json;
      const wasLive = ({ environment, active, activatedAt }: Record<string, unknown>) =>
        environment === 'production' && active === false && activatedAt !== null;
      const [before] = deployments
        .filter(wasLive)
        .toSorted((one: Activated, other: Activated) => other.activatedAt.localeCompare(one.activatedAt));
      await page.goto(`${project}/deployments/${before.deploymentId}`);
      await page.getByRole('button', { name: 'Roll back to this' }).click();
      await dialog.getByText(/^\d+ files? changed between them$/).click();
      await dialog.getByText('quickstart.mdx').waitFor();
      await dialog.getByRole('button', { name: 'Roll back to this' }).click();
      await watch('/quickstart', (text) => !text.includes('There are three tiers of flags.'));
      await page.getByText('Live', { exact: true }).first().waitFor();

      await page.goto(`${project}/domains`);
      await page.getByLabel('Domain', { exact: true }).fill('walk.example.org');
      await page.getByRole('button', { name: 'Add domain' }).click();
      const panel = page.getByRole('region', { name: 'walk.example.org' });
      await panel.getByText('example-docs.localhost').first().waitFor();
      dns.set('walk.example.org', { cname: 'example-docs.localhost' });
      await panel.getByRole('button', { name: 'Check again' }).click();
      await panel.getByText('Live', { exact: true }).waitFor();
      await until(async () => (await get('/quickstart', { headers: { host: 'walk.example.org' } })).status === 200);
      await service.request('DELETE', `/v1/projects/${service.projectId}/domains/walk.example.org`);
      await until(async () => (await get('/', { headers: { host: 'walk.example.org' } })).status === 404);
    } finally {
      await browser.close();
    }
  });

  test('a name without a site is answered with 404, and an invalid host name with 400', async () => {
    for (const host of ['nobody.localhost', 'example-docs.localhost.evil.test', 'a.b.localhost'])
      assert.equal((await get('/', { headers: { host } })).status, 404);
    assert.equal((await get('/', { headers: { host: 'bad host' } })).status, 400);
  });

  test('a load balancer’s request by IP address returns whether the edge is ready, even if a site has that address', async () => {
    assert.equal((await get('/healthz')).text, 'ok\n');
    assert.equal((await get('/readyz')).text, 'ready\n');
    assert.equal((await get('/readyz', { headers: { host: 'example-docs.localhost' } })).status, 404);
  });

  test('a reader’s view is counted if the project has analytics, and feedback is sent to a webhook', async () => {
    const features = { analytics: true, feedback: true };
    await service.request('PATCH', `/v1/projects/${service.projectId}`, { body: { features } });
    await push('Each reader of this is counted.');
    await until(async () => (await get('/quickstart')).text.includes('Each reader of this is counted.'));
    const browser = await launchBrowser();
    try {
      // A headless browser's default user agent counts as a bot.
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
      const page = await browser.newPage({ userAgent });
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/_docwright/events'));
      await page.goto(`${address.replace('127.0.0.1', 'example-docs.localhost')}/quickstart.html`);
      assert.equal((await answered).status(), 204);
    } finally {
      await browser.close();
    }
    const { json } = await service.request('GET', `/v1/analytics/${service.projectId}/views`);
    assert.deepEqual(json.views, [{ path: '/quickstart', human: 1, ai: 0, total: 1 }]);
    const endpoint = { url: 'https://hooks.example.com/in', events: ['feedback.created'] };
    const { id } = (await service.request('POST', '/v1/webhook-endpoints', { body: endpoint })).json;
    const feedback = JSON.stringify({ path: '/quickstart', feedback: 'Which key?' });
    assert.equal((await fetch(`${address}/feedback`, { method: 'POST', body: feedback })).status, 204);
    const { deliveries } = (await service.request('GET', `/v1/webhook-endpoints/${id}/deliveries`)).json;
    assert.deepEqual(
      deliveries.map(({ type }: { type: string }) => type),
      ['feedback.created'],
    );
  });

  test('a topic that three readers and an agent can’t find becomes a suggestion, then a pull request with a measured effect', async () => {
    const browser = await launchBrowser();
    const { pool } = service.api.platform.database;
    try {
      const live = address.replace('127.0.0.1', 'example-docs.localhost');
      const [major = '140'] = browser.version().split('.');
      const agents = [0, 1, 2].map(
        (n) =>
          `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${Number(major) - n}.0.0.0 Safari/537.36`,
      );
      // Agents run no scripts: the edge counts what they read.
      const agent = { 'user-agent': 'Mozilla/5.0 (compatible; Claude-User/1.0)', accept: 'text/markdown' };
      assert.match((await get('/guides/react', { headers: agent })).text, /^# /m);
      for (const userAgent of agents) {
        const context = await browser.newContext({ userAgent });
        const page = await context.newPage();
        const counted = (...parts: readonly string[]) =>
          page.waitForResponse(
            (answer) =>
              answer.url().endsWith('/_docwright/events') &&
              parts.every((part) => answer.request().postData()?.includes(part)),
          );
        const viewed = counted('"kind":"view"');
        await page.goto(`${live}/guides/react`);
        assert.equal((await viewed).status(), 204);
        await page.keyboard.press('Control+k');
        const dialog = page.locator('.search-dialog[open]');
        // The engine is loaded first, because a search that is counted before its results are known isn't a search
        // without results.
        await dialog.locator('input').fill('install');
        await page.locator('.search-dialog[data-query="install"]').waitFor();
        const searched = counted('"kind":"search"', '"query":"holographic storage"', '"results":0');
        await dialog.locator('input').fill('holographic storage');
        assert.equal((await searched).status(), 204);
        await page.keyboard.press('Escape');
        if (userAgent === agents[0]) {
          await page.locator('[data-helpful="false"]').click();
          const sent = page.waitForResponse((answer) => answer.url().endsWith('/_docwright/feedback'));
          await page.locator('.page-feedback [type=submit]').click();
          assert.equal((await sent).status(), 204);
        }
        await context.close();
      }
      const question = { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'What about holographic storage?' }] };
      const asked = await fetch(`${address}/_docwright/assistant/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [question], threadId: 'story', currentPath: 'guides/react' }),
      });
      assert.match(await asked.text(), /"outcome":"unanswered"/);

      const page = await openDashboard(browser);
      const dashboard = `${service.baseUrl}/dashboard/projects/${service.projectId}`;
      await page.goto(`${dashboard}/analytics`);
      const cells = async (region: string, first: string) =>
        page.getByRole('region', { name: region, exact: true }).getByRole('row', { name: first }).innerText();
      await page.getByRole('region', { name: 'Most viewed pages' }).waitFor();
      assert.match(await cells('Most viewed pages', '/guides/react'), /^\/guides\/react\s+3\s+1$/);
      assert.match(await cells('Searches without results', 'holographic storage'), /^holographic storage\s+3\s+3\s/);
      await page.goto(`${dashboard}/feedback`);
      await page.getByRole('region', { name: '/guides/react' }).getByText('Not helpful', { exact: true }).waitFor();

      await page.goto(`${dashboard}/suggestions`);
      const suggestion = page.getByRole('region', { name: /holographic storage/ });
      // A reader who searches and then asks counts twice, because readers aren't tracked across the two.
      await suggestion.getByText('4 readers', { exact: true }).waitFor();
      await suggestion.getByRole('button', { name: /^Create a job/ }).click();
      const prompt = page.getByRole('dialog').getByLabel('Prompt');
      assert.doesNotMatch(await prompt.inputValue(), /holographic/);
      // The built-in rules carry out only fixed phrases.
      await prompt.fill('append section "Storage" to quickstart: "Flags are stored in holograms."');
      await page.getByRole('dialog').getByRole('button', { name: 'Start job' }).click();
      await page
        .getByText(/Pull request #\d+/)
        .first()
        .waitFor();

      await pool.query(`select create_analytics_day(((now() - interval '1 day') at time zone 'UTC')::date)`);
      // Moves the events to the previous day, even at midnight.
      await pool.query(`update analytics_events set at = at - interval '1 day' where query = 'holographic storage'`);
      await pool.query(
        `update assistant_messages set asked_at = asked_at - interval '1 day' where question like '%holographic%'`,
      );
      const list = async () =>
        (await service.request('GET', `/v1/projects/${service.projectId}/suggestions`)).json.suggestions.find(
          ({ title }: { title: string }) => title.includes('holographic'),
        );
      const { url } = (await list()).job.pullRequest;
      const body = new URLSearchParams({ action: 'merge', key: service.apiKey });
      assert.equal((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status, 303);
      await until(async () => (await get('/quickstart')).text.includes('Flags are stored in holograms.'));
      // Each request is one of the hundred allowed per hour.
      for (let looks = 0; (await list()).effect === null; looks += 1) {
        assert.ok(looks < 20, 'the effect is reported once the merge is live');
        await delay(1_000);
      }
      await page.goto(`${dashboard}/suggestions`);
      await suggestion.getByText('Resolved', { exact: true }).waitFor();
      await suggestion
        .getByText('Before: 4 readers in 14 days. After: not known until a full day has passed.')
        .waitFor();
      await git('pull', '-q', 'origin', 'main');
    } finally {
      await browser.close();
    }
  });

  test('a question asked on a page is answered once by the project’s model, with its key, and stored for the project’s members', async () => {
    const project = `/v1/projects/${service.projectId}`;
    const answerText = 'Begin at [Quickstart](/quickstart).';
    const { baseUrl } = models.add('project', 'openai-compatible', () => answerText);
    const model = { provider: 'openai-compatible', model: 'm', baseUrl, apiKey: 'key-4f9a8b7c6d5e' };
    const set = await service.request('PUT', `${project}/models`, { body: { models: [model] } });
    assert.equal(set.status, 200, set.text);
    const body = { model: 'project', name: 'Ask Ada', starters: ['Where do I begin?'] };
    assert.equal((await service.request('PATCH', `${project}/assistant`, { body })).status, 200);
    assert.deepEqual(await (await fetch(`${address}/_docwright/assistant`)).json(), {
      name: 'Ask Ada',
      greeting: '',
      starters: ['Where do I begin?'],
      retentionDays: 30,
    });
    const question = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Where do I begin?' }] };
    const ask = () =>
      fetch(`${address}/_docwright/assistant/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [question], threadId: 't1', currentPath: 'quickstart' }),
      });
    const stream = await (await ask()).text();
    assert.match(stream, /"type":"source-url","sourceId":"\/quickstart"/);
    assert.match(stream, /"outcome":"answered"/);
    assert.match(await (await ask()).text(), /Begin at/);
    const requests = models.requestsOf('project');
    assert.deepEqual(
      requests.map(({ headers }) => headers['authorization']),
      ['Bearer key-4f9a8b7c6d5e'],
      'the model is called once for a message that was sent twice',
    );
    const { json } = await service.request('GET', `${project}/assistant/conversations`);
    const [{ question: asked, answer, path, origin }] = json.questions;
    assert.deepEqual([asked, answer, path, origin], ['Where do I begin?', answerText, 'quickstart', 'page']);
    await service.request('PATCH', `${project}/assistant`, { body: { enabled: false } });
    assert.equal((await ask()).status, 403);
    const elsewhere = { headers: { origin: 'https://elsewhere.example' } };
    assert.equal((await fetch(`${address}/_docwright/assistant`, elsewhere)).status, 403);
  });

  test('a verified domain is served, its pages name it, and the site’s other names redirect to it', async () => {
    const domains = `/v1/projects/${service.projectId}/domains`;
    for (const domain of ['docs.example.org', 'www.docs.example.org']) {
      assert.equal((await get('/quickstart', { headers: { host: domain } })).status, 404);
      await service.request('POST', domains, { body: { domain } });
      dns.set(domain, { cname: 'example-docs.localhost' });
      assert.equal((await service.request('POST', `${domains}/${domain}/check`)).json.status, 'verified');
    }
    await until(async () => (await get('/quickstart', { headers: { host: 'docs.example.org' } })).status === 200);
    for (const host of ['www.docs.example.org', 'example-docs.localhost']) {
      await until(async () => (await get('/', { headers: { host } })).status === 308);
      const redirect = await get('/quickstart?a=1&b=%2F', { headers: { host } });
      assert.match(String(redirect.headers['location']), /^http:\/\/docs\.example\.org(:\d+)?\/quickstart\?a=1&b=%2F$/);
    }
    // A promotion applies until the head commit changes.
    await push('At a separate domain.');
    const text = async (path: string) => (await get(path, { headers: { host: 'docs.example.org' } })).text;
    await until(async () => (await text('/quickstart')).includes('At a separate domain.'));
    assert.match(await text('/quickstart'), /<link rel="canonical" href="http:\/\/docs\.example\.org/);
    assert.match(await text('/sitemap.xml'), /http:\/\/docs\.example\.org/);
    assert.match(await text('/robots.txt'), /http:\/\/docs\.example\.org/);
    await service.request('DELETE', `${domains}/docs.example.org`);
    await until(async () => (await get('/', { headers: { host: 'docs.example.org' } })).status === 404);
    await until(async () => (await get('/quickstart', { headers: { host: 'www.docs.example.org' } })).status === 200);
  });

  test(
    'an edge obtains a certificate for a verified domain itself',
    { skip: findMissing('pebble', 'openssl') },
    async () => {
      const domain = 'tls.example.org';
      const sitesPort = await findFreePort();
      const authority = await startPebble(dns.address, sitesPort);
      cleanups.unshift(() => authority.close());
      const { certificateFile, keyFile } = makeCertificate(service.dataDir, 'sites', 'DNS:example-docs.localhost');
      const environment = {
        DOCWRIGHT_SITES_TLS_PORT: '0',
        DOCWRIGHT_SITES_CERTIFICATE: certificateFile,
        DOCWRIGHT_SITES_KEY: keyFile,
        DOCWRIGHT_ACME_DIRECTORY: authority.directory,
      };
      const flags = { dataDir: service.dataDir, port: '0', sitesPort: String(sitesPort) };
      await service.request('POST', `/v1/projects/${service.projectId}/domains`, { body: { domain } });
      dns.set(domain, { cname: 'example-docs.localhost', a: ['127.0.0.1'] });
      await service.request('POST', `/v1/projects/${service.projectId}/domains/${domain}/check`);
      const settings = { ...loadSettings({ flags, environment }), baseUrl: service.baseUrl };
      const own = await edge(settings, createLogger({ level: 'silent' }));
      cleanups.unshift(() => own.stop());
      const ca = [authority.root, await readFile(certificateFile, 'utf8')];
      const read = async (servername: string): Promise<number | undefined> => {
        const sent = httpsRequest(`${own.tlsAddress}/quickstart`, {
          servername,
          ca,
          headers: { host: servername },
        }).end();
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        answer.resume();
        return answer.statusCode;
      };
      // The project's primary domain is a different one.
      assert.equal(await read('example-docs.localhost'), 308);
      await until(() =>
        read(domain).then(
          () => true,
          () => false,
        ),
      );
      assert.equal(await read(domain), 308);
      await service.request('DELETE', `/v1/projects/${service.projectId}/domains/${domain}`);
    },
  );

  test('an unpublished site isn’t served until it is published again', async () => {
    const path = `/v1/projects/${service.projectId}/site`;
    await service.request('PATCH', path, { body: { published: false } });
    await until(async () => (await get('/quickstart')).status === 404);
    await service.request('PATCH', path, { body: { published: true } });
    await until(async () => (await get('/quickstart')).status === 200);
  });
});
