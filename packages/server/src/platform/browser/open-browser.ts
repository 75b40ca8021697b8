import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FairSlots, SiteError } from '@docwright/site-server';
import type { Logger } from '../log/index.ts';
import { watchChild } from '../processes/index.ts';
import { buildBrowserCommand, defaultBrowserLimits, type BrowserTools, type InnerSandbox } from './browser-command.ts';
import { DevTools } from './devtools.ts';
import { BrowserError } from './errors.ts';
import { findProgram, type BrowserProgram } from './find-program.ts';
import { takeScreenshot, type Screenshot, type ScreenshotRequest } from './take-screenshot.ts';

/** Shows tenants' pages, each in a new browser in a sandbox without network, files and environment. */
export interface Browser {
  /**
   * The reason why no page can be shown, or `undefined` if the browser works. The first call tests this by showing a
   * page.
   * @throws BrowserError `timed-out`: the browser didn't respond in time; the next call tries again
   */
  findProblem(): Promise<string | undefined>;
  /**
   * Takes a screenshot once it is the organization's turn.
   * @throws BrowserError, or the signal's reason
   */
  takeScreenshot(organizationId: string, request: ScreenshotRequest, signal: AbortSignal): Promise<Screenshot>;
  /** Ends all browsers; their screenshots fail. */
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Absolute path. */
  readonly program: string;
  readonly tools: { readonly [Name in keyof BrowserTools]: string | undefined };
  readonly log: Logger;
  /** Whether several organizations share the browsers. */
  readonly isShared: () => boolean;
  /** Maximum number of concurrent browsers. Default: 2. */
  readonly places?: number;
  /** Maximum time from the browser's start to its end. Default: 30 s. */
  readonly timeoutMs?: number;
}

const maxWaiting = 100;
const stderrBytes = 4 * 1024;

export function openBrowser(options: BrowserOptions): Browser {
  return new SandboxedBrowser(options);
}

interface Usable {
  readonly tools: BrowserTools;
  readonly program: BrowserProgram;
  readonly inner: InnerSandbox;
}

class SandboxedBrowser implements Browser {
  readonly #options: BrowserOptions;
  readonly #slots: FairSlots;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #found: Promise<Usable | string> | undefined;

  constructor(options: BrowserOptions) {
    this.#options = options;
    this.#slots = new FairSlots(options.places ?? 2, maxWaiting, { isShared: options.isShared });
  }

  async findProblem(): Promise<string | undefined> {
    const found = await this.#ready();
    return typeof found === 'string' ? found : undefined;
  }

  async takeScreenshot(owner: string, request: ScreenshotRequest, signal: AbortSignal): Promise<Screenshot> {
    const found = await this.#ready();
    if (typeof found === 'string') throw new BrowserError('failed', found);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const askedAt = performance.now();
    try {
      return await this.#slots.run([owner], () => this.#show(found, request, { signal: either, askedAt }), either);
    } catch (error) {
      if (error instanceof SiteError) throw new BrowserError('timed-out', 'too many pages are waiting for a browser');
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new BrowserError('failed', 'the browser is closed'));
    await Promise.all(this.#running);
  }

  async #show(
    usable: Usable,
    request: ScreenshotRequest,
    { signal, askedAt }: { readonly signal: AbortSignal; readonly askedAt: number },
  ): Promise<Screenshot> {
    const startedAt = performance.now();
    const screenshot = await this.#run(usable, request, signal);
    const durationMs = Math.round(performance.now() - startedAt);
    const waitedMs = Math.round(startedAt - askedAt);
    this.#options.log.info({ durationMs, waitedMs, bytes: screenshot.bytes.byteLength }, 'screenshot of a page');
    return screenshot;
  }

  /** Returns the cached result of `#find`. A timeout isn't cached, because its cause may be outside the browser. */
  #ready(): Promise<Usable | string> {
    return (this.#found ??= this.#find().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    }));
  }

  /** Tries the browser with its own sandbox first. Isolation is reduced only after a failure, not after a timeout. */
  async #find(): Promise<Usable | string> {
    const { bwrap, prlimit } = this.#options.tools;
    if (bwrap === undefined) return 'bubblewrap (bwrap) is not installed';
    if (prlimit === undefined) return 'prlimit (util-linux) is not installed';
    const program = await findProgram(this.#options.program);
    if (typeof program === 'string') return program;
    let problem = '';
    for (const inner of ['own', 'none'] as const) {
      try {
        const usable = { tools: { bwrap, prlimit }, program, inner };
        await this.#run(usable, blankPage, this.#closing.signal);
        if (inner === 'none')
          this.#options.log.info(
            { problem },
            "the browser's own sandbox doesn't start here: only bubblewrap isolates it",
          );
        return usable;
      } catch (error) {
        if (error instanceof BrowserError && error.end === 'timed-out') throw error;
        problem = error instanceof Error ? error.message : String(error);
      }
    }
    return problem;
  }

  /** Starts a browser, and ends it together with everything in its sandbox. */
  async #run({ tools, program, inner }: Usable, request: ScreenshotRequest, signal: AbortSignal): Promise<Screenshot> {
    signal.throwIfAborted();
    const { timeoutMs = 30_000 } = this.#options;
    const browser = startBrowser(buildBrowserCommand(tools, program, { inner, limits: defaultBrowserLimits }));
    this.#running.add(browser.ended);
    const timer = setTimeout(() => browser.fail(timedOut(timeoutMs)), timeoutMs);
    const onAbort = (): void => browser.fail(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await takeScreenshot(browser.devtools, request);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      browser.stop();
      await browser.ended;
      this.#running.delete(browser.ended);
    }
  }
}

const timedOut = (timeoutMs: number): BrowserError =>
  new BrowserError(
    'timed-out',
    `the page isn't complete after ${timeoutMs / 1000} s: perhaps one of its scripts never ends`,
  );

const blankPage: ScreenshotRequest = {
  path: '/',
  readFile: () => ({ bytes: Buffer.from('<!doctype html><p>Docwright'), contentType: 'text/html; charset=utf-8' }),
  window: { width: 64, height: 64, isPhone: false },
  theme: 'light',
  storage: {},
  start: 0,
  maxHeight: 64,
  maxBytes: 1_000_000,
};

function startBrowser([file, ...args]: readonly [string, ...string[]]) {
  // A separate process group, so that bubblewrap and everything in it can be ended together.
  const child = spawn(file, args, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const { ended, stop } = watchChild<'done'>(child, { isGroupLeader: true });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-stderrBytes);
  });
  const [, , , input, output] = child.stdio as unknown as [null, null, Readable, Writable, Readable];
  const devtools = new DevTools(input, output);
  void ended.then(({ startError }) => {
    const reason = startError?.message ?? stderr.trim().split('\n').at(-1)?.slice(0, 300);
    devtools.end(new BrowserError('failed', `the browser ended: ${reason}`));
  });
  return {
    devtools,
    ended,
    fail: (error: Error) => devtools.end(error),
    stop: () => {
      stop('done');
      input.destroy();
      output.destroy();
    },
  };
}
