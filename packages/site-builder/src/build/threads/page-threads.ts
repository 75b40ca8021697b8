import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { locateEntryPoint } from '@docwright/entry-points';
import { PageQueue } from './page-queue.ts';
import type { ThreadedSite, ThreadMessage, ThreadInput } from './thread-messages.ts';

// Loads nothing of the builder: threads are started before the process has loaded its own.

/** A quarter of V8's own choice: pages that were handed over stay in memory for less time. 100 MB less at 5,000 pages, no slower. */
const youngMegabytes = 12;

/** At 1,000 pages a second thread gained nothing: it reads the whole site first. */
const leastPages = 1500;

/**
 * Threads for a build whose files are these, so that `count` make pages with the one that asks for it; undefined where it is
 * done soonest alone. Whoever starts them closes them.
 */
export function startPageThreads(paths: readonly string[], site: ThreadedSite, count: number): PageThreads | undefined {
  const pages = paths.filter((path) => /\.mdx?$/i.test(path)).length;
  return count < 2 || pages < leastPages ? undefined : new PageThreads(site, count - 1);
}

/** Threads that make pages of one build, beside the thread that asks for it. */
export class PageThreads implements AsyncDisposable {
  readonly queue = new PageQueue();
  readonly #threads: { readonly worker: Worker; readonly port: MessagePort }[];
  readonly #received: ThreadMessage[] = [];
  #wake: (() => void) | undefined;
  #isBroken = false;

  constructor(site: ThreadedSite, count: number) {
    this.#threads = Array.from({ length: count }, () => this.#start(site));
  }

  /** Whether pages can be expected of them. One that fails ends the others too: the build makes the rest by itself. */
  get isWorking(): boolean {
    return this.#threads.length > 0 && !this.#isBroken;
  }

  /** What they told since the last time, in each one's order; nothing once they are not trusted any more. */
  takeMessages(): ThreadMessage[] {
    // What a port had in hand when it was closed still comes.
    if (this.#isBroken) return [];
    for (const { port } of this.#threads) {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
        this.#received.push(next.message as ThreadMessage);
    }
    return this.#received.splice(0);
  }

  /** Resolves when one tells something, or fails. */
  async waitForMessage(): Promise<void> {
    if (this.#received.length > 0 || !this.isWorking) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Ends them, whatever they are doing. For `await using` too. */
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
