import type { BuiltPage } from '../make-page.ts';
import type { NewPageRecord } from '../cache/index.ts';
import type { BuildParts } from '../prepare-build.ts';
import type { PageThreads } from './page-threads.ts';
import { planDigest } from './plan-digest.ts';

/** Returns a build's pages, requested in order from the first to the last. */
export interface PagesInOrder {
  /** `needsMarkdown`: otherwise, the page's Markdown may be missing. */
  take(index: number, needsMarkdown: boolean): BuiltPage | Promise<BuiltPage>;
}

export function pagesInOrder(parts: BuildParts): PagesInOrder {
  const { threads } = parts.request;
  return threads === undefined
    ? { take: (index, needsMarkdown) => makePage(parts, index, needsMarkdown) }
    : new SharedPages(parts, threads);
}

function makePage({ chosen, pages, plan }: BuildParts, index: number, needsMarkdown = true): BuiltPage {
  const planned = chosen[index];
  if (planned === undefined) throw new RangeError(`page ${index} doesn't exist`);
  return pages.make(planned, plan.views.view(planned.page.path), needsMarkdown);
}

/**
 * Renders pages together with other threads.
 *
 * T1 A page is the same regardless of the thread that renders it; a thread that read a different site renders no pages.
 * T2 Pages are returned in order. Their effects don't depend on when they are rendered.
 * T3 If the threads fail, this thread renders the remaining pages.
 */
class SharedPages implements PagesInOrder {
  readonly #parts: BuildParts;
  readonly #threads: PageThreads;
  readonly #made = new Map<number, BuiltPage>();
  readonly #records = new Map<number, NewPageRecord>();

  constructor(parts: BuildParts, threads: PageThreads) {
    this.#parts = parts;
    this.#threads = threads;
  }

  async take(index: number): Promise<BuiltPage> {
    const page = await this.#find(index);
    this.#threads.queue.noteFinished(index + 1);
    return page;
  }

  async #find(index: number): Promise<BuiltPage> {
    const { queue } = this.#threads;
    for (;;) {
      await this.#listen();
      const made = this.#made.get(index) ?? this.#takeRecord(index);
      if (made !== undefined) {
        this.#made.delete(index);
        return made;
      }
      if (!this.#threads.isWorking) return makePage(this.#parts, index);
      const run = queue.hasRoom ? queue.take(this.#parts.chosen.length) : undefined;
      if (run === undefined) await this.#threads.waitForMessage();
      else for (let own = run.first; own < run.end; own++) this.#made.set(own, makePage(this.#parts, own));
    }
  }

  #takeRecord(index: number): BuiltPage | undefined {
    const { chosen, pages, plan } = this.#parts;
    const record = this.#records.get(index);
    const planned = chosen[index];
    if (record === undefined || planned === undefined) return undefined;
    this.#records.delete(index);
    return pages.takeRecord(record, planned, plan.views.view(planned.page.path));
  }

  async #listen(): Promise<void> {
    for (const message of this.#threads.takeMessages()) {
      // A file was saved in the meantime, and one of the two threads has read the old version.
      if (message.type === 'planned' && message.digest !== planDigest(this.#parts)) return this.#threads.close();
      if (message.type === 'pages') {
        for (const [place, record] of message.records.entries()) this.#records.set(message.first + place, record);
      }
    }
  }
}
