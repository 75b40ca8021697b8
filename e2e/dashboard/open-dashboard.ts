import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { openBrowser, password, tokenOf } from '../accounts/browser.ts';
import { startTestService, until, type TestService } from '../api/test-service.ts';

export const owner = { name: 'Ada Lindqvist', email: 'ada@example.com', password: 'seven green lanterns' };

export interface TestDashboard {
  readonly service: TestService;
  readonly browser: Browser;
  /** The dashboard's address, such as `http://localhost:1234/dashboard`. */
  readonly url: string;
  /** The link printed by the first start. */
  readonly setupUrl: string;
  /** Opens a page in its own browser context. `faults` collects the errors that the page reports. */
  open(options?: BrowserContextOptions): Promise<OpenPage>;
  stop(): Promise<void>;
}

export interface OpenPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors, content security policy violations, and other errors on the console. */
  readonly faults: string[];
}

/**
 * The browser reports every response of 400 and above as an error; the tests check how the page handles it. A file can
 * be moved while the connection for its shared text is being opened.
 */
const refusal = /^Failed to load resource|WebSocket handshake: Unexpected response code: 4\d\d$/;

/** Starts the real service with its worker, and a real browser. */
export async function startDashboard(settings: Readonly<Record<string, string>> = {}): Promise<TestDashboard> {
  const service = await startTestService({ worker: true, settings });
  const browser = await launchBrowser();
  const { setupUrl } = JSON.parse(await readFile(join(service.dataDir, 'first-start.json'), 'utf8')) as {
    setupUrl: string;
  };
  return {
    service,
    browser,
    url: `${service.baseUrl}/dashboard`,
    setupUrl,
    open: async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !refusal.test(message.text()))
          faults.push(`${page.url()}: ${message.text()}`);
      });
      return { page, context, faults };
    },
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** Creates the first owner without the pages, because the tests of other pages start signed in. */
export async function signInOwner(
  dashboard: Pick<TestDashboard, 'service' | 'browser' | 'setupUrl'>,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const { service, browser, setupUrl } = dashboard;
  const context = await browser.newContext();
  const token = new URL(setupUrl).searchParams.get('token');
  const answer = await context.request.post(`${service.baseUrl}/auth/setup`, {
    data: { token, ...owner },
    headers: { origin: service.baseUrl },
  });
  if (!answer.ok()) throw new Error(`the owner could not be created: ${await answer.text()}`);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens a page as the owner, once the example's site is live. */
export async function openAtLiveSite(dashboard: TestDashboard): Promise<OpenPage> {
  const { service } = dashboard;
  await until(
    async () => (await service.request('GET', `/v1/projects/${service.projectId}/site`)).json,
    ({ live }) => live === true,
  );
  return dashboard.open({ storageState: await signInOwner(dashboard), reducedMotion: 'reduce' });
}

/** Opens a page as an invited member, whose account was created without the pages. */
export async function openMember(
  dashboard: Pick<TestDashboard, 'service' | 'open'>,
  { name, ...invitation }: { readonly name: string; readonly email: string; readonly role: string },
): Promise<OpenPage> {
  const { service } = dashboard;
  const { json } = await service.request('POST', '/v1/organization/invitations', { body: invitation });
  const browser = openBrowser(service);
  const token = tokenOf(json.acceptUrl);
  const accepted = await browser.request('POST', '/auth/invitation', { token, name, password });
  if (accepted.status !== 200) throw new Error(`the invitation was not accepted: ${accepted.text}`);
  const opened = await dashboard.open({ reducedMotion: 'reduce' });
  await opened.context.addCookies(
    [...browser.cookies].map(([key, value]) => ({ name: key, value, url: service.baseUrl })),
  );
  return opened;
}

/** Whether a control has the keyboard focus. */
export const hasFocus = (target: Locator): Promise<boolean> =>
  // These files have no browser types.
  target.evaluate((element) => (element as unknown as { matches(selector: string): boolean }).matches(':focus'));

/** Waits until a control has the keyboard focus, which pages move after they have changed. */
export const waitForFocus = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor({ state: 'attached' });

/**
 * Returns the page in an iframe, once its style sheets are loaded. Before that, a test could select a link that the
 * style sheets hide, and would wait until the link is visible.
 */
export async function openFrame(page: Page, selector: string): Promise<Frame> {
  const element = await page.locator(selector).elementHandle();
  const frame = await element?.contentFrame();
  if (frame === null || frame === undefined) throw new Error(`${selector} has no page`);
  await frame.waitForURL((url) => url.protocol !== 'about:', { waitUntil: 'load' });
  return frame;
}

/** Clicks a checkbox, and returns its state before the page can receive a response. */
export const toggleAtOnce = (checkbox: Locator): Promise<boolean> =>
  checkbox.evaluate((element) => {
    const box = element as unknown as { click(): void; readonly checked: boolean };
    box.click();
    return box.checked;
  });
