/** How long a result is trusted: removed or signed-out members lose access by then. */
const goodMs = 5_000;
const maxKnown = 10_000;

/** Checks whether a user, or the user of a dashboard session, is a member: at most every five seconds for each. */
export class MemberChecks<Question extends { readonly organizationId: string }> {
  readonly #find: (question: Question) => Promise<boolean>;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, { readonly askedAtMs: number; readonly isMember: Promise<boolean> }>();

  /** @param find queries the database */
  constructor(find: (question: Question) => Promise<boolean>, nowMs: () => number) {
    this.#find = find;
    this.#nowMs = nowMs;
  }

  /** @throws if the database is away and there is no recent result */
  async isMember(question: Question): Promise<boolean> {
    const key = JSON.stringify(question);
    const known = this.#known.get(key);
    if (known !== undefined && this.#nowMs() - known.askedAtMs < goodMs) return known.isMember;
    const asked = { askedAtMs: this.#nowMs(), isMember: this.#find(question) };
    this.#known.delete(key);
    this.#known.set(key, asked);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
    try {
      return await asked.isMember;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      throw error;
    }
  }
}
