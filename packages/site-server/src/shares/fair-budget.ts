import type { Owners } from './fair-slots.ts';

export interface FairBudgetOptions {
  /** Units in one window, across all owners. */
  readonly units: number;
  readonly windowMs: number;
  readonly nowMs: () => number;
}

/**
 * Units that all owners share in each window of fixed length, in this process.
 *
 * An owner gets another unit only while it has used fewer units than are left, so that one busy owner has at most half
 * of them and a newcomer always gets one. This is the rule of `FairSlots`, over time. The number of remembered owners
 * is limited to the number of units.
 */
export class FairBudget {
  readonly #options: FairBudgetOptions;
  readonly #taken = new Map<string, number>();
  #window = 0;
  #total = 0;

  constructor(options: FairBudgetOptions) {
    this.#options = options;
  }

  /** Returns 0 if a unit was taken, or the milliseconds until the next window begins. */
  take(owners: Owners): number {
    this.#startWindow();
    const { units, windowMs, nowMs } = this.#options;
    const left = units - this.#total;
    if (left <= 0 || owners.some((owner) => (this.#taken.get(owner) ?? 0) >= left))
      return (this.#window + 1) * windowMs - nowMs();
    this.#total += 1;
    for (const owner of owners) this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1);
    return 0;
  }

  /** Returns a unit of the current window, for work that turned out to cost nothing. */
  giveBack(owners: Owners): void {
    this.#startWindow();
    if (owners.some((owner) => (this.#taken.get(owner) ?? 0) === 0)) return;
    this.#total -= 1;
    for (const owner of owners) this.#taken.set(owner, (this.#taken.get(owner) ?? 1) - 1);
  }

  #startWindow(): void {
    const window = Math.floor(this.#options.nowMs() / this.#options.windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#total = 0;
    this.#taken.clear();
  }
}
