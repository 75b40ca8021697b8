import { AsyncLocalStorage } from 'node:async_hooks';
import { FairSlots, SiteError, type Owners } from '@docwright/site-server';
import { passwordsBusy } from '../errors.ts';
import { hashPassword, verifyPassword } from '@docwright/site-access';

/**
 * Maximum number of running hashes: half of libuv's threads, because files, DNS and compressed bodies need the others.
 * Each hash needs 19 MiB and uses a core for 30 ms.
 */
const maxRunning = 2;
const maxWaiting = 100;

/**
 * All password hashing of a process: for sign-ins, resets, invitations and previews.
 *
 * 1. Running and waiting hashes are limited, and each client and each account has a share of them.
 * 2. The owners are read from the asynchronous context, because better-auth calls `hash` and `verify` without its
 *    request.
 */
export class PasswordHasher {
  readonly #slots: FairSlots; // 1
  readonly #owners = new AsyncLocalStorage<Owners>(); // 2

  constructor(slots = new FairSlots(maxRunning, maxWaiting)) {
    this.#slots = slots;
  }

  /** Runs `work`, whose hashes count toward the owners' share. */
  as<T>(owners: Owners, work: () => T): T {
    return this.#owners.run(owners, work);
  }

  /** @throws {ApiError} `too_many_attempts` if the owners' share is used up */
  hash(password: string): Promise<string> {
    return this.#run(() => hashPassword(password));
  }

  /**
   * Verifies a password. Returns false for a hash of a different kind.
   * @throws {ApiError} `too_many_attempts` if the owners' share is used up
   */
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean> {
    return this.#run(() => verifyPassword(input));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#slots.run(this.#owners.getStore() ?? ['unnamed'], work);
    } catch (error) {
      throw error instanceof SiteError && error.code === 'site-busy' ? passwordsBusy(error) : error;
    }
  }
}
