import type { Logger } from '../../../platform/log/index.ts';
import type { EndedSession } from './access-store.ts';

export interface EndedSessionsDeps {
  /** Sessions that ended at this time or later, and have not expired. `undefined` lists all. */
  readonly list: (since: Date | undefined) => Promise<readonly EndedSession[]>;
  /** Stores the end of a session, for all edges. */
  readonly store: (session: ReaderEnding) => Promise<void>;
  readonly nowMs: () => number;
  readonly log: Logger;
}

export interface ReaderEnding {
  readonly id: string;
  readonly projectId: string;
  readonly untilMs: number;
}

/** How long the list is valid, and how long it may be used while the next one is being read. */
const freshMs = 2_000;
const goodMs = 5_000;
/** How long a request waits for the list if it is out of date. */
const waitMs = 1_000;
/**
 * How far a read reaches back before the newest known end, for transactions that were still running at the last read.
 */
const overlapMs = 60_000;

/**
 * Sessions that their readers ended, at any edge. While the database is unavailable, sessions continue, and the log
 * contains the number of sessions that ended here but aren't stored yet, and so aren't known to other edges. The
 * database isn't queried while no protected site has readers.
 */
export class EndedSessions {
  readonly #deps: EndedSessionsDeps;
  readonly #untilMs = new Map<string, number>();
  /** Sessions that ended here and aren't stored yet. */
  readonly #pending = new Map<string, ReaderEnding>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #newest: Date | undefined;
  #reading: Promise<void> | undefined;

  constructor(deps: EndedSessionsDeps) {
    this.#deps = deps;
  }

  has(id: string): boolean | Promise<boolean> {
    const age = this.#deps.nowMs() - this.#readAtMs;
    if (age <= freshMs) return this.#untilMs.has(id);
    const reading = this.#read();
    if (age <= goodMs) return this.#untilMs.has(id);
    return Promise.race([reading, delay(waitMs)]).then(() => this.#untilMs.has(id));
  }

  /** Ends a session at this edge before the database has recorded the end. A failed write is retried with each read. */
  async end(session: ReaderEnding): Promise<void> {
    this.#untilMs.set(session.id, session.untilMs);
    this.#pending.set(session.id, session);
    await this.#storePending();
  }

  async #storePending(): Promise<void> {
    const { store, nowMs, log } = this.#deps;
    try {
      for (const session of this.#pending.values()) {
        if (session.untilMs > nowMs()) await store(session);
        this.#pending.delete(session.id);
      }
    } catch (err) {
      const pending = this.#pending.size;
      log.warn({ err, pending }, 'sessions that readers ended are not stored yet; they continue at other edges');
    }
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<void> {
    const { list, nowMs, log } = this.#deps;
    const startedAtMs = nowMs();
    if (this.#pending.size > 0) await this.#storePending();
    try {
      const since = this.#newest === undefined ? undefined : new Date(this.#newest.getTime() - overlapMs);
      for (const { id, endedAt, expiresAt } of await list(since)) {
        this.#untilMs.set(id, expiresAt.getTime());
        if (this.#newest === undefined || endedAt > this.#newest) this.#newest = endedAt;
      }
      for (const [id, untilMs] of this.#untilMs) if (untilMs <= startedAtMs) this.#untilMs.delete(id);
    } catch (err) {
      log.warn({ err }, 'ended sessions of readers could not be read; sessions continue until they can');
    }
    this.#readAtMs = startedAtMs;
  }
}

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());
