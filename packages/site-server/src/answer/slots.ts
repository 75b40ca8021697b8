import { SiteError } from '../errors.ts';

/** So many at a time, and so many more that wait, in their order. */
export class Slots {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Whoever has entered leaves. @throws SiteError `site-busy` */
  enter(): Promise<void> | undefined {
    if (this.#running < this.#most) {
      this.#running += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.#mostWaiting)
      throw new SiteError('site-busy', `${this.#running} requests are running and ${this.#waiting.length} are waiting`);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }

  leave(): void {
    // The slot goes on to who waits.
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
