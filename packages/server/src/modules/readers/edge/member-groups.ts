/**
 * How long a result is valid: within this time, members who were removed or signed out lose access, and new groups
 * apply.
 */
const goodMs = 5_000;
/** How long the last result is valid while the database is unavailable. */
const outageMs = 3_600_000;
/** Maximum time that a reader with an earlier result waits for the database, and the time between two attempts. */
const waitMs = 1_000;
const retryMs = 2_000;
const maxKnown = 10_000;

/** `undefined` if the user isn't a member or has signed out. */
type Groups = readonly string[] | undefined;

interface Known {
  /** The last result; the time is the start of its query. */
  answer: { readonly atMs: number; readonly groups: Groups } | undefined;
  asking: Promise<Groups> | undefined;
  failedAtMs: number;
}

export interface MemberGroupsDeps<Question> {
  /** Queries the database. */
  readonly select: (question: Question) => Promise<Groups>;
  readonly nowMs: () => number;
  /** Called when a result that is up to an hour old is used instead. */
  readonly onOutage: (error: unknown) => void;
  readonly wait?: (ms: number) => Promise<void>;
}

/** The database neither responds nor reports an error. */
class DatabaseTooSlow extends Error {
  constructor() {
    super(`The database hasn't answered within ${waitMs} ms.`);
    this.name = 'DatabaseTooSlow';
  }
}

/**
 * Finds the reader groups of a user, or of a dashboard session's user, with at most one query in five seconds for each.
 * Members who were checked in the last hour keep their access while the database is unavailable.
 */
export class MemberGroups<Question extends { readonly organizationId: string }> {
  readonly #deps: Required<MemberGroupsDeps<Question>>;
  readonly #known = new Map<string, Known>();

  constructor(deps: MemberGroupsDeps<Question>) {
    this.#deps = { wait: delay, ...deps };
  }

  /**
   * Returns the same list until the groups are queried again.
   * @throws if the database is unavailable and no recent result exists
   */
  async find(question: Question): Promise<Groups> {
    const known = this.#use(JSON.stringify(question));
    const { answer } = known;
    const now = this.#deps.nowMs();
    const age = now - (answer?.atMs ?? Number.NEGATIVE_INFINITY);
    if (answer !== undefined && age < goodMs) return answer.groups;
    if (answer === undefined || age >= outageMs) return this.#ask(known, question);
    if (now - known.failedAtMs < retryMs) return answer.groups;
    const failed = (error: unknown): Groups => {
      this.#deps.onOutage(error);
      return answer.groups;
    };
    const late = (): Groups => {
      if (known.asking !== undefined) this.#deps.onOutage(new DatabaseTooSlow());
      return answer.groups;
    };
    return Promise.race([this.#ask(known, question).catch(failed), this.#deps.wait(waitMs).then(late)]);
  }

  #ask(known: Known, question: Question): Promise<Groups> {
    known.asking ??= this.#askOnce(known, question).finally(() => {
      known.asking = undefined;
    });
    return known.asking;
  }

  async #askOnce(known: Known, question: Question): Promise<Groups> {
    const { select, nowMs } = this.#deps;
    const atMs = nowMs();
    try {
      const groups = await select(question);
      known.answer = { atMs, groups };
      return groups;
    } catch (error) {
      known.failedAtMs = nowMs();
      throw error;
    }
  }

  /** Moves the entry to the end: the least recently used are dropped first. */
  #use(key: string): Known {
    const known = this.#known.get(key) ?? {
      answer: undefined,
      asking: undefined,
      failedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKnown) break;
      this.#known.delete(oldest);
    }
    return known;
  }
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());
