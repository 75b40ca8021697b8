/**
 * Packs a bundle while its files arrive.
 *
 * 1. The bytes depend on the files, their order, the metadata and the gzip level, not on time, user, machine or
 *    cache.
 * 2. Each file's content is its own gzip member: unchanged content of the cached archive isn't compressed again.
 * 3. No matter how slow the receiver is, at most `MAX_PENDING` files wait, and their size exceeds `MAX_PENDING_BYTES`
 *    by at most one file.
 * 4. Memory retained for the next archive is limited by the cache's `heldBytes`, regardless of the size of the files.
 */
import type { KeyObject } from 'node:crypto';
import type { Writable } from 'node:stream';
import { ArchiveOutput, toPart, type ArchivePart } from '../archive/archive-output.ts';
import type { OpenArchive } from '../archive/archive-reader.ts';
import { cachedFile, type BundleCache, type CachedArchive, type CachedFile } from './bundle-cache.ts';
import { contentTypeOf, isCompressible } from '../manifest/content-type.ts';
import { requireFilePath, requirePath, SeenPaths, showName } from '../manifest/entry-path.ts';
import { BundleError } from '../errors.ts';
import { smallGzipMember } from '../archive/gzip-member.ts';
import {
  formatFileStart,
  formatManifest,
  MANIFEST_FORMAT_VERSION,
  MANIFEST_PATH,
  SIGNATURE_PATH,
  type Manifest,
  type SealedPartFacts,
} from '../manifest/manifest.ts';
import { packContent, sha256Of, type FreshContent } from './pack-content.ts';
import { toManifestFile, type PackedContent, type PackedFile } from './packed-file.ts';
import { defaultBundlePolicy } from '../manifest/policy.ts';
import { PieceBudget } from '../archive/piece-budget.ts';
import { isDestination } from '../manifest/redirects.ts';
import { formatBundleIndex, toIndexHead, type IndexedMember, type IndexHead } from '../index-file/write-index.ts';
import { SEAL_BYTES, sealOf } from '../archive/seal.ts';
import { endOfTar, SealedWriter, type FinishedSealedPart, type SealedFile } from '../sealed/sealed-writer.ts';
import { signManifest } from '../manifest/sign.ts';
import { fileHeader, paddingOf } from '../archive/tar-header.ts';
import { toChunkWriter } from '../archive/write-chunks.ts';

const MAX_PENDING = 16;
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Half of a manifest consists of digests, so a higher level would take three times as long and save only 5%. */
const MANIFEST_GZIP_LEVEL = 3;
const ownNames = [MANIFEST_PATH, SIGNATURE_PATH];

export interface BundleWriterOptions {
  /** Receives the archive in order. A stream isn't ended. Its errors are thrown by `add` or `finish`. */
  readonly output: Writable | ((chunk: Uint8Array) => Promise<void>);
  /** From 1 (fast) to 9 (small). */
  readonly gzipLevel?: number;
  /** Data from earlier archives of the same site; `finish` adds this archive's. */
  readonly cache?: BundleCache;
  /** An Ed25519 key; with it, `manifest.json.sig` is added. */
  readonly privateKey?: KeyObject;
}

/** Metadata that only the caller knows. */
export type BundleMeta = Pick<
  Manifest,
  | 'generator'
  | 'version'
  | 'commit'
  | 'createdFrom'
  | 'basePath'
  | 'deploymentKind'
  | 'features'
  | 'redirects'
  | 'specifications'
  | 'protected'
>;

