/** Readers of two groups at a live site and at its export on a host, with a real provider and real browsers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createLogger, edge } from '@docwright/server';
import type { Answer, Sent } from '../../packages/host/src/testing/protected-site.ts';
import { makeFolder, startTestHost, type TestHost } from '../../packages/host/src/testing/start-test-host.ts';
import { startProvider, type TestProvider } from '../../packages/site-access/src/testing/start-provider.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { groupPages, pushGroupPages, requireOwnPages, spellings } from './group-pages.ts';
import { ask, callTools, createToken, findPlace, openPage, signIn, type SitePlace } from './reader-actions.ts';

const groupOf = { ada: 'staff', grace: 'partners', joan: '' } as const;
type Name = keyof typeof groupOf;
const names = ['ada', 'grace', 'joan'] as const;
const memberOf = (group: string): Name | undefined => names.find((name) => groupOf[name] === group);
const isShown = ({ status }: Answer): boolean => status === 200;
const isRefused = ({ status }: Answer): boolean => status === 401;
const requests: readonly Sent[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-2000' } },
  { headers: { accept: 'text/markdown' } },
  { headers: { accept: 'text/html' } },
];

describe('readers of two groups', () => {
  let service: TestService;
  let running: Awaited<ReturnType<typeof edge>>;
  let provider: TestProvider;
  let browser: Browser;
  let host: TestHost;
  let live: SitePlace;
  let exported: SitePlace;
  const readers = new Map<Name, BrowserContext>();
  const cleanups: (() => Promise<void>)[] = [];
  const access = (rest = ''): string => `/v1/projects/${service.projectId}/access${rest}`;

  before(async () => {
    live = await findPlace('example-docs');
    exported = await findPlace('exported-docs');
    provider = await startProvider([live, exported].map(({ url }) => `${url}/login/oauth/callback`));
    const settings = { deploymentConcurrency: '1', sitesPort: String(live.port), privateSignInHosts: provider.issuer };
    service = await startTestService({ worker: true, settings });
    running = await edge(service.settings, createLogger({ level: 'silent' }));
    browser = await launchBrowser();
    for (const name of names) {
      const reader = await browser.newContext();
      readers.set(name, reader);
    }
    await pushGroupPages(service);
    const { issuer, clientId, clientSecret } = provider;
    const { status, text } = await service.request('PUT', access(), {
      body: { mode: 'oauth', oauth: { issuer, clientId, clientSecret } },
    });
    assert.equal(status, 200, text);
    await until(
      async () => (await service.request('GET', `/v1/projects/${service.projectId}/site`)).json,
      (site) => site.live === true,
    );
    await until(() => ask(live, '/quickstart'), isRefused);
  });
  after(async () => {
    await browser?.close();
    await host?.stop();
    await running?.stop();
    await service?.stop();
    await provider?.[Symbol.asyncDispose]();
    for (const cleanup of cleanups) await cleanup();
  });

  const contextOf = (name: Name): BrowserContext => readers.get(name) ?? assert.fail(name);
  const cookieOf = async (at: SitePlace, name: Name): Promise<string> =>
    (await contextOf(name).cookies(at.url)).map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
  /** Sends a request with a reader's cookie. */
  const askAs = async (name: Name | undefined, at: SitePlace, path: string, sent: Sent = {}): Promise<Answer> => {
    const cookie = name === undefined ? {} : { cookie: await cookieOf(at, name) };
    return ask(at, path, { ...sent, headers: { ...cookie, ...sent.headers } });
  };
  const open = async (at: SitePlace, name: Name, path: string): Promise<Page> => openPage(at, contextOf(name), path);

  const testPlace = (at: () => SitePlace): void => {
    test('are redirected through the provider to the requested page, while a plain client receives 401', async () => {
      const refused = await ask(at(), '/quickstart');
      assert.deepEqual([refused.status, refused.headers['cache-control']], [401, 'private, no-store']);
      assert.match(refused.headers['www-authenticate'] ?? '', /^Bearer/);
      for (const name of names) {
        provider.claims = { sub: name, name, groups: [groupOf[name]].filter((group) => group !== '') };
        const [, login, authorize = ''] = await signIn(at(), contextOf(name));
        assert.equal(login, `${at().url}/login?redirect=%2Fquickstart`);
        assert.ok(authorize.startsWith(`${provider.issuer}/auth?`), authorize);
      }
      // The live site is redeployed when it is protected, because a public site's bundle lacks these pages.
      for (const { path, group } of groupPages) await until(() => askAs(memberOf(group), at(), `/${path}`), isShown);
    });

    test('see their own pages in the navigation and in search, and receive answers from them', async () => {
      const question = { id: 'm1', role: 'user', content: 'Which lamps of the night watch does the handbook list?' };
      const body = JSON.stringify({ messages: [question], threadId: 't1', responseType: 'text' });
      for (const name of names) {
        const page = await open(at(), name, '/quickstart');
        requireOwnPages(await page.content(), groupOf[name], 'navigation');
        await page.click('#search-bar-entry');
        await page.fill('.search-dialog[open] input', 'handbook');
        await page.locator('.search-dialog[data-query="handbook"]').waitFor();
        requireOwnPages((await page.locator('a.search-result').allTextContents()).join('\n'), groupOf[name], 'search');
        const answer = await page.evaluate(async (sent) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch('/_docwright/assistant/message', { method: 'POST', headers, body: sent })).text();
        }, body);
        requireOwnPages(answer, groupOf[name], 'assistant');
        for (const { group, path, marker } of groupPages) {
          const response = await page.goto(`${at().url}/${path}`);
          const isTheirs = group === groupOf[name];
          assert.equal(response?.status(), isTheirs ? 200 : 404, `${path} for ${name}`);
          assert.equal((await page.content()).includes(marker), isTheirs, `${path} for ${name}`);
        }
        await page.close();
      }
    });

    test('receive results from their own pages through MCP, with their own tokens', async () => {
      const reads = groupPages.map(({ path }) => ({ name: 'read_page', arguments: { path } }));
      const calls = [{ name: 'search', arguments: { query: 'handbook' } }, ...reads];
      for (const name of names) {
        const [found = '', ...pages] = await callTools(at(), await createToken(at(), contextOf(name)), calls);
        requireOwnPages(found, groupOf[name], 'MCP search');
        for (const [index, { group, marker }] of groupPages.entries())
          assert.equal(pages[index]?.includes(marker), group === groupOf[name], `MCP page for ${name}`);
      }
    });

    test('receive no content of other groups through other spellings of paths, other methods, or lists', async () => {
      const show = ({ status, headers: { location, 'content-length': length }, text }: Answer): string =>
        `${status} ${location} ${length}\n${text}`.replaceAll('eamz', 'eams');
      for (const { group, path, marker } of groupPages) {
        for (const shown of [`/${path}`, `/${path}.md`, `/images/${path}.svg`])
          assert.ok((await askAs(memberOf(group), at(), shown)).text.includes(marker), shown);
        for (const name of [...names.filter((each) => groupOf[each] !== group), undefined])
          for (const [index, spelling] of spellings(path).entries())
            for (const sent of requests) {
              const row = `${sent.method ?? 'GET'} ${spelling} ${JSON.stringify(sent.headers ?? {})} for ${name}`;
              const answer = await askAs(name, at(), spelling, sent);
              assert.ok(![200, 206].includes(answer.status) && !answer.text.includes(marker), row);
              // The response for a page that doesn't exist is the same.
              const missing = spellings(path.replace('teams', 'teamz'))[index] ?? '';
              assert.equal(show(answer), show(await askAs(name, at(), missing, sent)), row);
            }
      }
      const lists = ['/', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/_docwright/pages.json', '/nowhere'];
      const indexes = '/_docwright/search/restricted.json';
      const listIndexes = async (name: Name): Promise<readonly string[]> =>
        (await askAs(name, at(), indexes)).text.match(/_docwright\/search\/\w+\.json/g) ?? [];
      // The index of the pages that every signed-in reader can read.
      const shared = await listIndexes('joan');
      for (const name of names) {
        for (const path of [...lists, '/_docwright/search?q=handbook'])
          requireOwnPages((await askAs(name, at(), path)).text, groupOf[name], path);
        for (const path of ['/quickstart.md', '/_docwright/search/index.json', indexes])
          requireOwnPages((await askAs(name, at(), path)).text, '', path);
        const own = (await listIndexes(name)).filter((manifest) => !shared.includes(manifest));
        assert.equal(own.length, groupOf[name] === '' ? 0 : 1);
        for (const manifest of own)
          for (const reader of [...names, undefined]) {
            const expected = reader === name ? 200 : reader === undefined ? 401 : 404;
            assert.equal((await askAs(reader, at(), `/${manifest}`)).status, expected, `${manifest} for ${reader}`);
          }
      }
    });
  };

  describe('at the live site', () => testPlace(() => live));

  describe('at a host with the exported bundle', () => {
    before(async () => {
      const jobs = '/v1/static-export/jobs';
      const body = { domain: service.domain, access: 'included' };
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
        access: { mode: 'oauth', url: exported.url, issuer, clientId, clientSecret },
      });
    });
    testPlace(() => exported);

    test('can’t use the cookie of one site at the other', async () => {
      for (const from of [live, exported])
        for (const name of names) {
          const headers = { cookie: await cookieOf(from, name) };
          const to = from === live ? exported : live;
          for (const path of ['/quickstart', ...groupPages.map((each) => `/${each.path}`)])
            assert.equal((await ask(to, path, { headers })).status, 401, `${path} at ${to.url}`);
        }
    });
  });

  test('stay signed in while the provider is stopped, and a new sign-in ends on a page that states the reason', async () => {
    await provider[Symbol.asyncDispose]();
    for (const at of [live, exported])
      for (const name of names) {
        const page = await open(at, name, '/');
        requireOwnPages(await page.content(), groupOf[name], at.url);
        await page.close();
      }
    const page = await (await browser.newContext()).newPage();
    assert.equal((await page.goto(`${exported.url}/quickstart`))?.status(), 503);
    assert.match((await page.getByRole('alert').textContent()) ?? '', /identity provider is not responding/);
  });

  test('must sign in again after their sessions have ended, while others stay signed in', async () => {
    const cookie = await cookieOf(exported, 'ada');
    const page = await open(exported, 'ada', '/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${exported.url}/logout`);
    const copied = await ask(exported, '/teams/watch', { headers: { cookie, accept: 'text/html' } });
    assert.deepEqual([copied.status, copied.headers.location], [302, '/login?redirect=%2Fteams%2Fwatch']);
    assert.equal((await askAs('grace', exported, '/teams/trade')).status, 200);

    const authorization = `Bearer ${await createToken(live, contextOf('grace'))}`;
    const asAgent = () => ask(live, '/teams/trade.md', { headers: { authorization } });
    assert.equal((await asAgent()).status, 200);
    const { json } = await service.request('POST', access('/sign-out-everyone'));
    assert.equal(json.sessions, names.length);
    for (const name of names) await until(() => askAs(name, live, '/quickstart'), isRefused);
    await until(asAgent, isRefused);
    const redirect = await askAs('grace', live, '/teams/trade', { headers: { accept: 'text/html' } });
    assert.deepEqual([redirect.status, redirect.headers.location], [302, '/login?redirect=%2Fteams%2Ftrade']);
    assert.equal((await askAs('grace', exported, '/teams/trade')).status, 200);
  });
});
