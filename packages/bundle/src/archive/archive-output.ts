import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ArchiveReader, UnusableArchive, type OpenArchive } from './archive-reader.ts';

/** Part of an archive, either in memory or in an archive that was stored earlier. */
export interface ArchivePart {
  readonly length: number;
  /** Points into the chunk that contains the part, once assembled; `undefined` after the part has been released. */
  bytes: Uint8Array | undefined;
  /** Checksum of a part that may be released, to detect damage when it is read again. */
  readonly crc32?: number;
}

/** Creates a part that remains in memory. */
export function toPart(bytes: Uint8Array): ArchivePart {
  return { length: bytes.length, bytes };
}

interface Gathered {
  readonly part: ArchivePart;
  /** The part's bytes when it was added; the part may be released before it is written. */
  readonly bytes: Uint8Array | undefined;
  /** The part's offset in the previous archive. */
  readonly storedAt: number | undefined;
}

export interface ArchiveOutputOptions {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Number of bytes to keep in memory, from the beginning of the archive; 0 by default. */
  readonly heldBytes?: number;
  /** The previous archive, from which released parts are read. */
  readonly open?: OpenArchive | undefined;
}

/**
 * The size of a chunk: large enough that the cost of a call is negligible, and small enough to keep a few in memory.
 */
const CHUNK_BYTES = 256 * 1024;

/**
 * Assembles the parts of an archive into chunks. Parts that are contiguous in a chunk of an earlier archive are written
 * without copying; others are copied and then point into the new chunk, or are released.
 */
export class ArchiveOutput {
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  readonly #heldBytes: number;
  readonly #reader: ArchiveReader | undefined;
  readonly #digest: Hash = createHash('sha256');
  #gathered: Gathered[] = [];
  #gatheredBytes = 0;
  /** Whether the gathered parts are contiguous in memory. */
  #isRun = true;
  #written: Promise<void> = Promise.resolve();
  sizeBytes = 0;

  constructor({ write, heldBytes = 0, open }: ArchiveOutputOptions) {
    this.#write = write;
    this.#heldBytes = heldBytes;
    this.#reader = open && new ArchiveReader(open);
  }

  /**
   * Adds a part. Returns a promise if the receiver must be awaited. `storedAt` is a released part's offset in the
   * previous archive.
   */
  add(part: ArchivePart, storedAt?: number): Promise<void> | undefined {
    const last = this.#gathered.at(-1);
    const follows = last === undefined || isNext(last.bytes, part.bytes);
    // A run that was written as one chunk should remain one chunk, and a large part shouldn't be copied.
    const isBreak = this.#gatheredBytes >= CHUNK_BYTES / 2 || part.length >= CHUNK_BYTES;
    const flushed = !follows && isBreak ? this.flush() : undefined;
    this.#isRun = part.bytes !== undefined && (this.#gathered.length === 0 || (this.#isRun && follows));
    this.#gathered.push({ part, bytes: part.bytes, storedAt });
    this.#gatheredBytes += part.length;
    this.sizeBytes += part.length;
    return this.#gatheredBytes >= CHUNK_BYTES ? this.flush() : flushed;
  }

