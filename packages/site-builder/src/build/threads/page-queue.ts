/** A run of pages of a build, by their positions. */
export interface PageRun {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Length of a run: long enough that messages cost little, and short enough that no thread is busy long after the others
 * have finished.
 */
const RUN_PAGES = 8;
/** How far threads can be ahead of the next page to finish: at most about 7 MB of documents wait. */
const PAGES_AHEAD = 128;
const TAKEN = 0;
const FINISHED = 1;

/** A build's pages that no thread has claimed yet: two numbers that all of the build's threads share. */
export class PageQueue {
  readonly shared: SharedArrayBuffer;
  readonly #cells: Int32Array<SharedArrayBuffer>;

  constructor(shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#cells = new Int32Array(shared);
  }

  /** Claims the next run for the caller; `undefined` if all `pages` are claimed. */
  take(pages: number): PageRun | undefined {
    const first = Atomics.add(this.#cells, TAKEN, RUN_PAGES);
    return first < pages ? { first, end: Math.min(first + RUN_PAGES, pages) } : undefined;
  }

  /** Number of pages claimed by all threads together, rounded up to whole runs. */
  get taken(): number {
    return Atomics.load(this.#cells, TAKEN);
  }

  /** Whether a run can be claimed now. */
  get hasRoom(): boolean {
    return this.taken - Atomics.load(this.#cells, FINISHED) < PAGES_AHEAD;
  }

  /** Blocks the thread while it is far ahead. */
  waitForRoom(): void {
    while (!this.hasRoom) Atomics.wait(this.#cells, FINISHED, Atomics.load(this.#cells, FINISHED));
  }

  /** Reports that the first `pages` pages are finished. */
  noteFinished(pages: number): void {
    Atomics.store(this.#cells, FINISHED, pages);
    Atomics.notify(this.#cells, FINISHED);
  }
}
