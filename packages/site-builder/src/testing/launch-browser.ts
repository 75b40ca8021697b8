import { existsSync } from 'node:fs';

import { chromium, type Browser, type BrowserContext } from 'playwright-core';

import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

/**
 * Debian's programs, in order of preference. The shell has the same engine without the browser's own windows and
 * services: ten pages in new contexts take 0.35 s of processor time instead of 1.35 s, and the theme's tests take 74 s
 * instead of 148 s.
 */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Whether pages receive every response late and run slowly, as on a busy machine: `DOCWRIGHT_TEST_SLOW_BROWSER=1`
 * reveals tests that read a page before it has changed.
 */
export const isSlowBrowser = process.env['DOCWRIGHT_TEST_SLOW_BROWSER'] === '1';

/**
 * Launches Debian's Chromium, or the Chromium installed with npm. Only for tests: its pages wait as long as a busy
 * machine needs.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await launchInstalled();
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(hangLimitMs);
    if (isSlowBrowser) slowDown(context);
    return context;
  };
  return browser;
}

function slowDown(context: BrowserContext): void {
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Network.enable');
    const late = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', late);
    return page;
  };
}

async function launchInstalled(): Promise<Browser> {
  const executablePath = installed.find((path) => existsSync(path));
  if (executablePath !== undefined)
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: hangLimitMs });
  const { default: packaged } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packaged.executablePath(),
    args: packaged.args,
    timeout: hangLimitMs,
  });
}
