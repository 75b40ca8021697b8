import { setTimeout as delay } from 'node:timers/promises';
import type { FairSlots, Owners } from '@docwright/site-server';

/** The slots of one queue in this process. */
export interface QueueSlots {
  /** For jobs that use this machine. */
  readonly running: FairSlots;
  /** For jobs that released their slot while they wait for another host. */
  readonly outside: FairSlots;
}

interface Leave {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** An attempt's slot. `end` always frees the slot, and never frees it twice. */
export class JobSlot {
  readonly #slots: QueueSlots;
  readonly #owners: Owners;
  readonly #onFree: () => void;
  #isHeld = false;
  #hasEnded = false;

  /** @param onFree called when another job may use the slot */
  constructor(slots: QueueSlots, owners: Owners, onFree: () => void) {
    this.#slots = slots;
    this.#owners = owners;
    this.#onFree = onFree;
  }

  /** Waits for a slot. @throws the signal's reason */
  async take(signal: AbortSignal): Promise<void> {
    const waiting = this.#slots.running.enter(this.#owners, signal);
    this.#isHeld = waiting === undefined;
    if (waiting === undefined) return;
    await waiting;
    this.#isHeld = true;
    if (this.#hasEnded) this.#giveBack();
  }

  /**
   * Runs `work`. If it takes longer than `patienceMs`, the slot is released for another job. When the promise resolves,
   * the job has a slot again.
   *
   * @throws the error of `work`, or the signal's reason
   */
  async leaveFor<T>(work: () => Promise<T>, { patienceMs, signal }: Leave): Promise<T> {
    const working = work();
    const isQuick = await settlesWithin(working, patienceMs);
    const { outside } = this.#slots;
    if (isQuick || !outside.tryEnter(this.#owners)) return working;
    this.#giveBack();
    try {
      await working;
    } finally {
      outside.leave(this.#owners);
    }
    await this.take(signal);
    return working;
  }

  end(): void {
    this.#hasEnded = true;
    this.#giveBack();
  }

  #giveBack(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#slots.running.leave(this.#owners);
    this.#onFree();
  }
}

async function settlesWithin(working: Promise<unknown>, ms: number): Promise<boolean> {
  const settled = new AbortController();
  const ended = working.then(
    () => true,
    () => true,
  );
  const late = delay(ms, false, { signal: settled.signal }).catch(() => true);
  try {
    return await Promise.race([ended, late]);
  } finally {
    settled.abort();
  }
}
