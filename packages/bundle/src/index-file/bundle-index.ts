/**
 * A bundle's compact index: everything that a server needs to respond with ranges of the archive, in a file next to it.
 * The index remains in memory in its stored form, about fifty bytes per file. Numbers are little-endian.
 *
 * ```
 * "DWIX" 1 0 0 0
 * four u32       bytes of the head, number of files, number of piece digests, bytes of the paths
 * head           JSON: the manifest's data about the site, the archive's digest and size, content types, page sources
 * records        34 bytes per file: offset u40, member bytes u32, size u32, content type u16, sources u16, 1 if stored,
 *                digest
 * digests        SHA-256 of each MiB of the members that are larger than one, in the order of the files
 * block starts   u32 for every sixteenth path
 * paths          sorted by their bytes: length of the prefix shared with the previous one, length of the rest, the rest
 * table          of the sealed part, if the archive has one
 * SHA-256        of everything above
 * ```
 *
 * An index is checked when it is opened, so that no lookup reads outside the archive, even if the index is forged.
 */
import { createHash } from 'node:crypto';
import { isPlainPath, pathProblem } from '../manifest/entry-path.ts';
import { BundleError } from '../errors.ts';
import type { PageSources } from '../manifest/page-sources.ts';
import { parseTable } from '../sealed/sealed-table.ts';
import { SealedIndex } from '../sealed/sealed-index.ts';
import type { IndexedFile } from './indexed-file.ts';
import { parseIndexHead } from './parse-index-head.ts';
import { storedMemberBytes } from '../archive/stored-member.ts';
import {
  CONTENT_DIGEST_BYTES,
  INDEX_DIGEST_BYTES,
  INDEX_MAGIC,
  NO_SOURCES,
  PATHS_PER_BLOCK,
  PIECE_BYTES,
  RECORD_BYTES,
  UNKNOWN_SOURCES,
  type IndexHead,
} from './write-index.ts';

const MAX_FILES = 1_000_000;
const MAX_PATH_BYTES = 4096;
const FIXED_BYTES = INDEX_MAGIC.length + 16;

function refuse(problem: string): never {
  throw new BundleError('index-invalid', `the index of the bundle is invalid: ${problem}`);
}

interface Sections {
  readonly files: number;
  readonly records: number;
  readonly digests: number;
  readonly starts: number;
  readonly paths: number;
  readonly end: number;
  readonly tableEnd: number;
}

/** An index that `openBundleIndex` has checked, so that no lookup reads outside the buffer. */
export class BundleIndex {
  readonly head: IndexHead;
  readonly fileCount: number;
  readonly #bytes: Buffer;
  readonly #sections: Sections;
  readonly #contentTypes: readonly string[];
  readonly #sources: readonly PageSources[];
  /** Maps each file that has pieces (by its number) to its first digest (by its number), in order. */
  readonly #pieces = new Map<number, number>();
  /** The files of the sealed part; `undefined` if the archive has none. */
  readonly sealed: SealedIndex | undefined;
  #pieceCount = 0;
  readonly #scratch = Buffer.alloc(MAX_PATH_BYTES);

