/** Work that no caller awaits, or that continues when its caller is gone: a host that stops waits for its end. */
export class PendingWork {
  readonly #running = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<unknown> = work.catch(() => undefined).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return work;
  }

  /** Resolves once nothing runs, including what followed the work that ran. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
      await new Promise(setImmediate);
    }
  }
}
