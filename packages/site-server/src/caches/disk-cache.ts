/**
 * Pieces of archives on a disk, with a size limit.
 *
 * 1. A file begins with the SHA-256 of its key and its content, so a file that a crash or a full or failing disk has
 *    damaged is never a hit.
 * 2. A file is given its name once it is complete, and is never changed.
 * 3. If the disk can't be read or written, reads are slower but don't fail.
 * 4. A file is written after a pending removal of the same name, which would otherwise remove the new one.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FairLru } from './fair-lru.ts';
import { SharedReads } from './piece-cache.ts';
import type { PieceCache } from './piece-cache.ts';

export interface DiskCacheOptions {
  /** Used only by this cache, which removes other files from the folder. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly nowMs: () => number;
}

interface Kept {
  readonly bytes: number;
  usedAtMs: number;
}

const DIGEST_BYTES = 32;
const fileName = /^[0-9a-f]{40}$/;
/** A file's modification time is its last use, which orders files after a restart. It is updated at most this often. */
const TOUCH_MS = 10 * 60_000;
/** Owner of files from before a restart, until a site requests them. */
const NOBODY = '';

export class DiskCache implements PieceCache {
  readonly #folder: string;
  readonly #nowMs: () => number;
  readonly #reads = new SharedReads();
  readonly #kept: FairLru<Kept>;
  readonly #work = new Set<Promise<unknown>>();
  readonly #removals = new Map<string, Promise<unknown>>();

  private constructor({ folder, maxBytes, nowMs }: DiskCacheOptions) {
    this.#folder = folder;
    this.#nowMs = nowMs;
    this.#kept = new FairLru(maxBytes, (name) => this.#remove(name));
  }

  /** Opens the cache with the files that an earlier process left. */
  static async open(options: DiskCacheOptions): Promise<DiskCache> {
    const cache = new DiskCache(options);
    await cache.#takeUp();
    return cache;
  }

  get sizeBytes(): number {
    return this.#kept.sizeBytes;
  }

  read(key: string, site: string, load: () => Promise<Buffer>, network = ''): Promise<Buffer> {
    const readOnce = async (): Promise<Buffer> => {
      const name = createHash('sha256').update(key).digest('hex').slice(0, 40);
      const found = await this.#find(name, key, site);
      if (found !== undefined) return found;
      const content = await load();
      // The caller doesn't wait for the disk.
      void this.#inBackground(this.#write(name, key, { content, site }));
      return content;
    };
    return this.#reads.read(key, site, readOnce, network);
  }

  /** Resolves when everything read so far is on the disk. */
  async settle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #takeUp(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const found: { name: string; bytes: number; usedAtMs: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const facts = await stat(join(this.#folder, name)).catch(() => undefined);
      if (facts === undefined) continue;
      if (fileName.test(name) && facts.isFile()) found.push({ name, bytes: facts.size, usedAtMs: facts.mtimeMs });
      else await rm(join(this.#folder, name), { recursive: true, force: true }); // 2
    }
    for (const { name, bytes, usedAtMs } of found.toSorted((a, b) => a.usedAtMs - b.usedAtMs))
      this.#kept.keep(name, { bytes, usedAtMs }, { bytes, owner: NOBODY });
  }

  async #find(name: string, key: string, site: string): Promise<Buffer | undefined> {
    const kept = this.#kept.find(name);
    if (kept === undefined) return undefined;
    const bytes = await readFile(join(this.#folder, name)).catch(() => undefined); // 3
    const content = bytes?.subarray(DIGEST_BYTES);
    if (
      bytes === undefined ||
      content === undefined ||
      !digestOf(key, content).equals(bytes.subarray(0, DIGEST_BYTES))
    ) {
      this.#kept.delete(name);
      this.#remove(name); // 1
      return undefined;
    }
    this.#touch(name, kept, site);
    return content;
  }

  #touch(name: string, kept: Kept, site: string): void {
    const now = this.#nowMs();
    if (now - kept.usedAtMs < TOUCH_MS) return;
    this.#kept.keep(name, { bytes: kept.bytes, usedAtMs: now }, { bytes: kept.bytes, owner: site });
    void this.#inBackground(utimes(join(this.#folder, name), now / 1000, now / 1000));
  }

  async #write(name: string, key: string, { content, site }: { content: Buffer; site: string }): Promise<void> {
    const bytes = DIGEST_BYTES + content.length;
    if (bytes > this.#kept.maxBytes) return;
    const draft = join(this.#folder, `${name}.${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(draft, Buffer.concat([digestOf(key, content), content]), { flag: 'wx' });
      await this.#removals.get(name); // 4
      await rename(draft, join(this.#folder, name)); // 2
      this.#kept.keep(name, { bytes, usedAtMs: this.#nowMs() }, { bytes, owner: site });
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  #remove(name: string): void {
    const removal = this.#inBackground(rm(join(this.#folder, name), { force: true }));
    this.#removals.set(name, removal);
    void removal.finally(() => {
      if (this.#removals.get(name) === removal) this.#removals.delete(name);
    });
  }

  /** Resolves when the work has ended, even if it failed. */
  #inBackground(work: Promise<unknown>): Promise<unknown> {
    const done = work.catch(() => undefined).finally(() => this.#work.delete(done)); // 3
    this.#work.add(done);
    return done;
  }
}

function digestOf(key: string, content: Buffer): Buffer {
  return createHash('sha256').update(`${key}\n`).update(content).digest();
}
