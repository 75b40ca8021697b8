import { verifyPassword, type GuessResult } from '@docwright/site-access';
import { FairSlots, SiteError, UseWindows } from '@docwright/site-server';
import type { PasswordHash } from '../settings/read-access.ts';

/** Limits on a site's password attempts, from one address and from all addresses. */
const ofAddress = { uses: 10, windowMs: 5 * 60_000 };
const ofSite = { uses: 200, windowMs: 60_000 };
/** Each hash takes 19 MiB of memory and 30 ms of one core. */
const maxRunning = 2;
const maxWaiting = 50;

export interface Guess {
  readonly site: string;
  /** The client address to which the limits apply. */
  readonly address: string;
  readonly password: string;
}

/** Compares an attempt with each password of a site, in constant time. */
export class PasswordGuesses {
  readonly #addresses: UseWindows;
  readonly #sites: UseWindows;
  readonly #slots = new FairSlots(maxRunning, maxWaiting);

  constructor(nowMs: () => number) {
    this.#addresses = new UseWindows([ofAddress], nowMs);
    this.#sites = new UseWindows([ofSite], nowMs);
  }

  async try(passwords: readonly PasswordHash[], { site, address, password }: Guess): Promise<GuessResult> {
    const waitMs = this.#addresses.take(`${site} ${address}`) || this.#sites.take(site);
    if (waitMs > 0) return { kind: 'later', seconds: Math.ceil(waitMs / 1000) };
    let passwordId: string | undefined;
    try {
      for (const { id, hash } of passwords)
        if (await this.#slots.run([site, address], () => verifyPassword({ hash, password }))) passwordId = id;
    } catch (error) {
      if (error instanceof SiteError && error.code === 'site-busy') return { kind: 'later', seconds: 1 };
      throw error;
    }
    return passwordId === undefined ? { kind: 'wrong' } : { kind: 'right', passwordId };
  }
}
