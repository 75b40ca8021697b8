/** Writes the compact index of a bundle; `bundle-index.ts` says what it is. */
import { createHash } from 'node:crypto';
import type { Manifest } from './manifest.ts';
import type { PageSources } from './page-sources.ts';

export const INDEX_MAGIC = Buffer.from('DWIX\x01\0\0\0', 'latin1');
export const INDEX_DIGEST_BYTES = 32;
/** Of a content's SHA-256. Nobody finds a second content for sixteen bytes, and they are a quarter of all that is kept of a file. */
export const CONTENT_DIGEST_BYTES = 16;
export const RECORD_BYTES = 34;
/** One path in so many is written whole; the others share the beginning of the one before. */
export const PATHS_PER_BLOCK = 16;
/** Larger members are read in pieces of this size, each with a digest of its own. */
export const PIECE_BYTES = 1024 * 1024;
/** In place of the number of a page's sources: none, and more different ones than there are numbers. */
export const NO_SOURCES = 0xffff;
export const UNKNOWN_SOURCES = 0xfffe;

export interface IndexHead extends Pick<
  Manifest,
  'generator' | 'version' | 'commit' | 'basePath' | 'deploymentKind' | 'features' | 'redirects'
> {
  /** Of the archive that the index belongs to. */
  readonly archive: { readonly sha256: string; readonly sizeBytes: number };
}

/** A file with its place in the archive. */
export interface IndexedMember {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly offset: number;
  readonly memberBytes: number;
  /** Whether the member holds the content in stored blocks. */
  readonly isStored: boolean;
  readonly sources: PageSources | undefined;
  /** Digests of the pieces of a member that is larger than one. */
  readonly pieces: readonly Buffer[];
}

export function toIndexHead(manifest: Manifest, archive: IndexHead['archive']): IndexHead {
  const { generator, version, commit, basePath, deploymentKind, features, redirects } = manifest;
  const kind = deploymentKind === undefined ? {} : { deploymentKind };
  return { generator, version, commit, basePath, ...kind, features, redirects, archive };
}

export function pieceDigests(member: Uint8Array): Buffer[] {
  if (member.length <= PIECE_BYTES) return [];
  return Array.from({ length: Math.ceil(member.length / PIECE_BYTES) }, (_, piece) =>
    createHash('sha256')
      .update(member.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES))
      .digest(),
  );
}

/** The same bytes for the same head and files, in whatever order they come. */
export function formatBundleIndex(head: IndexHead, files: readonly IndexedMember[]): Buffer {
  const named = files.map((file) => ({ file, name: Buffer.from(file.path) }));
  named.sort((a, b) => Buffer.compare(a.name, b.name));
  const types = new Numbering<string>();
  const sources = new Numbering<PageSources>();
  const records = named.map(({ file }) => {
    const number = file.sources === undefined ? NO_SOURCES : sources.of(file.sources, UNKNOWN_SOURCES);
    return formatRecord(file, types.of(file.contentType, UNKNOWN_SOURCES), number);
  });
  const { starts, texts } = formatPaths(named.map(({ name }) => name));
  const json = Buffer.from(JSON.stringify({ ...head, contentTypes: types.values, sources: sources.values }));
  const counts = Buffer.alloc(16);
  const pieces = named.flatMap(({ file }) => file.pieces);
  for (const [place, count] of [json.length, files.length, pieces.length, texts.length].entries())
    counts.writeUInt32LE(count, place * 4);
  const body = Buffer.concat([INDEX_MAGIC, counts, json, ...records, ...pieces, starts, texts]);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

function formatRecord(file: IndexedMember, type: number, sources: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeUIntLE(file.offset, 0, 5);
  record.writeUInt32LE(file.memberBytes, 5);
  record.writeUInt32LE(file.size, 9);
  record.writeUInt16LE(type, 13);
  record.writeUInt16LE(sources, 15);
  record[17] = file.isStored ? 1 : 0;
  record.write(file.sha256.slice(0, CONTENT_DIGEST_BYTES * 2), 18, 'hex');
  return record;
}

/** Sorted paths: where each block begins, and for each path the bytes that it shares, the bytes of the rest, and the rest. */
function formatPaths(names: readonly Buffer[]): { readonly starts: Buffer; readonly texts: Buffer } {
  const parts: Buffer[] = [];
  const starts = Buffer.alloc(Math.ceil(names.length / PATHS_PER_BLOCK) * 4);
  let length = 0;
  let before: Buffer = Buffer.alloc(0);
  for (const [place, name] of names.entries()) {
    const isFirst = place % PATHS_PER_BLOCK === 0;
    if (isFirst) starts.writeUInt32LE(length, (place / PATHS_PER_BLOCK) * 4);
    const shared = isFirst ? 0 : sharedBytes(before, name);
    const lengths = Buffer.alloc(4);
    const used = writeLength(lengths, writeLength(lengths, 0, shared), name.length - shared);
    parts.push(lengths.subarray(0, used), name.subarray(shared));
    length += used + name.length - shared;
    before = name;
  }
  return { starts, texts: Buffer.concat(parts) };
}

function sharedBytes(one: Buffer, other: Buffer): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/** One byte below 128, two up to 16,383. Gives where the next one stands. */
function writeLength(bytes: Buffer, at: number, length: number): number {
  if (length < 0x80) {
    bytes[at] = length;
    return at + 1;
  }
  bytes[at] = 0x80 | (length >> 8);
  bytes[at + 1] = length & 0xff;
  return at + 2;
}

/** Equal values have one number. */
class Numbering<Value> {
  readonly values: Value[] = [];
  readonly #known = new Map<string, number>();

  /** `limit` where there are as many already. */
  of(value: Value, limit: number): number {
    const key = JSON.stringify(value);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.values.length >= limit) return limit;
    this.#known.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
