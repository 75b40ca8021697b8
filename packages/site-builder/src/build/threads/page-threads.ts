import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { locateEntryPoint } from '@docwright/entry-points';
import { PageQueue } from './page-queue.ts';
import type { ThreadedSite, ThreadMessage, ThreadInput } from './thread-messages.ts';

// This module doesn't load the builder, because threads are started before this process has loaded it.

/**
 * Size of a thread's young generation. With a quarter of V8's default, transferred pages remain in memory for less
 * time, which saves 100 MB at 5,000 pages and isn't slower.
 */
const youngMegabytes = 12;

/** Minimum number of pages for a second thread, which isn't faster at 1,000: it must first read the whole site. */
const leastPages = 1500;

/**
 * Starts threads for a build with these files, so that `count` threads render pages, including the caller's. Returns
 * `undefined` if one thread is fastest. The caller closes the threads.
 */
export function startPageThreads(paths: readonly string[], site: ThreadedSite, count: number): PageThreads | undefined {
  const pages = paths.filter((path) => /\.mdx?$/i.test(path)).length;
  return count < 2 || pages < leastPages ? undefined : new PageThreads(site, count - 1);
}

/** Threads that render a build's pages, in addition to the caller's thread. */
export class PageThreads implements AsyncDisposable {
  readonly queue = new PageQueue();
  readonly #threads: { readonly worker: Worker; readonly port: MessagePort }[];
  readonly #received: ThreadMessage[] = [];
  #wake: (() => void) | undefined;
  #isBroken = false;

  constructor(site: ThreadedSite, count: number) {
    this.#threads = Array.from({ length: count }, () => this.#start(site));
  }

  /**
   * Whether the threads can still deliver pages. If one fails, all end, and the build renders the remaining pages
   * itself.
   */
  get isWorking(): boolean {
    return this.#threads.length > 0 && !this.#isBroken;
  }

  /**
   * The threads' messages since the last call, in order for each thread; empty once the threads are no longer trusted.
   */
  takeMessages(): ThreadMessage[] {
    // Messages in transit when a port was closed still arrive.
    if (this.#isBroken) return [];
    for (const { port } of this.#threads) {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
        this.#received.push(next.message as ThreadMessage);
    }
    return this.#received.splice(0);
  }

  /** Resolves when a thread sends a message or fails. */
  async waitForMessage(): Promise<void> {
    if (this.#received.length > 0 || !this.isWorking) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Terminates the threads immediately. Also used by `await using`. */
  async close(): Promise<void> {
    this.#isBroken = true;
    this.#wake?.();
    for (const { port } of this.#threads) port.close();
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #start(site: ThreadedSite): { readonly worker: Worker; readonly port: MessagePort } {
    const { port1: port, port2 } = new MessageChannel();
    const input: ThreadInput = { site, taken: this.queue.shared, port: port2 };
    const worker = new Worker(locateEntryPoint(new URL('../../main/page-thread.ts', import.meta.url)), {
      workerData: input,
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    port.on('message', (message: ThreadMessage) => {
      this.#received.push(message);
      this.#wake?.();
    });
    worker.on('error', () => {
      this.#isBroken = true;
      this.#wake?.();
    });
    return { worker, port };
  }
}
