import type { Clock } from '../../../platform/clock/index.ts';

/** How long a host that didn't respond receives no further requests. */
const restMs = 3 * 60_000;
/** Maximum number of entries. The oldest entry is dropped first, and its host can then be requested again. */
const maxEntries = 10_000;

/**
 * Hosts that didn't answer an organization's requests. Organizations have separate entries, so that one can't prevent
 * others from using a host.
 */
export class UnresponsiveHosts {
  readonly #clock: Clock;
  readonly #askAgainAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(organizationId: string, url: string): void {
    const key = keyOf(organizationId, url);
    this.#askAgainAt.delete(key);
    this.#askAgainAt.set(key, this.#clock.monotonicMs() + restMs);
    const [oldest] = this.#askAgainAt.keys();
    if (this.#askAgainAt.size > maxEntries && oldest !== undefined) this.#askAgainAt.delete(oldest);
  }

  /** Returns the number of seconds until the host may be requested again, or 0 if it may be requested now. */
  restSeconds(organizationId: string, url: string): number {
    const at = this.#askAgainAt.get(keyOf(organizationId, url)) ?? 0;
    return Math.max(0, Math.ceil((at - this.#clock.monotonicMs()) / 1000));
  }
}

const keyOf = (organizationId: string, url: string): string => `${organizationId} ${URL.parse(url)?.host ?? url}`;
