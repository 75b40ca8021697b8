/** The bytes of a stored archive, from a byte to its end. */
export type OpenArchive = (offset: number) => AsyncIterable<Uint8Array>;

/** Less than this is read over: a second request takes longer. */
const SKIPPED_BYTES = 1024 * 1024;

/**
 * Parts of a stored archive, which are mostly wanted one after the other: they come from one stream as long as that is so.
 * One at a time.
 */
export class ArchiveReader {
  readonly #open: OpenArchive;
  #stream: AsyncIterator<Uint8Array> | undefined;
  /** Of the archive: where `#rest` begins. */
  #offset = 0;
  #rest: Uint8Array = new Uint8Array();

  constructor(open: OpenArchive) {
    this.#open = open;
  }

  /** @throws LostArchive for an archive that can't be read, or ends before */
  async read(offset: number, length: number): Promise<Uint8Array> {
    try {
      await this.#moveTo(offset);
      if (this.#rest.length >= length) return this.#take(length);
      const bytes = new Uint8Array(length);
      for (let filled = 0; filled < length;) {
        if (this.#rest.length === 0) await this.#readOn();
        const taken = this.#take(Math.min(this.#rest.length, length - filled));
        bytes.set(taken, filled);
        filled += taken.length;
      }
      return bytes;
    } catch (error) {
      await this.close();
      throw error instanceof LostArchive ? error : new LostArchive('it can no longer be read', { cause: error });
    }
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    this.#rest = new Uint8Array();
    // What a stream says at its end changes nothing of what was read.
    await stream?.return?.().catch(() => undefined);
  }

  async #moveTo(offset: number): Promise<void> {
    const ahead = offset - this.#offset;
    if (this.#stream === undefined || ahead < 0 || ahead > SKIPPED_BYTES + this.#rest.length) {
      await this.close();
      this.#stream = this.#open(offset)[Symbol.asyncIterator]();
      this.#offset = offset;
    }
    while (this.#offset < offset) {
      if (this.#rest.length === 0) await this.#readOn();
      this.#take(Math.min(this.#rest.length, offset - this.#offset));
    }
  }

  async #readOn(): Promise<void> {
    const next = await this.#stream?.next();
    if (next === undefined || next.done === true) throw new LostArchive(`it ends at byte ${this.#offset}`);
    this.#rest = next.value;
  }

  #take(length: number): Uint8Array {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#offset += length;
    return taken;
  }
}

/** The archive before is gone, or damaged. Without the cache that leads to it the archive can be made. */
export class LostArchive extends Error {
  override readonly name = 'LostArchive';

  constructor(reason: string, options?: ErrorOptions) {
    super(`the archive before was to be read again, but ${reason}`, options);
  }
}
