/** Runs work sequentially, in order of arrival. */
export class TurnLine {
  readonly #onEmpty: () => void;
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  /** @param onEmpty called when work is done and no other work is waiting */
  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** @throws the work's error, or the signal's reason as soon as the signal is aborted before the work starts */
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
