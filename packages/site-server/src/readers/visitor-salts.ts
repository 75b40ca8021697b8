import { createHmac } from 'node:crypto';

/** Yesterday's, today's, and tomorrow's salt, for devices whose clocks are fast. */
const maxDays = 3;

export interface Reader {
  readonly siteId: string;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Distinguishes readers only within a day: after the day's salt is deleted, a digest can't be traced back to a reader.
 */
export class VisitorSalts {
  readonly #load: (day: string) => Promise<Buffer>;
  readonly #salts = new Map<string, Promise<Buffer>>();

  /** @param load returns the day's salt, which is the same for all processes */
  constructor(load: (day: string) => Promise<Buffer>) {
    this.#load = load;
  }

  /** @returns 16 bytes in hex */
  async digest(day: string, { siteId, address, userAgent }: Reader): Promise<string> {
    const hmac = createHmac('sha256', await this.#salt(day));
    return hmac
      .update(JSON.stringify([siteId, address, userAgent]))
      .digest('hex')
      .slice(0, 32);
  }

  #salt(day: string): Promise<Buffer> {
    const known = this.#salts.get(day);
    if (known !== undefined) return known;
    const salt = this.#load(day);
    this.#salts.set(day, salt);
    salt.catch(() => this.#salts.delete(day));
    for (const oldest of [...this.#salts.keys()].toSorted()) {
      if (this.#salts.size <= maxDays) break;
      this.#salts.delete(oldest);
    }
    return salt;
  }
}
