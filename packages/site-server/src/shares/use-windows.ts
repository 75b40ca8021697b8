export interface UseWindow {
  /** Maximum uses of one name in one window. */
  readonly uses: number;
  readonly windowMs: number;
}

/** Maximum number of names; beyond it, the name whose window began first is removed. */
const maxNames = 20_000;

interface Count {
  readonly startedAtMs: number;
  uses: number;
}

/** Limits the uses of a name in this process, in windows of fixed length that begin with its first use. */
export class UseWindows {
  readonly #windows: readonly (UseWindow & { readonly counts: Map<string, Count> })[];
  readonly #nowMs: () => number;

  constructor(windows: readonly UseWindow[], nowMs: () => number) {
    this.#windows = windows.map((window) => ({ ...window, counts: new Map() }));
    this.#nowMs = nowMs;
  }

  /**
   * Returns 0 if the limits of all windows allow `uses`, or the milliseconds until a retry. A refused use isn't
   * counted.
   */
  take(name: string, uses = 1): number {
    const now = this.#nowMs();
    let waitMs = 0;
    const found = this.#windows.map(({ counts, uses: most, windowMs }) => {
      const known = counts.get(name);
      const count = known !== undefined && now - known.startedAtMs < windowMs ? known : { startedAtMs: now, uses: 0 };
      if (count.uses + uses > most) waitMs = Math.max(waitMs, count.startedAtMs + windowMs - now);
      return { counts, count };
    });
    if (waitMs > 0) return waitMs;
    for (const { counts, count } of found) {
      count.uses += uses;
      if (counts.get(name) === count) continue;
      counts.delete(name);
      counts.set(name, count);
      const [oldest] = counts.keys();
      if (counts.size > maxNames && oldest !== undefined) counts.delete(oldest);
    }
    return 0;
  }
}
