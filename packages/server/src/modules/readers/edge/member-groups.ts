/** How long a result is trusted: removed or signed-out members lose access by then, and groups apply. */
const goodMs = 5_000;
const maxKnown = 10_000;

/** `undefined`: not a member, or signed out. */
type Groups = readonly string[] | undefined;

/** Finds the reader groups of a user, or of the user of a dashboard session: at most every five seconds for each. */
export class MemberGroups<Question extends { readonly organizationId: string }> {
  readonly #select: (question: Question) => Promise<Groups>;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, { readonly askedAtMs: number; readonly groups: Promise<Groups> }>();

  /** @param select queries the database */
  constructor(select: (question: Question) => Promise<Groups>, nowMs: () => number) {
    this.#select = select;
    this.#nowMs = nowMs;
  }

  /** Returns the same list until they are queried again. @throws if the database is away and there is no recent result */
  async find(question: Question): Promise<Groups> {
    const key = JSON.stringify(question);
    const known = this.#known.get(key);
    if (known !== undefined && this.#nowMs() - known.askedAtMs < goodMs) return known.groups;
    const asked = { askedAtMs: this.#nowMs(), groups: this.#select(question) };
    this.#known.delete(key);
    this.#known.set(key, asked);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
    try {
      return await asked.groups;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      throw error;
    }
  }
}
