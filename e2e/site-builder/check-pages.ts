import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { SiteServer } from './serve-site.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface PageFindings {
  readonly path: string;
  /** Errors that the browser logged, and exceptions of scripts. */
  readonly errors: readonly string[];
  /** Requested addresses on other hosts; none was served. */
  readonly foreign: readonly string[];
  /** Serious and critical findings of axe, in the light and the dark theme. */
  readonly axe: readonly string[];
  /** Cumulative layout shift. */
  readonly shift: number;
  readonly requests: number;
  readonly scriptBytes: number;
  readonly styleBytes: number;
}

export interface CheckOptions {
  readonly browser: Browser;
  readonly server: SiteServer;
  readonly paths: readonly string[];
  /** If not set, axe is skipped, because it takes most of the time. */
  readonly withAxe: boolean;
  readonly width?: number;
}

/** Opens a window that can access the given server and no other host. */
export async function openWindow(
  browser: Browser,
  server: SiteServer,
  width = 1440,
): Promise<{ context: BrowserContext; foreign: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const foreign: string[] = [];
  await context.route(
    (url) => url.origin !== server.origin && /^(?:https?|wss?):$/.test(url.protocol),
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  return { context, foreign };
}

/** Opens each page as a first visit, without a cache. */
export async function checkPages(options: CheckOptions): Promise<PageFindings[]> {
  const findings: PageFindings[] = [];
  for (const path of options.paths) findings.push(await checkPage(path, options));
  return findings;
}

async function checkPage(path: string, { browser, server, withAxe, width }: CheckOptions): Promise<PageFindings> {
  const { context, foreign } = await openWindow(browser, server, width);
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      // Blocked requests to other hosts are counted separately.
      if (message.type() === 'error' && !message.text().includes('net::ERR_FAILED')) errors.push(message.text());
    });
    await page.addInitScript(`
      window.shiftSum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shiftSum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`);
    server.takeLog();
    await page.goto(`${server.origin}/${path.split('/').map(encodeURIComponent).join('/')}`, {
      waitUntil: 'networkidle',
    });
    const served = server.takeLog();
    const sum = (pattern: RegExp): number =>
      served.filter((file) => pattern.test(file.path)).reduce((total, { wireBytes }) => total + wireBytes, 0);
    return {
      path,
      errors: path === '404.html' ? errors.filter((text) => !text.includes('404')) : errors,
      foreign: [...new Set(foreign)],
      axe: withAxe ? [...(await findFaults(page, 'light')), ...(await findFaults(page, 'dark'))] : [],
      shift: await page.evaluate<number>('window.shiftSum'),
      requests: served.length,
      scriptBytes: sum(/\.m?js$/),
      styleBytes: sum(/\.css$/),
    };
  } finally {
    await context.close();
  }
}

async function findFaults(page: Page, look: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate(`document.documentElement.classList.toggle('dark', ${look === 'dark'})`);
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`${axe};undefined`);
  type Result = { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] };
  // Returns only the required part of the report, because each value is copied from the browser.
  const violations = await page.evaluate<Result['violations']>(
    `axe.run({ exclude: [['iframe']] }, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      })),
    )`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${look} ${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    );
}
