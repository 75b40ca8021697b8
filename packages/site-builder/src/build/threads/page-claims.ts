/** A run of pages of a build, by their places in it. */
export interface PageRun {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

/** Long enough that a message for each costs little, short enough that no thread has much to do when the others are done. */
const RUN_PAGES = 8;
/** How far threads may be ahead of the page that is finished next: some 7 MB of documents wait at most. */
const PAGES_AHEAD = 128;
const CLAIMED = 0;
const FINISHED = 1;

/** Which pages are made by whom: two numbers that all threads of a build see. */
export class PageClaims {
  readonly shared: SharedArrayBuffer;
  readonly #cells: Int32Array<SharedArrayBuffer>;

  constructor(shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#cells = new Int32Array(shared);
  }

  /** The next run that nobody makes yet, for the caller; undefined when all of the `pages` are claimed. */
  claim(pages: number): PageRun | undefined {
    const first = Atomics.add(this.#cells, CLAIMED, RUN_PAGES);
    return first < pages ? { first, end: Math.min(first + RUN_PAGES, pages) } : undefined;
  }

  /** How many pages are made or being made, by whomever; also more than there are. */
  get claimed(): number {
    return Atomics.load(this.#cells, CLAIMED);
  }

  /** Whether a run may be claimed now. */
  get hasRoom(): boolean {
    return this.claimed - Atomics.load(this.#cells, FINISHED) < PAGES_AHEAD;
  }

  /** Blocks the thread while it is far ahead. */
  waitForRoom(): void {
    while (!this.hasRoom) Atomics.wait(this.#cells, FINISHED, Atomics.load(this.#cells, FINISHED));
  }

  /** `pages` from the first one on are finished. */
  noteFinished(pages: number): void {
    Atomics.store(this.#cells, FINISHED, pages);
    Atomics.notify(this.#cells, FINISHED);
  }
}
