/**
 * Measures keystrokes in the search dialog of a real browser: `node bench/search/measure-browser.ts [folder of
 * Markdown=docs] [pages=5000] [rounds=3] [--json]`.
 *
 * The site is served from memory by a plain static server, so the search runs in the browser (Debian's Chromium).
 * Each query is typed letter by letter on a newly opened page with an empty cache, then again in the same dialog; each
 * key waits for the results of the previous one. Shown: milliseconds from a key's event to its results in the document,
 * and to the frame that shows them. Goal: p95 60 ms to the frame.
 */
import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { serveSite } from '../../e2e/site-builder/serve-site.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { quantile } from '../api/open-bench.ts';
import { makeSearchSite } from './make-search-site.ts';

/** The same queries as in the measurements without a browser. */
const typed = ['how do i rotate an api key', 'rate limits', 'authentication token webhook', 'deploy to production'];

interface KeyTime {
  readonly listedMs: number;
  readonly shownMs: number;
}

/** Records for each key when its results are in the document, and when the next frame is drawn after that. */
const watch = `(() => {
  window.keyTimes = [];
  const dialog = document.querySelector('.search-dialog');
  const input = dialog.querySelector('input');
  input.addEventListener('input', (event) => { window.keyAt = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (dialog.dataset.query !== input.value || window.keyAt === undefined) return;
    const at = window.keyAt;
    const listedMs = performance.now() - at;
    window.keyAt = undefined;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.keyTimes.push({ listedMs, shownMs: performance.now() - at });
      port2.postMessage(undefined);
    });
  }).observe(dialog, { attributes: true, attributeFilter: ['data-query'] });
})()`;

async function typeQuery(page: Page, query: string): Promise<KeyTime[]> {
  await page.evaluate('window.keyTimes.length = 0');
  for (const [index, letter] of Array.from(query).entries()) {
    await page.keyboard.type(letter);
    await page.waitForFunction(`window.keyTimes.length > ${index}`, undefined, { polling: 5 });
  }
  return page.evaluate<KeyTime[]>('window.keyTimes');
}

async function measureQuery(browser: Browser, address: string, query: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.keyboard.press('/');
    await page.waitForSelector('.search-dialog[open]');
    await page.evaluate(watch);
    const [first, ...next] = await typeQuery(page, query);
    await page.fill('.search-dialog input', '');
    await page.waitForTimeout(200);
    return { first: first === undefined ? [] : [first], next, again: await typeQuery(page, query) };
  } finally {
    await context.close();
  }
}

const [pages = 5_000, rounds = 3] = process.argv.filter((argument) => /^\d+$/.test(argument)).map(Number);
const folder = process.argv.slice(2).find((argument) => !/^(?:\d+$|--)/.test(argument)) ?? 'docs';
const { files } = await makeSearchSite(folder, pages);
const bytes = new Map([...files].map(([path, file]) => [path, typeof file === 'string' ? Buffer.from(file) : file]));
const server = await serveSite(bytes);
const browser = await launchBrowser();
try {
  const times: Record<'first' | 'next' | 'again', KeyTime[]> = { first: [], next: [], again: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const query of typed) {
      const { first, next, again } = await measureQuery(browser, `${server.origin}/guides/page-7.html`, query);
      times.first.push(...first);
      times.next.push(...next);
      times.again.push(...again);
    }
  const of = (list: readonly KeyTime[], share: number, key: keyof KeyTime): string =>
    quantile(
      list.map((time) => time[key]),
      share,
    ).toFixed(1);
  const shown = Object.entries(times).flatMap(([name, list]) => [
    [`${name}.keys`, list.length],
    ...(['listedMs', 'shownMs'] as const).flatMap((key) => [
      [`${name}.${key}.p50`, of(list, 0.5, key)],
      [`${name}.${key}.p95`, of(list, 0.95, key)],
    ]),
  ]);
  const result: object = Object.fromEntries([['pages', pages], ...shown, ['load', loadavg()[0]]]);
  if (process.argv.includes('--json')) console.log(JSON.stringify(result));
  else console.table(result);
} finally {
  await browser.close();
  server.close();
}
