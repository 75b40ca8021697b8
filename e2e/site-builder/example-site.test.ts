import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createFolderSource, createMemorySource, type SiteSource } from '@docwright/site-builder';
import { checkPages, openWindow, type PageFindings } from './check-pages.ts';
import { findBrokenLinks } from './find-broken-links.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { buildInMemory, serveSite, type BuiltSite, type SiteServer } from './serve-site.ts';

const folder = join(import.meta.dirname, '../../examples/docs-site');
/** A server for the example's API playground. */
const api = createServer((request, response) => {
  const cors = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
  };
  response.writeHead(request.method === 'OPTIONS' ? 204 : 200, { ...cors, 'content-type': 'application/json' });
  response.end(
    request.method === 'OPTIONS'
      ? undefined
      : JSON.stringify({
          asked: `${request.method} ${request.url}`,
          key: request.headers['authorization'] ?? request.headers['x-api-key'] ?? null,
        }),
  );
}).listen(0, '127.0.0.1');
await once(api, 'listening');
const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v2`;

/** Returns the example, with some text replaced in its files. */
function exampleSite(changes: Readonly<Record<string, readonly [from: string, to: string]>>): SiteSource {
  const source = createFolderSource(folder);
  return createMemorySource(
    source.paths.map((path) => {
      const bytes = source.read(path) ?? new Uint8Array();
      const change = changes[path];
      return [
        path,
        change === undefined
          ? bytes
          : Buffer.from(bytes)
              .toString('utf8')
              .replace(...change),
      ] as const;
    }),
  );
}

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  api.closeAllConnections();
  api.close();
});

describe('the example site on a plain static server, without other hosts', () => {
  let site: BuiltSite;
  let server: SiteServer;
  let findings: readonly PageFindings[];
  const pageTypes = {
    'a text page': 'quickstart.html',
    'the start page': 'index.html',
    'the gallery of components': 'components/gallery.html',
    'an API page': 'api-reference/flags/list-flags.html',
    'a channel page': 'api-reference/rules.html',
    'the changelog': 'changelog.html',
    'the page for missing addresses': '404.html',
  };
  before(async () => {
    // The page for missing addresses shows itself, instead of redirecting to the start page.
    const errors = '"errors": { "404": { "redirect": false } }, "variables"';
    site = await buildInMemory(exampleSite({ 'docs.json': ['"variables"', errors] }));
    server = await serveSite(site.files);
    findings = await checkPages({ browser, server, paths: Object.values(pageTypes), withAxe: true });
  });
  after(() => server.close());

  test('has no broken link, anchor or picture on any page', () => assert.deepEqual(findBrokenLinks(site.files), []));

  for (const [name, path] of Object.entries(pageTypes)) {
    test(`${name}: has no errors, requests to other hosts, serious axe findings in light and dark mode, or layout shifts`, () => {
      const found = findings.find((finding) => finding.path === path);
      assert.ok(found, `${path} was built`);
      assert.deepEqual(
        { errors: found.errors, foreign: found.foreign, axe: found.axe },
        { errors: [], foreign: [], axe: [] },
      );
      assert.ok(found.shift < 0.02, `layout shift ${found.shift}`);
    });
  }

  test('a first visit to a text page takes at most 7 requests, 8 KB of scripts and 20 KB of styles', () => {
    const { requests, scriptBytes, styleBytes } = findings[0] as PageFindings;
    assert.ok(
      requests <= 7 && scriptBytes <= 8192 && styleBytes <= 20_480,
      JSON.stringify({ requests, scriptBytes, styleBytes }),
    );
  });

  describe('by keyboard and touch', () => {
    let context: BrowserContext;
    let page: Page;
    before(async () => {
      ({ context } = await openWindow(browser, server));
      page = await context.newPage();
    });
    after(() => context.close());
    const go = (path: string): Promise<unknown> => page.goto(`${server.origin}/${path}`, { waitUntil: 'load' });

    test('a search works without a pointer, and loads nothing before it is opened', async () => {
      server.takeLog();
      await go('quickstart.html');
      assert.ok(!server.takeLog().some(({ path }) => path.includes('search')));
      await page.keyboard.press('Control+k');
      await page.waitForSelector('.search-dialog[open]');
      await page.keyboard.type('targeting');
      await page.waitForSelector('.search-result');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\.html/);
      await page.waitForFunction(`!location.pathname.includes('quickstart')`);
    });

    test('Escape closes the search, and restores the focus', async () => {
      await go('quickstart.html');
      await page.locator('.search-open:visible').first().focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('.search-dialog[open]');
      await page.keyboard.press('Escape');
      await page.waitForFunction(`!document.querySelector('.search-dialog[open]')`);
      assert.match(await page.evaluate<string>(`document.activeElement.className`), /search-open/);
    });

    test('the theme switch can be reached and pressed by keyboard, and the choice is stored', async () => {
      await go('quickstart.html');
      await page.locator('.theme-switch:visible').first().focus();
      const before = await page.evaluate<boolean>(`document.documentElement.classList.contains('dark')`);
      await page.keyboard.press('Enter');
      assert.equal(await page.evaluate(`document.documentElement.classList.contains('dark')`), !before);
      await go('guides/node.html');
      assert.equal(await page.evaluate(`document.documentElement.classList.contains('dark')`), !before);
    });

    test('every visible control on the gallery page shows that it is focused', async () => {
      await go('components/gallery.html');
      const unseen = await page.evaluate<
        string[]
      >(`[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        .filter((control) => control.checkVisibility() && control.tabIndex >= 0)
        .filter((control) => { control.focus(); return document.activeElement === control && getComputedStyle(control).outlineStyle === 'none' && getComputedStyle(control).boxShadow === 'none' && !control.matches(':focus-visible'); })
        .map((control) => control.outerHTML.slice(0, 100))`);
      assert.deepEqual(unseen, []);
    });

    test('on a phone the navigation opens, its links work, and nothing is wider than the screen', async () => {
      const phone = await openWindow(browser, server, 390);
      try {
        const small = await phone.context.newPage();
        for (const path of Object.values(pageTypes)) {
          await small.goto(`${server.origin}/${path}`);
          assert.ok((await small.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0, path);
        }
        await small.goto(`${server.origin}/quickstart.html`);
        await small.locator('.nav-open:visible').first().click();
        await small.locator('.side-nav a:visible', { hasText: 'Flags' }).first().click();
        await small.waitForURL(/concepts\/flags\.html/);
      } finally {
        await phone.context.close();
      }
    });

    test('a printed page contains the text, without elements that work only on screens', async () => {
      await go('components/gallery.html');
      await page.emulateMedia({ media: 'print' });
      for (const gone of ['.theme-switch', '.search-open', '.side-nav', '#table-of-contents'])
        assert.equal(await page.locator(`${gone}:visible`).count(), 0, gone);
      assert.ok(await page.isVisible('#content-area'));
      await page.emulateMedia({ media: 'screen' });
    });
  });
});

describe('the playground of an API page', () => {
  test('sends the request to the described server and shows the response', async () => {
    const pointed = exampleSite({
      'docs.json': ['"api": {', '"api": { "playground": { "proxy": false },'],
      'openapi.yaml': ['https://flags.example.com/v2', apiUrl],
    });
    const { files } = await buildInMemory(pointed);
    const server = await serveSite(files);
    const page = await browser.newPage();
    try {
      await page.goto(`${server.origin}/api-reference/flags/list-flags.html`);
      await page.locator('.api-try:visible').first().click();
      const panel = page.locator('.play-panel:visible');
      await panel.waitFor();
      const limit = panel.locator('input').filter({ visible: true });
      assert.ok((await limit.count()) > 0);
      await panel.getByRole('button', { name: /send/i }).first().click();
      await panel.getByText('GET /v2/flags').first().waitFor();
    } finally {
      await page.close();
      server.close();
    }
  });
});

describe('search in a site of a thousand pages', () => {
  const words =
    'lantern harbour copper meadow orchard signal velvet anchor thunder marble willow ember garden copper quartz river'.split(
      ' ',
    );
  const text = (seed: number): string =>
    Array.from({ length: 300 }, (_, index) => words[(seed * 7 + index * index) % words.length]).join(' ');
  const pages = Array.from({ length: 1000 }, (_, index) => `p${index}`);
  let server: SiteServer;
  before(async () => {
    const languages = [
      {
        language: 'en',
        versions: [
          { version: 'v2', pages: pages.slice(0, 700) },
          { version: 'v1', pages: pages.slice(700, 900) },
        ],
      },
      { language: 'ar', pages: pages.slice(900) },
    ];
    const files = new Map<string, string>([
      [
        'docs.json',
        JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#0a7' }, navigation: { languages } }),
      ],
      ...pages.map(
        (page, index) =>
          [
            `${page}.mdx`,
            `---\ntitle: Page ${index}\n---\n\n## Part ${index}\n\n${text(index)} word${index} ${index % 10 === 5 ? 'tenth' : ''}\n`,
          ] as const,
      ),
    ]);
    server = await serveSite((await buildInMemory(createMemorySource(files))).files);
  });
  after(() => server.close());

  /** Returns the paths of a query's results on a page, and the files that were loaded for them. */
  async function search(
    path: string,
    query: string,
  ): Promise<{ readonly found: readonly string[]; readonly bytes: number }> {
    const { context, foreign } = await openWindow(browser, server);
    try {
      const page = await context.newPage();
      await page.goto(`${server.origin}/${path}`, { waitUntil: 'networkidle' });
      server.takeLog();
      await page.keyboard.press('Control+k');
      await page.waitForSelector('.search-dialog[open]');
      await page.keyboard.insertText(query);
      await page.waitForSelector('.search-result');
      const bytes = server.takeLog().reduce((sum, { wireBytes }) => sum + wireBytes, 0);
      await page.waitForLoadState('networkidle');
      const found = await page
        .locator('.search-result')
        .evaluateAll((results) => results.map((result) => (result as unknown as { href?: string }).href ?? ''));
      assert.deepEqual(foreign, []);
      return { found, bytes };
    } finally {
      await context.close();
    }
  }

  test('finds a page by a word that occurs only there, with at most 100 KB transferred before the first result', async () => {
    const { found, bytes } = await search('p5.html', 'word123');
    assert.match(found[0] ?? '', /\/p123\.html/);
    assert.ok(bytes <= 100 * 1024, `${bytes} bytes`);
  });

  test('is limited to the page’s version and language', async () => {
    const indexOf = (href: string): number => Number(/\/p(\d+)\.html/.exec(href)?.[1]);
    for (const [page, from, to] of [
      ['p5.html', 0, 700],
      ['p755.html', 700, 900],
      ['p955.html', 900, 1000],
    ] as const) {
      const { found } = await search(page, 'tenth');
      assert.ok(found.length > 0, page);
      for (const href of found) assert.ok(indexOf(href) >= from && indexOf(href) < to, `${page} finds ${href}`);
    }
  });

  test('can be switched to another version with the keyboard', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/p5.html`);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('word750');
    await page.getByText('No results for “word750”').waitFor();
    await page.getByRole('button', { name: 'v1' }).press('Enter');
    await page.locator('a.search-result[href*="p750"]').waitFor();
    await page.close();
  });

  test('a page in a right-to-left language is mirrored', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.origin}/p950.html`);
    assert.deepEqual(await page.evaluate(`[document.documentElement.lang, document.documentElement.dir]`), [
      'ar',
      'rtl',
    ]);
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')) <= 0);
    const [nav, content] = await page.evaluate<[number, number]>(
      `[document.querySelector('.side-nav').getBoundingClientRect().left, document.querySelector('#content-area').getBoundingClientRect().left]`,
    );
    assert.ok(nav > content, 'the navigation is on the right');
    await page.close();
  });
});