  flush(): Promise<void> {
    const gathered = this.#gathered;
    if (gathered.length === 0) return this.#written;
    const isHeld = this.sizeBytes <= this.#heldBytes;
    const chunk = this.#isRun ? joinRun(gathered, this.#gatheredBytes) : joinHeld(gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    if (!isHeld) for (const { part } of gathered) letGo(part);
    else if (chunk !== undefined && !this.#isRun) pointInto(chunk, gathered);
    this.#send(chunk ?? (() => this.#readAgain(gathered)));
    return this.#written;
  }

  /**
   * Writes the end, which depends on the digest of everything before it. Returns the whole archive's digest in hex.
   */
  async end(lastBytes: (digest: Uint8Array) => Uint8Array): Promise<string> {
    await this.flush();
    await this.close();
    const bytes = lastBytes(this.#digest.copy().digest());
    this.sizeBytes += bytes.length;
    this.#send(bytes);
    await this.#written;
    return this.#digest.digest('hex');
  }

  async close(): Promise<void> {
    await this.#reader?.close();
  }

  #send(chunk: Uint8Array | (() => Promise<Uint8Array>)): void {
    this.#written = this.#written.then(async () => {
      const bytes = chunk instanceof Uint8Array ? chunk : await chunk();
      this.#digest.update(bytes);
      await this.#write(bytes);
    });
  }

  async #readAgain(gathered: readonly Gathered[]): Promise<Uint8Array> {
    const run = runInArchive(gathered);
    if (run !== undefined) return this.#readRun(gathered, run);
    const all: Uint8Array[] = [];
    for (const { part, bytes, storedAt } of gathered) all.push(bytes ?? (await this.#readPart(part, storedAt)));
    return Buffer.concat(all);
  }

  /**
   * Reads parts that are contiguous in the previous archive together: reading them one by one took twice the memory and
   * time.
   */
  async #readRun(gathered: readonly Gathered[], { start, length }: ArchiveRun): Promise<Uint8Array> {
    const chunk = await this.#requireReader().readOwn(start, length);
    let at = 0;
    for (const { part, bytes, storedAt } of gathered) {
      if (bytes === undefined) requireSame(part, chunk.subarray(at, at + part.length), storedAt);
      else chunk.set(bytes, at);
      at += part.length;
    }
    return chunk;
  }

  async #readPart(part: ArchivePart, storedAt: number | undefined): Promise<Uint8Array> {
    if (storedAt === undefined) throw unknownOffset();
    const bytes = await this.#requireReader().read(storedAt, part.length);
    requireSame(part, bytes, storedAt);
    return bytes;
  }

  #requireReader(): ArchiveReader {
    if (this.#reader === undefined) throw unknownOffset();
    return this.#reader;
  }
}

const unknownOffset = (): UnusableArchive => new UnusableArchive('the offset of a part is unknown');

function requireSame(part: ArchivePart, bytes: Uint8Array, storedAt: number | undefined): void {
  if (crc32(bytes) !== part.crc32)
    throw new UnusableArchive(`its ${part.length} bytes at offset ${storedAt} have changed`);
}

/** A range of the previous archive. */
interface ArchiveRun {
  readonly start: number;
  readonly length: number;
}

/**
 * Returns the range in the previous archive, or `undefined` unless every released part is at its expected offset there.
 * The parts between released ones are in memory, so they may have changed.
 */
function runInArchive(gathered: readonly Gathered[]): ArchiveRun | undefined {
  let start: number | undefined;
  let length = 0;
  for (const { part, bytes, storedAt } of gathered) {
    if (bytes === undefined) {
      if (storedAt === undefined) return undefined;
      start ??= storedAt - length;
      if (storedAt !== start + length) return undefined;
    }
    length += part.length;
  }
  const last = gathered.at(-1);
  // Parts in memory after the last released one may be beyond the end of the previous archive.
  return start === undefined || start < 0 || last?.bytes !== undefined ? undefined : { start, length };
}

function isNext(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.buffer === other.buffer && one.byteOffset + one.length === other.byteOffset;
}

function joinRun([first]: readonly Gathered[], length: number): Uint8Array | undefined {
  return first?.bytes && Buffer.from(first.bytes.buffer, first.bytes.byteOffset, length);
}

/** Returns the joined bytes, or `undefined` if some aren't in memory. */
function joinHeld(gathered: readonly Gathered[]): Uint8Array | undefined {
  const all = gathered.flatMap(({ bytes }) => bytes ?? []);
  return all.length === gathered.length ? Buffer.concat(all) : undefined;
}

function pointInto(chunk: Uint8Array, gathered: readonly Gathered[]): void {
  let at = 0;
  for (const { part } of gathered) {
    part.bytes = chunk.subarray(at, at + part.length);
    at += part.length;
  }
}

/**
 * Releases a part's bytes. A small part remains in memory as a copy, so that its chunk or Node's buffer pool isn't
 * retained.
 */
function letGo(part: ArchivePart): void {
  if (part.crc32 !== undefined) part.bytes = undefined;
  else if (part.bytes !== undefined && part.bytes.buffer.byteLength > 2 * part.length)
    part.bytes = new Uint8Array(part.bytes);
}