export interface BundleFile {
  /**
   * Path inside the bundle, without the base path: `guides/start.html`. Throws BundleError `entry-…` if it is invalid.
   */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

export interface FinishedBundle {
  /** Digest of the whole archive in lowercase hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly manifest: Manifest;
  /** The compact index, a file to be stored next to the archive (`bundle-index.ts`). */
  readonly index: Buffer;
  /** Records in the cache where the archive was stored, so that its bytes can be released from memory. */
  storedAt(open: OpenArchive): void;
}

export interface BundleWriter {
  /** Resolves once the writer can accept the next file; the bytes must not be changed afterward. */
  add(file: BundleFile): Promise<void>;
  /** Adds a file of the cached archive again. @throws UnknownFile if no file with this path has this digest */
  addAgain(file: { readonly path: string; readonly sha256: string }): Promise<void>;
  /** Adds a file for readers with access, or edits of a public file, in any order. */
  addSealed(file: SealedFile): Promise<void>;
  /** Writes the manifest, its signature and the seal. No more files are accepted afterward. */
  finish(meta: BundleMeta): Promise<FinishedBundle>;
  /** Closes the cached archive, for a writer that isn't finished. */
  close(): Promise<void>;
}

export function createBundleWriter(options: BundleWriterOptions): BundleWriter {
  return new TarGzipWriter(options);
}

interface PlacedFile {
  readonly file: PackedFile;
  /** Offset of a member in the cached archive. */
  readonly storedAt?: number;
}

interface WaitingFile {
  readonly path: string;
  /** The file of the same path in the cached archive. */
  readonly before: CachedFile | undefined;
  /** `undefined` if the content is the same as in `before`. */
  readonly fresh: Promise<FreshContent> | undefined;
  /** Bytes of the content that remain in memory until they are written. */
  readonly size: number;
}

interface FinishedArchive {
  readonly archive: IndexHead['archive'];
  readonly sealed: FinishedSealedPart | undefined;
}

class TarGzipWriter implements BundleWriter {
  readonly #output: ArchiveOutput;
  readonly #gzipLevel: number;
  readonly #cache: BundleCache | undefined;
  readonly #before: CachedArchive | undefined;
  readonly #privateKey: KeyObject | undefined;
  readonly #names: SeenPaths;
  /** The waiting files, in the order of `add`. */
  readonly #waiting: WaitingFile[] = [];
  readonly #files: PackedFile[] = [];
  readonly #pieces: PieceBudget;
  readonly #sealed: SealedWriter;
  #waitingBytes = 0;
  /** Offsets of the files' members. */
  readonly #offsets: number[] = [];
  #padding = 0;
  #finished = false;

  constructor({ output, gzipLevel = 6, cache, privateKey }: BundleWriterOptions) {
    this.#gzipLevel = gzipLevel;
    this.#sealed = new SealedWriter(gzipLevel);
    this.#cache = cache;
    this.#before = cache?.archive?.gzipLevel === gzipLevel ? cache.archive : undefined;
    this.#output = new ArchiveOutput({
      write: toChunkWriter(output),
      heldBytes: cache?.heldBytes ?? 0,
      open: cache?.openOf(this.#before),
    });
    this.#pieces = new PieceBudget(cache?.heldBytes ?? 0);
    this.#privateKey = privateKey;
    this.#names = new SeenPaths([...ownNames, ...(this.#before?.files.map(({ path }) => path) ?? [])]);
    for (const name of ownNames) this.#names.addFile(name);
  }

