/** Bodies of small files by recency of use, up to a number of bytes. A key names content and form: equal files are kept once. */
export class BodyCache {
  readonly #maxBytes: number;
  readonly #bodies = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get sizeBytes(): number {
    return this.#bytes;
  }

  find(key: string): Buffer | undefined {
    const body = this.#bodies.get(key);
    if (body === undefined) return undefined;
    // A map keeps the order of insertion: what was asked for last goes to its end.
    if (this.#bytes * 2 > this.#maxBytes) {
      this.#bodies.delete(key);
      this.#bodies.set(key, body);
    }
    return body;
  }

  keep(key: string, body: Buffer): void {
    // One file may not push out a sixteenth of the others.
    if (body.length * 16 > this.#maxBytes || this.#bodies.has(key)) return;
    this.#bodies.set(key, body);
    this.#bytes += body.length;
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#bodies.delete(oldest);
      this.#bytes -= length;
    }
  }

  clear(): void {
    this.#bodies.clear();
    this.#bytes = 0;
  }
}
