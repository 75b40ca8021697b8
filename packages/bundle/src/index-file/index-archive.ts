/** Recreates a missing index from its archive. */
import { createHash } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { BundleError } from '../errors.ts';
import { MEMBER_HEADER_BYTES, MEMBER_TRAILER_BYTES } from '../archive/gzip-member.ts';
import type { ManifestFile } from '../manifest/manifest.ts';
import { pageSourcesOf } from '../manifest/page-sources.ts';
import { defaultBundlePolicy } from '../manifest/policy.ts';
import { readBundle, type ReadBundleRequest } from '../read/read-bundle.ts';
import { storedMember } from '../archive/stored-member.ts';
import { formatBundleIndex, pieceDigests, toIndexHead, type IndexedMember } from './write-index.ts';

/** Returns bytes of an archive from `offset`; fewer than `size` only at the archive's end. */
export type ReadRange = (offset: number, size: number) => Promise<Uint8Array>;

export interface IndexArchiveRequest extends Pick<ReadBundleRequest, 'policy' | 'publicKey' | 'sha256'> {
  readonly readRange: ReadRange;
  readonly sizeBytes: number;
}

const READ_BYTES = 1024 * 1024;
const FIRST_WINDOW_BYTES = 64 * 1024;

/**
 * Recreates the index by reading the archive twice: first to verify it, then member by member. Returns the same bytes
 * as the bundle writer.
 * @throws BundleError if the archive isn't a valid bundle, or a file isn't a separate gzip member
 */
export async function indexArchive(request: IndexArchiveRequest): Promise<Buffer> {
  const { readRange, sizeBytes, ...checks } = request;
  const order: { path: string; size: number }[] = [];
  const sink = {
    begin: (path: string, size: number): void => void order.push({ path, size }),
    write: (): void => undefined,
    end: (): void => undefined,
  };
  const stream = readAll(readRange, sizeBytes);
  const { manifest, sha256, sealed } = await readBundle({ stream, sink, ...checks });
  const byPath = new Map(manifest.files.map((file) => [file.path, file]));
  const maxBytes = checks.policy?.maxFileBytes ?? defaultBundlePolicy.maxFileBytes;
  const members = new MemberReader(readRange, sizeBytes, maxBytes);
  const files: IndexedMember[] = [];
  for (const { path, size } of order) {
    await members.next();
    const member = size === 0 ? { ...nothing, offset: members.offset } : await members.next();
    const file = byPath.get(path);
    if (file !== undefined) files.push(toIndexed(file, member));
  }
  const restricted =
    sealed && manifest.restricted
      ? {
          sha256: manifest.restricted.sha256,
          tableBytes: sealed.tableBytes.length,
          contentsAt: sealed.contentsAt,
        }
      : undefined;
  return formatBundleIndex(toIndexHead(manifest, { sha256, sizeBytes }, restricted), files, sealed?.tableBytes);
}

async function* readAll(readRange: ReadRange, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < sizeBytes; offset += READ_BYTES)
    yield await readRange(offset, Math.min(READ_BYTES, sizeBytes - offset));
}

interface Member {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly content: Buffer;
}

const nothing = { bytes: Buffer.alloc(0), content: Buffer.alloc(0) };

function toIndexed(file: ManifestFile, { offset, bytes, content }: Member): IndexedMember {
  const { path, size, sha256, contentType } = file;
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new BundleError('index-invalid', `${JSON.stringify(path)} is not a separate gzip member`);
  const isStored = bytes.length === 0 || bytes.equals(storedMember(content));
  const sources = pageSourcesOf(contentType, content);
  const place = { offset, memberBytes: bytes.length, isStored };
  return { path, size, sha256, contentType, ...place, sources, pieces: pieceDigests(bytes) };
}

/** Reads the gzip members of an archive in order. */
class MemberReader {
  readonly #readRange: ReadRange;
  readonly #sizeBytes: number;
  readonly #maxBytes: number;
  #window: Buffer = Buffer.alloc(0);
  #windowOffset = 0;
  offset = 0;

  constructor(readRange: ReadRange, sizeBytes: number, maxBytes: number) {
    this.#readRange = readRange;
    this.#sizeBytes = sizeBytes;
    this.#maxBytes = maxBytes;
  }

  async next(): Promise<Member> {
    for (let windowBytes = FIRST_WINDOW_BYTES; ; windowBytes *= 4) {
      const rest = await this.#rest(windowBytes);
      const member = this.#inflate(rest);
      if (member !== undefined) {
        this.offset += member.bytes.length;
        return member;
      }
      if (rest.length === this.#sizeBytes - this.offset)
        throw new BundleError('index-invalid', `no gzip member starts at byte ${this.offset} of the archive`);
    }
  }

  /** Returns bytes from `offset`: at least `least`, unless the archive ends first. */
  async #rest(least: number): Promise<Buffer> {
    const wanted = Math.min(least, this.#sizeBytes - this.offset);
    const held = this.#window.subarray(this.offset - this.#windowOffset);
    if (held.length >= wanted) return held;
    const size = Math.min(Math.max(least, READ_BYTES), this.#sizeBytes - this.offset);
    this.#window = Buffer.from(await this.#readRange(this.offset, size));
    this.#windowOffset = this.offset;
    return this.#window;
  }

  /** Returns the member, or `undefined` if it doesn't end within `rest`. */
  #inflate(rest: Buffer): Member | undefined {
    // Members of bundles have no flags, except the member with the signature, which contains no file.
    if (rest.length < MEMBER_HEADER_BYTES || rest.readUInt32LE(0) !== 0x00088b1f) return undefined;
    const found = inflateStart(rest.subarray(MEMBER_HEADER_BYTES), this.#maxBytes);
    if (found === undefined) return undefined;
    const end = MEMBER_HEADER_BYTES + found.used + MEMBER_TRAILER_BYTES;
    if (end > rest.length || rest.readUInt32LE(end - MEMBER_TRAILER_BYTES) !== crc32(found.content)) return undefined;
    return { offset: this.offset, bytes: rest.subarray(0, end), content: found.content };
  }
}

/** Inflates the deflate stream at the beginning of `bytes`; `used` is its length. */
function inflateStart(bytes: Buffer, maxOutputLength: number): { content: Buffer; used: number } | undefined {
  try {
    // With `info`, zlib also returns the engine, which its types don't declare.
    const result: unknown = inflateRawSync(bytes, { info: true, maxOutputLength });
    const { buffer, engine } = result as { buffer: Buffer; engine: { bytesWritten: number } };
    return { content: buffer, used: engine.bytesWritten };
  } catch {
    return undefined;
  }
}
