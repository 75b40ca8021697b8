/** Work that is done one piece after another, in the order in which it came. */
export class TurnLine {
  readonly #onEmpty: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** `onEmpty` is called when a piece is done and no other waits. */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** @throws what the work throws; or the signal's reason, at once, when it aborts before the work's turn */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const done = Promise.withResolvers<void>();
    this.#last = before.then(() => done.promise);
    this.#length += 1;
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      signal.throwIfAborted();
      await Promise.race([before, aborted.promise]);
      return await work();
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#length -= 1;
      if (this.#length === 0) this.#onEmpty();
      done.resolve();
    }
  }
}
