/**
 * Maximum number of files whose answer headers are cached (about two kilobytes each), across all versions: one large
 * site may use nearly all of it while nobody else needs it, and each always has a small number.
 */
export class PreparedBudget {
  readonly #most: number;
  readonly #always: number;
  #count = 0;

  /** @param always what each version may remember although `most` is reached */
  constructor(most: number, always = 0) {
    this.#most = most;
    this.#always = always;
  }

  /** Whether a version that remembers `own` files has to forget one for another. */
  isUsedUp(own: number): boolean {
    return this.#count >= this.#most && own >= this.#always;
  }

  take(): void {
    this.#count += 1;
  }

  give(count: number): void {
    this.#count -= count;
  }
}