  async add({ path, bytes }: BundleFile): Promise<void> {
    this.#requireOpen();
    const before = cachedFile(this.#before, path);
    if (before === undefined) requirePath(path, defaultBundlePolicy.maxPathBytes);
    this.#names.addFile(path);
    const content = toBytes(bytes);
    const sha256 = this.#digestOf(content);
    const isAsBefore = before?.file.content.sha256 === sha256 && this.#canTake(before);
    const fresh = isAsBefore ? undefined : this.#pack({ path, bytes: content, sha256 }, before);
    const size = isAsBefore ? 0 : content.length;
    this.#waiting.push({ path, before, fresh, size });
    this.#waitingBytes += size;
    await this.#drain(MAX_PENDING);
  }

  async addAgain({ path, sha256 }: { readonly path: string; readonly sha256: string }): Promise<void> {
    this.#requireOpen();
    requirePath(path, defaultBundlePolicy.maxPathBytes);
    const before = cachedFile(this.#before, path);
    if (before?.file.content.sha256 !== sha256 || !this.#canTake(before)) throw new UnknownFile(path, sha256);
    this.#names.addFile(path);
    this.#waiting.push({ path, before, fresh: undefined, size: 0 });
    await this.#drain(MAX_PENDING);
  }

  addSealed(file: SealedFile): Promise<void> {
    this.#requireOpen();
    return this.#sealed.add(file);
  }

  async finish(meta: BundleMeta): Promise<FinishedBundle> {
    this.#requireOpen();
    requireRedirects(meta);
    this.#finished = true;
    await this.#drain(0);
    const sorted = this.#sortFiles();
    const sealed = await this.#finishSealed();
    const { manifest, bytes } = this.#writeManifest({ ...meta, restricted: sealed?.facts }, sorted);
    const own = [{ path: MANIFEST_PATH, bytes }];
    if (this.#privateKey !== undefined) {
      own.push({ path: SIGNATURE_PATH, bytes: signManifest(bytes, this.#privateKey) });
    }
    for (const { path, bytes } of own) {
      const level = Math.min(this.#gzipLevel, MANIFEST_GZIP_LEVEL);
      const { content, member } = await packContent({ path, bytes, sha256: sha256Of(bytes) }, level);
      await this.#output.add(this.#header(path, content));
      await this.#output.add(member);
      this.#padding = paddingOf(bytes.length);
    }
    if (this.#padding > 0) await this.#output.add(toPart(smallGzipMember(Buffer.alloc(this.#padding))));
    if (sealed !== undefined) await this.#writeSealed(sealed);
    const sha256 = await this.#output.end(sealOf);
    const archive = this.#keep(sorted);
    const { sizeBytes } = this.#output;
    return {
      sha256,
      sizeBytes,
      manifest,
      index: this.#writeIndex(manifest, sorted, { archive: { sha256, sizeBytes }, sealed }),
      storedAt: (open) => this.#cache?.keepStored(archive, open),
    };
  }

  close(): Promise<void> {
    return this.#output.close();
  }

  #requireOpen(): void {
    if (this.#finished) throw new Error('this bundle is finished: no more files can be added');
  }

  #digestOf(content: Uint8Array): string {
    const known = this.#cache?.digestOf(content);
    if (known !== undefined) return known;
    const sha256 = sha256Of(content);
    this.#cache?.keepDigest(content, sha256);
    return sha256;
  }

  /** Whether the member of a cached file is still available. */
  #canTake({ file }: CachedFile): boolean {
    return file.member.bytes !== undefined || this.#cache?.openOf(this.#before) !== undefined;
  }

  #pack(
    file: { readonly path: string; readonly bytes: Uint8Array; readonly sha256: string },
    before: CachedFile | undefined,
  ): Promise<FreshContent> {
    const fresh = packContent(file, this.#gzipLevel, before?.file.content);
    // The rejection is handled when the file is written; until then, it must not count as unhandled.
    fresh.catch(() => undefined);
    return fresh;
  }

  /** Writes files that are ready, and waits until at most `limit` files are left and their size is within the limit. */
  async #drain(limit: number): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const isRoom = this.#waiting.length <= limit && this.#waitingBytes <= MAX_PENDING_BYTES;
      if (next.fresh !== undefined && isRoom) return;
      const fresh = next.fresh === undefined ? undefined : await next.fresh;
      // A caller that didn't wait for `add` may have changed the queue.
      if (this.#waiting[0] !== next) continue;
      this.#waiting.shift();
      this.#waitingBytes -= next.size;
      const full = this.#write(this.#place(next, fresh));
      if (full !== undefined) await full;
    }
  }

  #place({ path, before }: WaitingFile, fresh: FreshContent | undefined): PlacedFile {
    if (fresh !== undefined) return { file: this.#toFile(path, fresh) };
    if (before === undefined) throw new Error(`${showName(path)} is unknown`);
    const { file, offset: storedAt } = before;
    if (file.paddingBefore === this.#padding) return { file, storedAt };
    return { file: { ...file, header: this.#header(path, file.content), paddingBefore: this.#padding }, storedAt };
  }

  #toFile(path: string, { content, member }: FreshContent): PackedFile {
    const { size, sha256 } = content;
    const contentType = contentTypeOf(path);
    return {
      path,
      content,
      paddingBefore: this.#padding,
      contentType,
      isServedAsGzip: isCompressible(contentType) && size > 0,
      manifestStart: formatFileStart({ path, size, sha256, contentType }),
      header: this.#header(path, content),
      member,
    };
  }

  #header(path: string, { size }: PackedContent): ArchivePart {
    return toPart(smallGzipMember(Buffer.concat([Buffer.alloc(this.#padding), fileHeader(path, size)])));
  }

  #write({ file, storedAt }: PlacedFile): Promise<void> | undefined {
    const headerOut = this.#output.add(file.header);
    this.#offsets.push(this.#output.sizeBytes);
    const memberOut = this.#output.add(file.member, storedAt);
    this.#files.push(file);
    this.#pieces.add(file.content);
    this.#padding = paddingOf(file.content.size);
    return memberOut ?? headerOut;
  }

  /** Returns the positions of the files, in manifest order. */
  #sortFiles(): readonly number[] {
    if (this.#before !== undefined && this.#names.areAsPassed) return this.#before.sorted;
    const paths = this.#files.map(({ path }) => path);
    return [...paths.keys()].sort((a, b) => ((paths[a] ?? '') < (paths[b] ?? '') ? -1 : 1));
  }

  #finishSealed(): Promise<FinishedSealedPart | undefined> {
    if (this.#sealed.isEmpty) return Promise.resolve(undefined);
    return this.#sealed.finish([...ownNames, ...this.#files.map(({ path }) => path)]);
  }

  async #writeSealed({ parts }: FinishedSealedPart): Promise<void> {
    await this.#output.add(endOfTar());
    for (const part of parts) await this.#output.add(part);
  }

  #writeManifest(
    meta: BundleMeta & { readonly restricted: SealedPartFacts | undefined },
    sorted: readonly number[],
  ): { manifest: Manifest; bytes: Buffer } {
    const { generator, version, commit, createdFrom, basePath, deploymentKind, features, redirects } = meta;
    const packed = sorted.flatMap((place) => this.#files[place] ?? []);
    const files = packed.map((file, index) => toManifestFile(file, this.#offsets[sorted[index] ?? 0] ?? 0));
    const pins = meta.specifications === undefined ? {} : { specifications: meta.specifications };
    const readers = {
      ...(meta.restricted && { restricted: meta.restricted }),
      ...(meta.protected === true && { protected: true as const }),
    };
    const known = {
      generator,
      version,
      commit,
      createdFrom,
      basePath,
      deploymentKind,
      features,
      redirects,
      ...pins,
      ...readers,
      files,
    };
    const manifest: Manifest = { formatVersion: MANIFEST_FORMAT_VERSION, ...known, sealed: true };
    const starts = packed.map(({ manifestStart }) => manifestStart);
    return { manifest, bytes: Buffer.from(formatManifest(manifest, starts)) };
  }

  #writeIndex(manifest: Manifest, sorted: readonly number[], { archive, sealed }: FinishedArchive): Buffer {
    const files = sorted.flatMap((place): IndexedMember | [] => {
      const file = this.#files[place];
      if (file === undefined) return [];
      const { path, contentType, isServedAsGzip, content } = file;
      const { size, sha256, memberBytes, sources, pieceDigests: pieces } = content;
      const member = { offset: this.#offsets[place] ?? 0, memberBytes, isStored: !isServedAsGzip };
      return { path, size, sha256, contentType, ...member, sources, pieces };
    });
    const restricted = sealed && {
      sha256: sealed.facts.sha256,
      tableBytes: sealed.table.length,
      contentsAt: archive.sizeBytes - SEAL_BYTES - sealed.contentBytes,
    };
    return formatBundleIndex(toIndexHead(manifest, archive, restricted), files, sealed?.table);
  }

  #keep(sorted: readonly number[]): CachedArchive {
    const places = new Map(this.#files.map(({ path }, place) => [path, place]));
    const archive = { gzipLevel: this.#gzipLevel, files: this.#files, offsets: this.#offsets, places, sorted };
    this.#cache?.keep(archive);
    return archive;
  }
}

function toBytes(bytes: Uint8Array | string): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

/** Thrown if a file should be copied from the previous archive, but the archive doesn't contain it. */
export class UnknownFile extends Error {
  override readonly name = 'UnknownFile';

  constructor(path: string, sha256: string) {
    super(`the last archive has no ${showName(path)} with the digest ${sha256}`);
  }
}

/** Rejects redirects that would make the manifest invalid. `toBundleRedirects` creates valid redirects. */
function requireRedirects({ redirects }: BundleMeta): void {
  for (const { source, destination } of redirects) {
    if (source.startsWith('/') && isDestination(destination)) continue;
    throw new TypeError(`the redirect from ${showName(source)} to ${showName(destination)} can't be in a manifest`);
  }
}

/** Rejects a path that a bundle can't contain, for callers that check a list of files before rendering. */
export function requireBundlePath(path: string): void {
  requireFilePath(path);
  if (path === MANIFEST_PATH || path === SIGNATURE_PATH) {
    throw new BundleError('entry-duplicate', `${showName(path)} is written by the bundle itself`);
  }
}
