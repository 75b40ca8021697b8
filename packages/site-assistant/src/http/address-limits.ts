import { ServiceError } from './service-error.ts';

export interface LimitWindow {
  readonly uses: number;
  readonly windowMs: number;
}

/** Addresses that are remembered; the one that began longest ago is forgotten first. */
const MAX_ADDRESSES = 20_000;

/** How often one client address may ask, in windows of fixed length. */
export class AddressLimits {
  readonly #windows: readonly LimitWindow[];
  readonly #nowMs: () => number;
  readonly #uses: readonly Map<string, { startedAtMs: number; count: number }>[];

  constructor(windows: readonly LimitWindow[], nowMs: () => number) {
    this.#windows = windows;
    this.#nowMs = nowMs;
    this.#uses = windows.map(() => new Map());
  }

  /** @throws ServiceError `rate-limited`; a refused use is not counted */
  take(address: string): void {
    const now = this.#nowMs();
    const entries = this.#windows.map(({ uses, windowMs }, index) => {
      const known = this.#uses[index]?.get(address);
      const entry = known === undefined || now - known.startedAtMs >= windowMs ? { startedAtMs: now, count: 0 } : known;
      if (entry.count >= uses) {
        const seconds = Math.max(1, Math.ceil((entry.startedAtMs + windowMs - now) / 1_000));
        throw new ServiceError(
          'rate-limited',
          `${uses} requests were made already; try again in ${seconds} s`,
          seconds,
        );
      }
      return entry;
    });
    for (const [index, entry] of entries.entries()) {
      entry.count += 1;
      const uses = this.#uses[index];
      uses?.delete(address);
      uses?.set(address, entry);
      const [oldest] = uses?.keys() ?? [];
      if (uses !== undefined && uses.size > MAX_ADDRESSES && oldest !== undefined) uses.delete(oldest);
    }
  }
}
