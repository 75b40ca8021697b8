import { toFields, toText, type DevTools, type DevToolsEvent, type Fields } from './devtools.ts';
import { BrowserError } from './errors.ts';
import { pageOrigin, PageTraffic, type PageFile } from './page-traffic.ts';

export interface ScreenshotRequest {
  /** Path of the page's address, encoded: `/guides/set%20up`. */
  readonly path: string;
  /** The page itself and the files that it loads, by decoded path without the first slash. */
  readonly readFile: (path: string) => PageFile | undefined;
  /** The reader's window, in CSS pixels. */
  readonly window: { readonly width: number; readonly height: number; readonly isPhone: boolean };
  readonly theme: 'light' | 'dark';
  /** The page's initial local storage. */
  readonly storage: Readonly<Record<string, string>>;
  /** Start of the screenshot, in pixels from the page's top. */
  readonly start: number;
  /** Maximum height of the screenshot. */
  readonly maxHeight: number;
  readonly maxBytes: number;
  /** A page that never becomes idle is shown in its state after this time. Default: 10 s. */
  readonly settleMs?: number;
}

export interface Screenshot {
  /** A PNG. */
  readonly bytes: Uint8Array;
  /** The part of the page in the image, in pixels from the top. */
  readonly start: number;
  readonly end: number;
  readonly pageHeight: number;
  /** 1, or less if the image had to be reduced to fit `maxBytes`. */
  readonly scale: number;
  /** Some of the other hosts whose files are missing. */
  readonly refusedHosts: readonly string[];
}

const scales = [1, 0.5, 0.25] as const;

/** Shows a page in a browser that has just been started. @throws BrowserError */
export async function takeScreenshot(devtools: DevTools, request: ScreenshotRequest): Promise<Screenshot> {
  const page = await openPage(devtools, request);
  await page.settle();
  const before = await page.measure(height);
  const start = Math.max(0, Math.min(request.start, before - 1));
  const wanted = Math.max(request.window.height, before - start);
  const window = { ...request.window, height: Math.min(wanted, request.maxHeight) };
  for (const scale of scales) {
    await page.resize(window, scale);
    // The whole part is now in the window, so images that load only when visible are loaded.
    const top = await page.measure(`(scrollTo({ top: ${start}, behavior: 'instant' }), scrollY)`);
    await page.settle();
    const bytes = await page.capture();
    if (bytes.length > request.maxBytes) continue;
    const pageHeight = await page.measure(height);
    const end = Math.min(pageHeight, top + window.height);
    return { bytes, start: top, end, pageHeight, scale, refusedHosts: page.traffic.refusedHosts };
  }
  throw new BrowserError('crashed', `its screenshot has more than ${request.maxBytes} bytes`);
}

class Page {
  readonly traffic: PageTraffic;
  readonly #devtools: DevTools;
  /** The page's ID, which is also the ID of its main frame. */
  readonly #targetId: string;
  readonly #sessionId: string;
  readonly #loaded = Promise.withResolvers<void>();
  readonly #settleBy: number;

  constructor(
    devtools: DevTools,
    { targetId, sessionId }: { readonly targetId: string; readonly sessionId: string },
    request: ScreenshotRequest,
  ) {
    this.#devtools = devtools;
    this.#targetId = targetId;
    this.#sessionId = sessionId;
    this.#settleBy = performance.now() + (request.settleMs ?? 10_000);
    this.traffic = new PageTraffic({ devtools, sessionId }, request);
    devtools.listen((event) => this.#handle(event));
  }

  send(method: string, params: Fields = {}): Promise<Fields> {
    return this.#devtools.send(method, params, this.#sessionId);
  }

  /** Waits until the page has loaded, has drawn its fonts and images, and sends no more requests. */
  async settle(): Promise<void> {
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), Math.max(0, this.#settleBy - performance.now()));
    try {
      const loaded = this.#loaded.promise.then(() => true);
      let isWaiting = await Promise.race([loaded, this.#devtools.ended, late.promise]);
      for (let quiet = 0; isWaiting && quiet < 2;) {
        const { count } = this.traffic;
        const rested = this.evaluate(rest).then(() => true);
        isWaiting = await Promise.race([rested, late.promise]);
        quiet = this.traffic.count === count && this.traffic.pending === 0 ? quiet + 1 : 0;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async evaluate(expression: string): Promise<unknown> {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return toFields(answer['result'])['value'];
  }

  /** Measures a length in the page, which may return any value. */
  async measure(expression: string): Promise<number> {
    const value = Number(await this.evaluate(expression));
    return Number.isFinite(value) ? Math.min(Math.max(0, Math.round(value)), 2 ** 31) : 0;
  }

  resize({ width, height, isPhone }: ScreenshotRequest['window'], scale: number): Promise<Fields> {
    return this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      mobile: isPhone,
      deviceScaleFactor: scale,
    });
  }

  async capture(): Promise<Buffer> {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(toText(data) ?? '', 'base64');
  }

  #handle({ method, params, sessionId }: DevToolsEvent): void {
    if (sessionId !== this.#sessionId) return;
    if (method === 'Fetch.requestPaused') void this.traffic.answer(params);
    else if (method === 'Page.frameStoppedLoading' && params['frameId'] === this.#targetId && this.traffic.isOpened)
      this.#loaded.resolve();
    else if (method === 'Page.javascriptDialogOpening')
      void this.#ignore('Page.handleJavaScriptDialog', { accept: false });
  }

  async #ignore(method: string, params: Fields): Promise<void> {
    await this.send(method, params).catch(() => undefined);
  }
}

/** Expressions to evaluate in the page. */
const height = 'Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0)';
const rest = `(async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].filter((image) => image.complete).map((image) => image.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
})()`;

async function openPage(devtools: DevTools, request: ScreenshotRequest): Promise<Page> {
  const targetId = toText((await devtools.send('Target.createTarget', { url: 'about:blank' }))['targetId']) ?? '';
  watchTargets(devtools, targetId);
  const attached = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
  const page = new Page(devtools, { targetId, sessionId: toText(attached['sessionId']) ?? '' }, request);
  const storage = JSON.stringify(Object.entries(request.storage));
  await Promise.all([
    devtools.send('Target.setDiscoverTargets', { discover: true }),
    devtools.send('Browser.setDownloadBehavior', { behavior: 'deny' }),
    page.send('Page.enable'),
    page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    page.resize(request.window, 1),
    page.send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: request.theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ],
    }),
    page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `try { for (const [key, value] of ${storage}) localStorage.setItem(key, value); } catch {}`,
    }),
  ]);
  const { errorText } = await page.send('Page.navigate', { url: `${pageOrigin}${request.path}` });
  if (errorText !== undefined) throw new BrowserError('not-found', `the page can't be opened: ${toText(errorText)}`);
  return page;
}

/** Closes windows that the page opens, and reports its end. */
function watchTargets(devtools: DevTools, pageId: string): void {
  devtools.listen(({ method, params }) => {
    if (method === 'Target.targetCrashed' && params['targetId'] === pageId)
      devtools.end(
        new BrowserError('crashed', 'the page needs more memory or processor time than a screenshot may use'),
      );
    const { type, targetId } = toFields(params['targetInfo']);
    if (method !== 'Target.targetCreated' || type !== 'page' || targetId === pageId) return;
    devtools.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
}
