import { FairSlots, type Owners } from '../shares/fair-slots.ts';
import type { SiteEvent } from './event.ts';

/**
 * Maximum number of waiting reports. Further reports are refused, so that memory use stays bounded while the store is
 * slow.
 */
const maxWaiting = 5_000;
/** Maximum number of events in one write. */
const maxAtOnce = 1_000;

export class TooManyEvents extends Error {
  override readonly name = 'TooManyEvents';
}

interface Waiting {
  readonly events: readonly SiteEvent[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writes events as they arrive: those that arrive during a write are part of the next one. */
export class EventWriter {
  readonly #insert: (events: readonly SiteEvent[]) => Promise<void>;
  readonly #slots = new FairSlots(maxWaiting, 0);
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(insert: (events: readonly SiteEvent[]) => Promise<void>) {
    this.#insert = insert;
  }

  /**
   * Resolves when the events are stored.
   *
   * @param owners the site and the client's network, each of which has a share of the waiting reports
   * @throws {TooManyEvents} if the share is used up
   * @throws the store's error
   */
  async write(events: readonly SiteEvent[], owners: Owners): Promise<void> {
    if (!this.#slots.tryEnter(owners)) throw new TooManyEvents(`${this.#slots.running} reports of readers are waiting`);
    try {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#waiting.push({ events, resolve, reject });
      if (!this.#isWriting) void this.#writeAll();
      await promise;
    } finally {
      this.#slots.leave(owners);
    }
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
    }
  }
}
