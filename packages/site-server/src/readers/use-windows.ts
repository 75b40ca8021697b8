/** Names that are remembered; the one that began longest ago is forgotten first. */
const maxNames = 20_000;

/** How often a name may be used in a window of fixed length, in this process. */
export class UseWindows {
  readonly #uses: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, { readonly startedAtMs: number; count: number }>();

  constructor(uses: number, windowMs: number) {
    this.#uses = uses;
    this.#windowMs = windowMs;
  }

  /** 0, or in how many milliseconds to come again. */
  take(name: string, nowMs: number): number {
    const known = this.#counts.get(name);
    if (known !== undefined && nowMs - known.startedAtMs < this.#windowMs) {
      if (known.count >= this.#uses) return known.startedAtMs + this.#windowMs - nowMs;
      known.count += 1;
      return 0;
    }
    this.#counts.delete(name);
    this.#counts.set(name, { startedAtMs: nowMs, count: 1 });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxNames && oldest !== undefined) this.#counts.delete(oldest);
    return 0;
  }
}
