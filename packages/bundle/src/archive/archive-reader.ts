/** Returns the bytes of a stored archive, from an offset to its end. */
export type OpenArchive = (offset: number) => AsyncIterable<Uint8Array>;

/** The maximum size of a gap that is read and discarded, because a second request would take longer. */
const SKIPPED_BYTES = 1024 * 1024;

/**
 * Reads parts of a stored archive, one after another. Parts that are requested in order are read from a single stream.
 */
export class ArchiveReader {
  readonly #open: OpenArchive;
  #stream: AsyncIterator<Uint8Array> | undefined;
  /** Offset of `#rest` in the archive. */
  #offset = 0;
  #rest: Uint8Array = new Uint8Array();

  constructor(open: OpenArchive) {
    this.#open = open;
  }

  /** @throws UnusableArchive if the archive can't be read, or ends early */
  async read(offset: number, length: number): Promise<Uint8Array> {
    try {
      await this.#moveTo(offset);
      return this.#rest.length >= length ? this.#take(length) : await this.#copy(length);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Like `read`, but into memory that the caller may change. @throws UnusableArchive */
  async readOwn(offset: number, length: number): Promise<Uint8Array> {
    try {
      await this.#moveTo(offset);
      return await this.#copy(length);
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #copy(length: number): Promise<Uint8Array> {
    // Every byte is written below.
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let filled = 0; filled < length;) {
      if (this.#rest.length === 0) await this.#readOn();
      const taken = this.#take(Math.min(this.#rest.length, length - filled));
      bytes.set(taken, filled);
      filled += taken.length;
    }
    return bytes;
  }

  async #fail(error: unknown): Promise<never> {
    await this.close();
    throw error instanceof UnusableArchive ? error : new UnusableArchive('it can no longer be read', { cause: error });
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    this.#rest = new Uint8Array();
    // An error when a stream is closed doesn't affect bytes that were already read.
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
    if (next === undefined || next.done === true) throw new UnusableArchive(`it ends at byte ${this.#offset}`);
    this.#rest = next.value;
  }

  #take(length: number): Uint8Array {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#offset += length;
    return taken;
  }
}

/**
 * Thrown if the previous archive is missing or damaged. The new archive can be created without the cache that refers to
 * the previous one.
 */
export class UnusableArchive extends Error {
  override readonly name = 'UnusableArchive';

  constructor(reason: string, options?: ErrorOptions) {
    super(`the previous archive should have been read again, but ${reason}`, options);
  }
}
