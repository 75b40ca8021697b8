/** For so long what was found is taken for true: who is removed or signs out is out by then. */
const goodMs = 30_000;
const maxKnown = 10_000;

export interface MemberQuestion {
  readonly sessionId: string;
  readonly organizationId: string;
}

/** Whether a session of the dashboard is still one of a member: asked at most every thirty seconds for each. */
export class MemberChecks {
  readonly #find: (question: MemberQuestion) => Promise<boolean>;
  readonly #nowMs: () => number;
  readonly #known = new Map<string, { readonly askedAtMs: number; readonly isMember: Promise<boolean> }>();

  /** @param find asks the database */
  constructor(find: (question: MemberQuestion) => Promise<boolean>, nowMs: () => number) {
    this.#find = find;
    this.#nowMs = nowMs;
  }

  /** @throws where the database is away, and it was not asked lately */
  async isMember(question: MemberQuestion): Promise<boolean> {
    const key = `${question.sessionId} ${question.organizationId}`;
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
