/** Serves files over HTTP for tests, and opens them in a browser. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'playwright-core';

import { launchBrowser } from '../../testing/launch-browser.ts';

export interface ThemeBrowser {
  readonly browser: Browser;
  readonly origin: string;
  /** Opens a page in light colors without motion; an uncaught error in its scripts fails the test. */
  open(path: string, look?: Look): Promise<Page>;
  close(): Promise<void>;
}

export interface Look {
  readonly width?: number;
}

/** Serves the files and starts a browser. @param files by path, without a leading slash */
export async function browseTheme(files: ReadonlyMap<string, string | Uint8Array>): Promise<ThemeBrowser> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/[?#].*$/, '').slice(1);
    const bytes = files.get(path);
    const types: Readonly<Record<string, string>> = {
      html: 'text/html',
      css: 'text/css',
      js: 'text/javascript',
      md: 'text/markdown',
      woff2: 'font/woff2',
    };
    response.writeHead(bytes === undefined ? 404 : 200, {
      'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    });
    response.end(bytes);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  return {
    browser,
    origin,
    async open(path, look = {}) {
      const page = await browser.newPage({
        viewport: { width: look.width ?? 1440, height: 900 },
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      page.on('pageerror', (error) => assert.fail(error));
      await page.goto(origin + path, { waitUntil: 'load' });
      return page;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
