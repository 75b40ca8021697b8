/** A public site whose readers may sign in, live and exported for a host, with a real provider and a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { createLogger, edge } from '@docwright/server';
import type { Answer, Sent } from '../../packages/host/src/testing/protected-site.ts';
import { makeFolder, startTestHost, type TestHost } from '../../packages/host/src/testing/start-test-host.ts';
import { startProvider, type TestProvider } from '../../packages/site-access/src/testing/start-provider.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { groupPages, pushGroupPages, requireOwnPages } from './group-pages.ts';
import { ask, callTools, createToken, findPlace, openPage, type SitePlace } from './reader-actions.ts';

describe('a public site with optional sign-in', () => {
  let service: TestService;
  let running: Awaited<ReturnType<typeof edge>>;
  let provider: TestProvider;
  let browser: Browser;
  let host: TestHost;
  let live: SitePlace;
  let exported: SitePlace;
  const cleanups: (() => Promise<void>)[] = [];

  before(async () => {
    live = await findPlace('example-docs');
    exported = await findPlace('exported-docs');
    provider = await startProvider([live, exported].map(({ url }) => `${url}/login/oauth/callback`));
    provider.claims = { sub: 'ada', name: 'Ada', groups: ['staff'] };
    const settings = { deploymentConcurrency: '1', sitesPort: String(live.port), privateSignInHosts: provider.issuer };
    service = await startTestService({ worker: true, settings });
    running = await edge(service.settings, createLogger({ level: 'silent' }));
    browser = await launchBrowser();
    await pushGroupPages(service);
    const { issuer, clientId, clientSecret } = provider;
    const { status, text } = await service.request('PUT', `/v1/projects/${service.projectId}/access`, {
      body: { mode: 'oauth', signIn: 'optional', oauth: { issuer, clientId, clientSecret } },
    });
    assert.equal(status, 200, text);
    await until(
      () => ask(live, '/quickstart'),
      (answer) => answer.text.includes('class="navbar-link sign-in"'),
    );
  });
  after(async () => {
    await browser?.close();
    await host?.stop();
    await running?.stop();
    await service?.stop();
    await provider?.[Symbol.asyncDispose]();
    for (const cleanup of cleanups) await cleanup();
  });

  const testPlace = (at: () => SitePlace): void => {
    let reader: BrowserContext;
    const askAs = async (path: string, sent: Sent = {}): Promise<Answer> => {
      const cookies = await reader.cookies(at().url);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      return ask(at(), path, { ...sent, headers: { cookie, ...sent.headers } });
    };
    before(async () => {
      reader = await browser.newContext();
    });

    test('shows everyone the public pages, which caches can store, and no trace of others', async () => {
      for (const path of ['/', '/quickstart', '/quickstart.md', '/llms.txt', '/sitemap.xml']) {
        const open = await ask(at(), path);
        assert.equal(open.status, 200, path);
        assert.match(String(open.headers['cache-control']), /^public/, path);
        assert.match(String(open.headers.vary), /Cookie/, path);
        requireOwnPages(open.text, '', path);
      }
      requireOwnPages((await ask(at(), '/_docwright/search?q=handbook')).text, '', 'search');
      for (const { path } of groupPages)
        for (const each of [`/${path}`, `/${path}.md`, `/images/${path}.svg`])
          assert.equal((await ask(at(), each)).status, 404, each);
    });

    test('shows the pages of their groups, which caches don’t store, to readers who sign in with the link', async () => {
      const page = await openPage(at(), reader, '/quickstart');
      await page.locator('.dw-navbar a.sign-in').click();
      await page.waitForURL(`${at().url}/quickstart`);
      await page.locator('.dw-navbar a.sign-in[href="/account"]').waitFor();
      requireOwnPages(await page.content(), 'staff', 'navigation');
      await page.click('#search-bar-entry');
      await page.fill('.search-dialog[open] input', 'handbook');
      await page.locator('.search-dialog[data-query="handbook"]').waitFor();
      requireOwnPages((await page.locator('a.search-result').allTextContents()).join('\n'), 'staff', 'search');
      await page.close();
      for (const { group, path, marker } of groupPages) {
        const { status, text, headers } = await askAs(`/${path}`);
        assert.deepEqual([status, text.includes(marker)], group === 'staff' ? [200, true] : [404, false], path);
        assert.equal(headers['cache-control'], 'private, no-store');
      }
    });

    test('serves agents the public pages and, with a token, its reader’s pages', async () => {
      const calls = [{ name: 'search', arguments: { query: 'handbook' } }];
      const [own = ''] = await callTools(at(), await createToken(at(), reader), calls);
      requireOwnPages(own, 'staff', 'MCP with a token');
      const [open = ''] = await callTools(at(), undefined, calls);
      requireOwnPages(open, '', 'MCP without a token');
    });
  };

  describe('at the live site', () => testPlace(() => live));

  describe('at a host with the exported bundle', () => {
    before(async () => {
      const jobs = '/v1/static-export/jobs';
      const body = { domain: service.domain, access: 'included', signIn: 'optional' };
      const started = await service.request('POST', jobs, { body });
      const { json: job } = await until(
        () => service.request('GET', `${jobs}/${started.json.jobId}`),
        ({ json }) => ['completed', 'failed'].includes(json.status),
      );
      assert.equal(job.status, 'completed', job.error);
      const folder = await makeFolder();
      cleanups.push(async () => folder[Symbol.asyncDispose]());
      const { issuer, clientId, clientSecret } = provider;
      host = await startTestHost(folder.path, {
        port: exported.port,
        deploymentKind: 'cloud',
        staticExport: { enabled: true, bundleUrl: job.bundleUrl },
        access: { mode: 'oauth', signIn: 'optional', url: exported.url, issuer, clientId, clientSecret },
      });
    });
    testPlace(() => exported);
  });
});
