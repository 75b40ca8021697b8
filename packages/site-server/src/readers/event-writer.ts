import type { SiteEvent } from './event.ts';

/** What waits for the store at once, in events: more is refused, so that a store that is slow costs bounded memory. */
const maxWaiting = 10_000;
const maxAtOnce = 1_000;

export class TooManyEvents extends Error {
  override readonly name = 'TooManyEvents';
}

interface Waiting {
  readonly events: readonly SiteEvent[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes events as they come: what arrives while some are written goes with the next one. */
export class EventWriter {
  readonly #insert: (events: readonly SiteEvent[]) => Promise<void>;
  #waiting: Waiting[] = [];
  #count = 0;
  #isWriting = false;

  constructor(insert: (events: readonly SiteEvent[]) => Promise<void>) {
    this.#insert = insert;
  }

  /** Resolves once the events are stored. @throws TooManyEvents, or what the store threw */
  write(events: readonly SiteEvent[]): Promise<void> {
    if (this.#count + events.length > maxWaiting) return Promise.reject(new TooManyEvents('too many events wait'));
    this.#count += events.length;
    const written = new Promise<void>((resolve, reject) => this.#waiting.push({ events, resolve, reject }));
    if (!this.#isWriting) void this.#writeAll();
    return written;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#writeSome(this.#takeSome());
    this.#isWriting = false;
  }

  #takeSome(): readonly Waiting[] {
    let events = 0;
    const end = this.#waiting.findIndex((one) => (events += one.events.length) > maxAtOnce);
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(1, end));
  }

  async #writeSome(some: readonly Waiting[]): Promise<void> {
    const events = some.flatMap((one) => one.events);
    try {
      await this.#insert(events);
      for (const { resolve } of some) resolve();
    } catch (error) {
      for (const { reject } of some) reject(error);
    } finally {
      this.#count -= events.length;
    }
  }
}
