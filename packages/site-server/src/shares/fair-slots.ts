import { SiteError } from '../errors.ts';

/**
 * The owners of a slot, from the widest to the narrowest: `['org_1', '203.0.113.7']`. Each is limited to a fair share.
 */
export type Owners = readonly string[];

export interface FairSlotsOptions {
  /** Whether there are several owners. A single owner can use all slots. Default: always shared. */
  readonly isShared?: () => boolean;
}

/** Free slots, for callers that don't know their owners yet. */
export interface SlotOffer {
  /** Owners whose share is used up. */
  readonly refused: readonly string[];
  /** Number of slots that other owners may take immediately. One owner may take all of them. */
  readonly slots: number;
}

interface Waiter {
  readonly owners: Owners;
  readonly admit: () => void;
}

/**
 * A limited number of slots, with a limited queue.
 *
 * 1. An owner gets another slot only while it has fewer than are free. One busy owner therefore has half of the slots,
 *    two have a third each, and a newcomer always gets one (dynamic thresholds: Choudhury and Hahne, 1998).
 * 2. A free slot goes to the waiter whose owners have the fewest slots; in a tie, to the waiter that has waited
 *    longest.
 * 3. The same rule limits the queue: an owner may add a waiter only while it has fewer waiting than there are free
 *    queue positions.
 * 4. A waiter leaves the queue when its signal aborts, and no slot is lost.
 */
export class FairSlots {
  readonly #capacity: number;
  readonly #maxWaiting: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  readonly #isShared: () => boolean;
  #running = 0;

  constructor(capacity: number, maxWaiting: number, { isShared = () => true }: FairSlotsOptions = {}) {
    this.#capacity = capacity;
    this.#maxWaiting = maxWaiting;
    this.#isShared = isShared;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Takes a slot immediately (returning `undefined`) or waits for one. Every successful `enter` needs one `leave` with
   * the same owners.
   *
   * @throws {SiteError} `site-busy`: if the owners' share of slots and queue is used up
   * @throws the signal's reason if it aborted during the wait
   */
  enter(owners: Owners, signal?: AbortSignal): Promise<void> | undefined {
    signal?.throwIfAborted();
    if (this.#mayHold(owners)) {
      this.#take(owners);
      return undefined;
    }
    const placesLeft = this.#maxWaiting - this.#waiting.length;
    if (placesLeft <= 0 || (this.#isShared() && owners.some((owner) => this.#waitingOf(owner) >= placesLeft)))
      throw new SiteError('site-busy', `too many requests: ${this.#running} running, ${this.#waiting.length} waiting`);
    return this.#wait(owners, signal);
  }

  /** Returns whether a slot was taken; never waits. */
  tryEnter(owners: Owners): boolean {
    if (!this.#mayHold(owners)) return false;
    this.#take(owners);
    return true;
  }

  /**
   * Returns the free slots for callers that choose work by its owner, such as a queue's next jobs. Doesn't take a slot.
   */
  offer(): SlotOffer {
    const free = this.#capacity - this.#running;
    if (!this.#isShared()) return { refused: [], slots: free };
    const held = [...this.#held];
    const most = Math.max(0, ...held.filter(([, slots]) => slots < free).map(([, slots]) => slots));
    // The i-th slot of one owner is allowed while `most + i < free - i`.
    return {
      refused: held.flatMap(([owner, slots]) => (slots < free ? [] : owner)),
      slots: Math.ceil((free - most) / 2),
    };
  }

  leave(owners: Owners): void {
    this.#running -= 1;
    for (const owner of owners) {
      const left = (this.#held.get(owner) ?? 1) - 1;
      if (left === 0) this.#held.delete(owner);
      else this.#held.set(owner, left);
    }
    this.#admitWaiters();
  }

  /** Runs `work` in a slot. @throws the errors of `enter` and `work` */
  async run<T>(owners: Owners, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(owners, signal);
    try {
      return await work();
    } finally {
      this.leave(owners);
    }
  }

  #wait(owners: Owners, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      reject(signal?.reason);
    };
    const waiter: Waiter = {
      owners,
      admit: () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    this.#waiting.push(waiter);
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise;
  }

  #admitWaiters(): void {
    for (;;) {
      let next: Waiter | undefined;
      for (const waiter of this.#waiting) {
        if (!this.#mayHold(waiter.owners)) continue;
        if (next === undefined || this.#mostHeld(waiter.owners) < this.#mostHeld(next.owners)) next = waiter;
      }
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#take(next.owners);
      next.admit();
    }
  }

  #mayHold(owners: Owners): boolean {
    const free = this.#capacity - this.#running;
    return free > 0 && (!this.#isShared() || this.#mostHeld(owners) < free);
  }

  #mostHeld(owners: Owners): number {
    return Math.max(0, ...owners.map((owner) => this.#held.get(owner) ?? 0));
  }

  #waitingOf(owner: string): number {
    return this.#waiting.filter(({ owners }) => owners.includes(owner)).length;
  }

  #take(owners: Owners): void {
    this.#running += 1;
    for (const owner of owners) this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }
}
