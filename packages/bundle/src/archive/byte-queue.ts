/** Reads exact numbers of bytes from a stream of chunks, copying only bytes that cross a chunk boundary. */
export class ByteQueue {
  readonly #chunks: AsyncIterator<Buffer>;
  #current: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next available bytes, 1 to `most`, or `undefined` at the end. */
  async some(most: number): Promise<Buffer | undefined> {
    while (this.#current.length === 0) {
      if (this.#ended) return undefined;
      const next = await this.#chunks.next();
      if (next.done === true) this.#ended = true;
      else this.#current = next.value;
    }
    const part = this.#current.subarray(0, most);
    this.#current = this.#current.subarray(part.length);
    return part;
  }

  /** Returns the next `count` bytes, or fewer if the stream ends first. */
  async take(count: number): Promise<Buffer> {
    // The common case: all bytes are in one chunk, so nothing is copied.
    if (this.#current.length >= count) {
      const whole = this.#current.subarray(0, count);
      this.#current = this.#current.subarray(count);
      return whole;
    }
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const part = await this.some(missing);
      if (part === undefined) break;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }
}
