/**
 * Maximum number of files whose response headers are cached (about two kilobytes each), across all versions. A large
 * site may use nearly all of them while no other site needs them, and each site is always allowed a small number.
 */
export class PreparedBudget {
  readonly #most: number;
  readonly #always: number;
  #count = 0;

  /** @param always the number of files that each version may cache even after `most` is reached */
  constructor(most: number, always = 0) {
    this.#most = most;
    this.#always = always;
  }

  /** Whether a version that caches `own` files must remove one before it adds another. */
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
