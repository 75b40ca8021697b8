import type { Browser, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Requested addresses on other hosts; none got a response. */
  readonly outside: string[];
  /** Paths on the site's own host. */
  readonly inside: string[];
  /** Browser reports: policy violations, failed scripts. */
  readonly complaints: string[];
}

/** Opens a page for a reader whose network contains only one host. */
export async function openPage(browser: Browser, address: string): Promise<WatchedPage> {
  const page = await browser.newPage();
  const watched: WatchedPage = { page, outside: [], inside: [], complaints: [] };
  const { host } = new URL(address);
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.host === host || url.protocol === 'data:' || url.protocol === 'blob:') {
      watched.inside.push(url.pathname);
      return route.continue();
    }
    watched.outside.push(url.href);
    return route.abort();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') watched.complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => {
    // A transition between pages ends early if the next page is requested before the transition is complete.
    if (!message.includes('ViewTransition')) watched.complaints.push(message);
  });
  return watched;
}
