/** Too many names that no site has were asked for in this second. */
export class LookUpsUsedUp extends Error {
  override readonly name = 'LookUpsUsedUp';
}

/** Look-ups that find nothing, so many in each second; one that finds something costs nothing. */
export class LookUpBudget {
  readonly #perSecond: number;
  readonly #nowMs: () => number;
  #second = 0;
  #taken = 0;

  constructor(perSecond: number, nowMs: () => number) {
    this.#perSecond = perSecond;
    this.#nowMs = nowMs;
  }

  /** @throws LookUpsUsedUp */
  take(): void {
    const second = Math.floor(this.#nowMs() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
    }
    if (this.#taken >= this.#perSecond) throw new LookUpsUsedUp('too many names that no site has');
    this.#taken += 1;
  }

  giveBack(): void {
    this.#taken = Math.max(0, this.#taken - 1);
  }
}