  /** @throws BundleError `index-invalid` */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const jsonBytes = bytes.readUInt32LE(INDEX_MAGIC.length);
    const { head, contentTypes, sources } = parseIndexHead(bytes.subarray(FIXED_BYTES, FIXED_BYTES + jsonBytes));
    this.head = head;
    this.#contentTypes = contentTypes;
    this.#sources = sources;
    this.#sections = readSections(bytes, FIXED_BYTES + jsonBytes, head.restricted?.tableBytes ?? 0);
    this.fileCount = this.#sections.files;
    this.#checkRecords();
    this.#checkPaths();
    this.sealed = this.#openSealed();
  }

  /** The number of bytes that the index occupies in memory. */
  get sizeBytes(): number {
    return this.#bytes.length;
  }

  look(path: string): IndexedFile | undefined {
    const wanted = Buffer.from(path);
    const block = this.#findBlock(wanted);
    for (const { number, length } of block === undefined ? [] : this.#readBlock(block)) {
      if (length === wanted.length && this.#scratch.compare(wanted, 0, length, 0, length) === 0)
        return this.#file(number, path);
    }
    return undefined;
  }

  /** Yields all files, sorted by the bytes of their paths. */
  *files(): Generator<IndexedFile> {
    for (let block = 0; block * PATHS_PER_BLOCK < this.fileCount; block += 1) {
      const paths: { number: number; path: string }[] = [];
      // The consumer of a file may look up another file, which overwrites `#scratch`.
      for (const { number, length } of this.#readBlock(block)) paths.push({ number, path: this.#text(length) });
      for (const { number, path } of paths) yield this.#file(number, path);
    }
  }

  /** Returns the SHA-256 digest of a large member's piece. */
  pieceDigest(firstPiece: number, piece: number): Buffer {
    const number = firstPiece + piece;
    if (number >= this.#pieceCount) return Buffer.from(this.sealed?.pieces[number - this.#pieceCount] ?? '', 'hex');
    const at = this.#sections.digests + number * 32;
    return this.#bytes.subarray(at, at + 32);
  }

  #text(length: number): string {
    return this.#scratch.toString('utf8', 0, length);
  }

  #file(number: number, path: string): IndexedFile {
    const bytes = this.#bytes;
    const at = this.#sections.records + number * RECORD_BYTES;
    const sources = bytes.readUInt16LE(at + 15);
    return {
      path,
      contentType: this.#contentTypes[bytes.readUInt16LE(at + 13)] ?? 'application/octet-stream',
      size: bytes.readUInt32LE(at + 9),
      sha256: bytes.toString('hex', at + 18, at + 18 + CONTENT_DIGEST_BYTES),
      offset: bytes.readUIntLE(at, 5),
      memberBytes: bytes.readUInt32LE(at + 5),
      isStored: bytes[at + 17] === 1,
      sources:
        sources === NO_SOURCES
          ? undefined
          : sources === UNKNOWN_SOURCES
            ? 'unknown'
            : (this.#sources[sources] ?? 'unknown'),
      firstPiece: this.#pieces.get(number),
    };
  }

  /** Finds the last block that begins at or before `wanted`. */
  #findBlock(wanted: Buffer): number | undefined {
    let [low, high] = [0, Math.ceil(this.fileCount / PATHS_PER_BLOCK)];
    while (low < high) {
      const middle = (low + high) >> 1;
      const [first] = this.#readBlock(middle, 1);
      const length = first?.length ?? 0;
      if (this.#scratch.compare(wanted, 0, wanted.length, 0, length) <= 0) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? undefined : low - 1;
  }

  /** Puts each path of a block into `#scratch`, where it remains until the next path is requested. */
  *#readBlock(block: number, most = PATHS_PER_BLOCK): Generator<{ readonly number: number; readonly length: number }> {
    const { starts, paths } = this.#sections;
    const bytes = this.#bytes;
    let at = paths + bytes.readUInt32LE(starts + block * 4);
    const first = block * PATHS_PER_BLOCK;
    const last = Math.min(this.fileCount, first + most);
    for (let number = first; number < last; number += 1) {
      const shared = readLength(bytes, at);
      at += shared < 0x80 ? 1 : 2;
      const rest = readLength(bytes, at);
      at += rest < 0x80 ? 1 : 2;
      bytes.copy(this.#scratch, shared, at, at + rest);
      at += rest;
      yield { number, length: shared + rest };
    }
  }

  #checkRecords(): void {
    const { sizeBytes } = this.head.archive;
    const { records, files, digests, starts } = this.#sections;
    let pieces = 0;
    for (let number = 0; number < files; number += 1) {
      const at = records + number * RECORD_BYTES;
      const memberBytes = this.#bytes.readUInt32LE(at + 5);
      const size = this.#bytes.readUInt32LE(at + 9);
      const sources = this.#bytes.readUInt16LE(at + 15);
      const stored = this.#bytes[at + 17];
      if (this.#bytes.readUIntLE(at, 5) + memberBytes > sizeBytes) refuse('a file is outside the archive');
      if (this.#bytes.readUInt16LE(at + 13) >= this.#contentTypes.length) refuse('a content type is missing');
      if (sources < UNKNOWN_SOURCES && sources >= this.#sources.length) refuse('the sources of a page are missing');
      if (stored !== 0 && stored !== 1) refuse('a file is neither stored nor compressed');
      if (stored === 1 && memberBytes !== storedMemberBytes(size)) refuse('a stored file has a different size');
      if (stored === 0 && (memberBytes === 0) !== (size === 0)) refuse('a file has no content');
      if (memberBytes <= PIECE_BYTES) continue;
      this.#pieces.set(number, pieces);
      pieces += Math.ceil(memberBytes / PIECE_BYTES);
    }
    this.#pieceCount = pieces;
    if (pieces * 32 !== starts - digests) refuse('it has a different number of digests');
  }

  #openSealed(): SealedIndex | undefined {
    const { archive, restricted } = this.head;
    if (restricted === undefined) return undefined;
    const { end, tableEnd } = this.#sections;
    const sealed = new SealedIndex(parseTable(this.#bytes.subarray(end, tableEnd), restricted.sha256), {
      contentsAt: restricted.contentsAt,
      firstPiece: this.#pieceCount,
    });
    if (sealed.end > archive.sizeBytes) refuse('a sealed file is outside the archive');
    for (const path of sealed.edited.keys())
      if (sealed.look(path) === undefined && this.look(path) === undefined) refuse('a file with edits is missing');
    return sealed;
  }

  /** Checks that every path is valid, sorted and unique, and that the blocks are contiguous. */
  #checkPaths(): void {
    const { starts, paths, end } = this.#sections;
    const bytes = this.#bytes;
    const path = Buffer.alloc(MAX_PATH_BYTES);
    let beforeLength = -1;
    let at = paths;
    for (let number = 0; number < this.fileCount; number += 1) {
      const isFirst = number % PATHS_PER_BLOCK === 0;
      if (isFirst && bytes.readUInt32LE(starts + (number / PATHS_PER_BLOCK) * 4) !== at - paths)
        refuse('a block of paths starts at a different offset');
      const shared = at < end ? readLength(bytes, at) : refuse('the paths end early');
      at += shared < 0x80 ? 1 : 2;
      const rest = at < end ? readLength(bytes, at) : refuse('the paths end early');
      at += rest < 0x80 ? 1 : 2;
      const length = shared + rest;
      if (at + rest > end || length > MAX_PATH_BYTES || shared > (isFirst ? 0 : beforeLength))
        refuse('a path is longer than the remaining bytes');
      // `path` still contains the previous path; the shared part needs no comparison.
      if (beforeLength >= 0 && bytes.compare(path, shared, beforeLength, at, at + rest) <= 0)
        refuse('its paths are not sorted');
      // The rest of most paths is short, and `copy` would take a third of the whole check's time.
      for (let offset = 0; offset < rest; offset += 1) path[shared + offset] = bytes[at + offset] ?? 0;
      at += rest;
      if (!isPlainPath(path, length)) requireGoodPath(path.subarray(0, length));
      beforeLength = length;
    }
    if (at !== end) refuse('there are bytes after the paths');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function requireGoodPath(bytes: Buffer): void {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse('a path is not UTF-8');
  }
  if (pathProblem(text, MAX_PATH_BYTES) !== undefined) refuse('a path is not allowed in a bundle');
}

function readLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  return first < 0x80 ? first : ((first & 0x7f) << 8) | (bytes[at + 1] ?? 0);
}

function readSections(bytes: Buffer, records: number, tableBytes: number): Sections {
  const files = bytes.readUInt32LE(INDEX_MAGIC.length + 4);
  const pieces = bytes.readUInt32LE(INDEX_MAGIC.length + 8);
  const pathBytes = bytes.readUInt32LE(INDEX_MAGIC.length + 12);
  if (files > MAX_FILES) refuse(`it lists ${files} files; at most ${MAX_FILES} are allowed`);
  const digests = records + files * RECORD_BYTES;
  const starts = digests + pieces * 32;
  const paths = starts + Math.ceil(files / PATHS_PER_BLOCK) * 4;
  const end = paths + pathBytes;
  const tableEnd = end + tableBytes;
  if (tableEnd + INDEX_DIGEST_BYTES !== bytes.length) refuse('its length differs from the length that it states');
  return { files, records, digests, starts, paths, end, tableEnd };
}

/**
 * Opens an index from untrusted bytes. The bytes are retained and must not be changed.
 * @throws BundleError `index-invalid`
 */
export function openBundleIndex(bytes: Uint8Array): BundleIndex {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < FIXED_BYTES + INDEX_DIGEST_BYTES) refuse('it is too short');
  if (!buffer.subarray(0, 4).equals(INDEX_MAGIC.subarray(0, 4))) refuse('it does not start with "DWIX"');
  if (!buffer.subarray(0, INDEX_MAGIC.length).equals(INDEX_MAGIC))
    refuse(`its version is ${buffer[4] ?? 0}; this program reads version ${INDEX_MAGIC[4] ?? 0}`);
  const end = buffer.length - INDEX_DIGEST_BYTES;
  const digest = createHash('sha256').update(buffer.subarray(0, end)).digest();
  if (!digest.equals(buffer.subarray(end))) refuse('its digest is incorrect');
  if (buffer.readUInt32LE(INDEX_MAGIC.length) > end - FIXED_BYTES) refuse('its header is longer than the index');
  return new BundleIndex(buffer);
}
