import { createHash, type Hash } from 'node:crypto';

/** A part of the archive; `bytes` points into the chunk that holds it, once that is put together. */
export interface ArchivePart {
  bytes: Uint8Array;
}

/** Large enough that a call for each costs nothing, small enough to be held a few at a time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Puts the parts of an archive together to chunks. Parts that lie one after the other in a chunk of an earlier archive go out as
 * they lie there, and are not copied; others are, and point into the new chunk from then on.
 */
export class ArchiveOutput {
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  readonly #digest: Hash = createHash('sha256');
  #gathered: ArchivePart[] = [];
  #gatheredBytes = 0;
  /** Whether what was gathered is one piece of memory. */
  #isRun = true;
  #written: Promise<void> = Promise.resolve();
  sizeBytes = 0;

  constructor(write: (chunk: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  /** Gives a promise where the receiver must be waited for. */
  add(part: ArchivePart): Promise<void> | undefined {
    const last = this.#gathered.at(-1);
    const follows = last === undefined || isNext(last.bytes, part.bytes);
    // A run that was written as one chunk is to stay one, and a large part is not to be copied.
    const isBreak = this.#gatheredBytes >= CHUNK_BYTES / 2 || part.bytes.length >= CHUNK_BYTES;
    const flushed = !follows && isBreak ? this.flush() : undefined;
    this.#isRun = this.#gathered.length === 0 || (this.#isRun && follows);
    this.#gathered.push(part);
    this.#gatheredBytes += part.bytes.length;
    this.sizeBytes += part.bytes.length;
    return this.#gatheredBytes >= CHUNK_BYTES ? this.flush() : flushed;
  }

  /** Writes what was gathered. */
  flush(): Promise<void> {
    const chunk = this.#takeChunk();
    if (chunk.length > 0) this.#send(chunk);
    return this.#written;
  }

  /** Writes what follows from the digest of all before it. Gives the digest of the whole archive in hex. */
  async end(lastBytes: (digest: Uint8Array) => Uint8Array): Promise<string> {
    await this.flush();
    const bytes = lastBytes(this.#digest.copy().digest());
    this.sizeBytes += bytes.length;
    this.#send(bytes);
    await this.#written;
    return this.#digest.digest('hex');
  }

  #send(chunk: Uint8Array): void {
    this.#digest.update(chunk);
    this.#written = this.#written.then(() => this.#write(chunk));
  }

  #takeChunk(): Uint8Array {
    const parts = this.#gathered;
    const [first] = parts;
    if (first === undefined) return new Uint8Array();
    const chunk = this.#isRun
      ? Buffer.from(first.bytes.buffer, first.bytes.byteOffset, this.#gatheredBytes)
      : Buffer.concat(parts.map(({ bytes }) => bytes));
    if (!this.#isRun) pointInto(chunk, parts);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    return chunk;
  }
}

function isNext(one: Uint8Array, other: Uint8Array): boolean {
  return one.buffer === other.buffer && one.byteOffset + one.length === other.byteOffset;
}

function pointInto(chunk: Uint8Array, parts: readonly ArchivePart[]): void {
  let at = 0;
  for (const part of parts) {
    part.bytes = chunk.subarray(at, at + part.bytes.length);
    at += part.bytes.length;
  }
}
