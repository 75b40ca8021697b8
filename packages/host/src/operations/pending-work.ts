/** Work that no caller awaits, or that outlives its caller. A host waits for it before it stops. */
export class PendingWork {
  readonly #running = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const ended: Promise<unknown> = work.catch(() => undefined).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return work;
  }

  /** Resolves when no work is running, including work that was started in the meantime. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
      await new Promise(setImmediate);
    }
  }
}
