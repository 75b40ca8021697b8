import type { TestEvent } from 'node:test/reporters';

/** No test takes this long, even alongside other work that uses all cores. */
export const longestTestMs = 600_000;

/** Detects from a process's events that it hangs, and in which tests. */
export class HangWatch {
  readonly #running = new Map<string, number>();
  #lastEndMs: number;

  constructor(nowMs: number) {
    this.#lastEndMs = nowMs;
  }

  see({ type, data }: TestEvent, nowMs: number): void {
    if (type !== 'test:dequeue' && type !== 'test:complete') return;
    const count = (this.#running.get(data.name) ?? 0) + (type === 'test:dequeue' ? 1 : -1);
    if (count > 0) this.#running.set(data.name, count);
    else this.#running.delete(data.name);
    if (type === 'test:complete') this.#lastEndMs = nowMs;
  }

  /**
   * Returns the tests and suites that are running, outermost first, if none has ended for too long; otherwise
   * `undefined`.
   */
  findHung(nowMs: number): readonly string[] | undefined {
    return nowMs - this.#lastEndMs > longestTestMs ? [...this.#running.keys()] : undefined;
  }
}
