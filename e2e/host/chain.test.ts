/** Tests the path from an export job to a site in a browser, including updates and rollbacks. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { docwrightJson, startScript } from '../cli/run-docwright.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { openPage } from './open-page.ts';

const run = promisify(execFile);
const token = 'a-token-that-is-long-enough';

interface Exported {
  readonly bundleUrl: string;
  readonly expiresAt: string;
}

interface HostProcess {
  readonly address: string;
  ready(): Promise<{ status: number; version: string; servingFromDisk: boolean; outcome: string }>;
  admin(operation: string, body?: object): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `docwright host` as an operator does, configured by environment variables. */
async function startHostCommand(env: Readonly<Record<string, string>>): Promise<HostProcess> {
  const child = startScript('packages/cli/bin/docwright.mjs', ['host', '--json'], {
    DOCWRIGHT_HOST_PORT: '0',
    DOCWRIGHT_HOST_ADDRESS: '127.0.0.1',
    DOCWRIGHT_HOST_ADMIN_TOKEN: token,
    DOCWRIGHT_HOST_BROTLI_QUALITY: '0',
    STATIC_EXPORT_ENABLED: 'true',
    ...env,
  });
  // Discards the log, so that the process isn't blocked by a full pipe.
  child.stderr.resume();
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address } = JSON.parse(line) as { address: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    address,
    ready: async () => {
      const answer = await fetch(`${address}/readyz`);
      const [site] = Object(await answer.json()).sites;
      const { version, servingFromDisk, lastUpdate } = site;
      return { status: answer.status, version, servingFromDisk, outcome: lastUpdate?.outcome };
    },
    admin: async (operation, body = {}) => {
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(`${address}/admin/${operation}`, request);
      await answer.arrayBuffer();
      return answer.status;
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

describe('from an export to a served site', () => {
  let service: TestService;
  let folder: string;
  let browser: Browser;
  let host: HostProcess;
  let env: Record<string, string>;
  let first: Exported;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-chain-'));
    // Links expire soon enough to be tested, but not before a busy machine has used them.
    service = await startTestService({ worker: true, settings: { linkSeconds: '60' } });
    const body = { deploymentKind: 'client-hosted', features: { offlineSearch: true } };
    assert.equal((await service.request('PATCH', `/v1/projects/${service.projectId}`, { body })).status, 200);
    browser = await launchBrowser();
    first = await exportSite('one');
    env = { DOCWRIGHT_HOST_DATA_DIR: join(folder, 'host'), STATIC_EXPORT_BUNDLE_URL: first.bundleUrl };
    host = await startHostCommand(env);
  });
  after(async () => {
    await browser?.close();
    await host?.stop();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts an export, polls its job and gets its link, as the published recipe does. */
  async function exportSite(version: string): Promise<Exported> {
    const request = { body: { domain: service.domain, version } };
    const { status, json } = await service.request('POST', '/v1/static-export/jobs', request);
    assert.equal(status, 202);
    const done = await until(
      () => service.request('GET', `/v1/static-export/jobs/${json.jobId}`),
      (answer) => ['completed', 'failed'].includes(answer.json.status),
    );
    assert.equal(done.json.status, 'completed', done.json.error);
    const bundle = await service.request('POST', `/v1/static-export/jobs/${json.jobId}/bundle`);
    return bundle.json;
  }

  /** Changes the first page's text, and pushes it with git as an author does. */
  async function changeSite(text: string): Promise<void> {
    const clone = await mkdtemp(join(folder, 'clone-'));
    const url = `${service.baseUrl.replace('//', `//any:${service.apiKey}@`)}/git/example-docs.git`;
    const git = (...args: string[]) => run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
    await git('clone', '--quiet', url, clone);
    await appendFile(join(clone, 'index.mdx'), `\n\n${text}\n`);
    await git('-C', clone, 'commit', '--quiet', '--all', '--message', text);
    await git('-C', clone, 'push', '--quiet');
  }

  test('every page can be reached by links, in a browser that can access no other host', async () => {
    const watched = await openPage(browser, host.address);
    const { page } = watched;
    const waiting = ['/'];
    const seen = new Set(waiting);
    const broken: string[] = [];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await page.goto(host.address + path, { waitUntil: 'domcontentloaded' });
      if (answer?.ok() !== true) broken.push(path);
      const links = await page.$$eval('a[href]', (all) => all.map((link) => String(Reflect.get(link, 'href'))));
      for (const link of links) {
        const { origin, pathname } = new URL(link);
        if (origin !== host.address || seen.has(pathname) || !/\.html$|\/[^.]*$/.test(pathname)) continue;
        seen.add(pathname);
        waiting.push(pathname);
      }
    }
    assert.deepEqual(broken, []);
    const sitemap = await (await fetch(`${host.address}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path);
    assert.ok(listed.length >= 8, `${listed.length} pages`);
    const reached = new Set([...seen].map((path) => path.replace(/\.html$/, '').replace(/^\/index$/, '/')));
    assert.deepEqual(
      listed.filter((path) => !reached.has(path === '' ? '/' : path.replace(/^\/index$/, '/'))),
      [],
    );
    assert.deepEqual(watched.outside, []);
    assert.deepEqual(watched.complaints, []);
    await page.close();
  });

  test('search finds a page without another service', async () => {
    const { page, outside } = await openPage(browser, host.address);
    await page.goto(host.address);
    await page.click('#search-bar-entry');
    await page.fill('dialog input[role=combobox]', 'quickstart');
    await page.locator('a.search-result').first().click();
    await page.waitForURL(/quickstart/);
    assert.deepEqual(outside, []);
    await page.close();
  });

  test('a new export is activated and rolled back without a failed request from readers', async () => {
    await changeSite('Second edition.');
    const { bundleUrl } = await exportSite('two');
    const counts = { answers: 0, failed: 0, old: 0, new: 0 };
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const answer = await fetch(host.address);
        const text = await answer.text();
        counts.answers += 1;
        if (!answer.ok || !text.includes('</html>')) counts.failed += 1;
        counts[text.includes('Second edition.') ? 'new' : 'old'] += 1;
      }
    };
    const readers = [read(), read(), read(), read()];
    assert.equal(await host.admin('reload', { bundleUrl }), 200);
    assert.equal((await host.ready()).version, 'two');
    assert.match(await (await fetch(host.address)).text(), /Second edition\./);
    assert.equal(await host.admin('rollback'), 200);
    assert.equal((await host.ready()).version, 'one');
    assert.doesNotMatch(await (await fetch(host.address)).text(), /Second edition\./);
    stop.abort();
    await Promise.all(readers);
    assert.equal(counts.failed, 0);
    assert.ok(counts.old > 0 && counts.answers > 10, JSON.stringify(counts));
  });

  test('after a rollback, a restart keeps the version, and a command restores the newer version', async () => {
    await host.stop();
    host = await startHostCommand(env);
    assert.equal((await host.ready()).version, 'one');
    const { code, json } = await docwrightJson(['host', 'activate', 'two'], env);
    assert.deepEqual([code, json['version']], [0, 'two']);
    const followed = await until(
      () => host.ready(),
      ({ version }) => version === 'two',
    );
    assert.equal(followed.status, 200);
  });

  test('after the link has expired, a restart serves the active version and reports this', async () => {
    await delay(Date.parse(first.expiresAt) - Date.now() + 1000);
    assert.equal((await fetch(first.bundleUrl)).status, 403);
    await host.stop();
    host = await startHostCommand(env);
    const ready = await host.ready();
    assert.deepEqual(ready, { status: 200, version: 'two', servingFromDisk: true, outcome: 'link-expired' });
    assert.match(await (await fetch(host.address)).text(), /Second edition\./);
    const { page, outside } = await openPage(browser, host.address);
    await page.goto(`${host.address}/quickstart`);
    assert.match(await page.title(), /Quickstart/i);
    assert.deepEqual(outside, []);
  });
});
