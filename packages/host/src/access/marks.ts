import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storing } from './storing.ts';

/** How long a listing of the folder is valid, and the longest wait for the next listing. */
const freshMs = 2_000;
const goodMs = 5_000;
const sweepMs = 60_000;

export interface MarksOptions {
  readonly folder: string;
  /** When the mark expires. */
  readonly keepMs: number;
  readonly nowMs: () => number;
}

/**
 * Marked names, stored as empty files, so that they survive a restart and all hosts that share the data folder can read
 * them. A name is random bytes or a digest in Base64url; no session or token can be derived from it.
 */
export class Marks {
  readonly #options: MarksOptions;
  #known: ReadonlySet<string> = new Set();
  readonly #own = new Set<string>();
  #listedAtMs = Number.NEGATIVE_INFINITY;
  #listing: Promise<void> | undefined;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: MarksOptions) {
    this.#options = options;
  }

  /** Returns false if the name was marked before. @throws if the folder can't be written */
  async add(name: string): Promise<boolean> {
    const { folder } = this.#options;
    await storing(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    await this.#sweep();
    if (!/^[\w-]+$/.test(name)) throw new TypeError(`"${name}" is not Base64url`);
    this.#own.add(name);
    try {
      // If two hosts mark a name at the same time, only one of them creates the file.
      await storing(() => writeFile(join(folder, name), '', { flag: 'wx', mode: 0o600 }));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  has(name: string): boolean | Promise<boolean> {
    const age = this.#options.nowMs() - this.#listedAtMs;
    const isKnown = (): boolean => this.#known.has(name) || this.#own.has(name);
    if (age <= freshMs) return isKnown();
    const listing = this.#list();
    return age <= goodMs ? isKnown() : listing.then(isKnown);
  }

  #list(): Promise<void> {
    this.#listing ??= this.#listOnce().finally(() => {
      this.#listing = undefined;
    });
    return this.#listing;
  }

  async #listOnce(): Promise<void> {
    const startedAtMs = this.#options.nowMs();
    // The first mark creates the folder. If the folder can't be read, the known names are kept.
    const names = await readdir(this.#options.folder).catch(() => undefined);
    if (names !== undefined) this.#known = new Set(names);
    this.#listedAtMs = startedAtMs;
  }

  async #sweep(): Promise<void> {
    const { folder, keepMs, nowMs } = this.#options;
    if (nowMs() - this.#sweptAtMs < sweepMs) return;
    this.#sweptAtMs = nowMs();
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || nowMs() - found.mtimeMs < keepMs) continue;
      await rm(path, { force: true });
      this.#own.delete(name);
    }
  }
}
