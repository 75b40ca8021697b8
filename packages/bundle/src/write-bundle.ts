/**
 * Packs a bundle while its files come.
 *
 * 1. The bytes depend on the files, their order, the metadata and the gzip level: not on time, user or machine.
 * 2. A file's content is a gzip member of its own, cached by content: what has not changed is not compressed again.
 * 3. Memory holds at most `MAX_PENDING` files that wait for their turn, however slow the receiver is.
 */
import { createHash } from 'node:crypto';
import type { Hash, KeyObject } from 'node:crypto';
import type { Writable } from 'node:stream';
import { contentTypeOf, isCompressible } from './content-type.ts';
import { requirePath, SeenPaths, showName } from './entry-path.ts';
import { BundleError } from './errors.ts';
import { gzipMember, smallGzipMember } from './gzip-member.ts';
import { formatManifest, MANIFEST_FORMAT_VERSION, MANIFEST_PATH, SIGNATURE_PATH } from './manifest.ts';
import type { Manifest, ManifestFile } from './manifest.ts';
import { defaultBundlePolicy } from './policy.ts';
import { isDestination } from './redirects.ts';
import { sealOf } from './seal.ts';
import { signManifest } from './sign.ts';
import { fileHeader, paddingOf } from './tar-header.ts';
import { toChunkWriter } from './write-chunks.ts';

const MAX_PENDING = 16;

/** Gzip members by content. Safe to share among tenants' jobs: the key is a digest of all that the bytes depend on. */
export interface MemberCache {
  get(key: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  set(key: string, member: Uint8Array): Promise<void> | void;
}

export interface BundleWriterOptions {
  /** Takes the archive in order. A stream is not ended. What it throws comes out of `add` or `finish`. */
  readonly output: Writable | ((chunk: Uint8Array) => Promise<void>);
  /** 1 (fast) … 9 (small). */
  readonly gzipLevel?: number;
  readonly memberCache?: MemberCache;
  /** Ed25519: `manifest.json.sig` is added. */
  readonly privateKey?: KeyObject;
}

/** What the caller knows about the bundle and the writer does not. */
export type BundleMeta = Pick<
  Manifest,
  'generator' | 'version' | 'commit' | 'createdFrom' | 'basePath' | 'features' | 'redirects'
>;

export interface BundleFile {
  /** Path inside the bundle, without the base path: `guides/start.html`. Throws BundleError `entry-…` for a bad one. */
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

export interface FinishedBundle {
  /** Lower-case hex over the whole archive. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly manifest: Manifest;
}

export interface BundleWriter {
  /** Resolves once the writer can take the next file; the bytes must not be changed afterwards. */
  add(file: BundleFile): Promise<void>;
  /** Writes the manifest, its signature and the seal. The writer takes nothing afterwards. */
  finish(meta: BundleMeta): Promise<FinishedBundle>;
}

export function createBundleWriter(options: BundleWriterOptions): BundleWriter {
  return new TarGzipWriter(options);
}

interface PreparedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly member: Promise<Uint8Array>;
}

class TarGzipWriter implements BundleWriter {
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  readonly #gzipLevel: number;
  readonly #memberCache: MemberCache | undefined;
  readonly #privateKey: KeyObject | undefined;
  readonly #digest: Hash = createHash('sha256');
  readonly #seen = new SeenPaths();
  readonly #files: ManifestFile[] = [];
  /** In the order of `add`; each settles when its bytes are written. */
  readonly #pending: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #sizeBytes = 0;
  #padding = 0;
  #finished = false;

  constructor(options: BundleWriterOptions) {
    this.#write = toChunkWriter(options.output);
    this.#gzipLevel = options.gzipLevel ?? 6;
    this.#memberCache = options.memberCache;
    this.#privateKey = options.privateKey;
    this.#seen.addFile(MANIFEST_PATH);
    this.#seen.addFile(SIGNATURE_PATH);
  }

  async add(file: BundleFile): Promise<void> {
    this.#requireOpen();
    requirePath(file.path, defaultBundlePolicy.maxPathBytes);
    this.#seen.addFile(file.path);
    await this.#enqueue(this.#prepare(file), true);
  }

  async finish(meta: BundleMeta): Promise<FinishedBundle> {
    this.#requireOpen();
    requireRedirects(meta);
    this.#finished = true;
    await this.#drain(0);
    const { generator, version, commit, createdFrom, basePath, features, redirects } = meta;
    const files = this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const known = { generator, version, commit, createdFrom, basePath, features, redirects, files };
    const manifest: Manifest = { formatVersion: MANIFEST_FORMAT_VERSION, ...known, sealed: true };
    const bytes = Buffer.from(formatManifest(manifest));
    await this.#enqueue(this.#prepare({ path: MANIFEST_PATH, bytes }), false);
    if (this.#privateKey !== undefined) {
      await this.#enqueue(this.#prepare({ path: SIGNATURE_PATH, bytes: signManifest(bytes, this.#privateKey) }), false);
    }
    await this.#drain(0);
    if (this.#padding > 0) await this.#emit(smallGzipMember(Buffer.alloc(this.#padding)));
    await this.#emit(sealOf(this.#digest.copy().digest()));
    return { sha256: this.#digest.digest('hex'), sizeBytes: this.#sizeBytes, manifest };
  }

  #requireOpen(): void {
    if (this.#finished) throw new Error('this bundle is finished: it takes no more files');
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #prepare({ path, bytes }: BundleFile): PreparedFile {
    const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    const sha256 = createHash('sha256').update(content).digest('hex');
    const member = content.length === 0 ? Promise.resolve(new Uint8Array()) : this.#member(path, content, sha256);
    // The rejection is met when the file's turn comes; until then it must not count as unhandled.
    member.catch(() => undefined);
    return { path, size: content.length, sha256, member };
  }

  async #member(path: string, content: Uint8Array, sha256: string): Promise<Uint8Array> {
    // Pictures and fonts are compressed already: a second pass costs time and gains nothing.
    const level = isCompressible(contentTypeOf(path)) ? this.#gzipLevel : Math.min(1, this.#gzipLevel);
    const key = `gzip-${process.versions.zlib}-${level}-${sha256}`;
    const cached = await this.#memberCache?.get(key);
    if (cached !== undefined) return cached;
    const made = await gzipMember(content, level);
    await this.#memberCache?.set(key, made);
    return made;
  }

  async #enqueue(file: PreparedFile, isListed: boolean): Promise<void> {
    const turn = this.#last.then(() => this.#writeFile(file, isListed));
    this.#last = turn;
    turn.catch((error: unknown) => (this.#failure ??= { error }));
    this.#pending.push(turn);
    await this.#drain(MAX_PENDING);
  }

  async #drain(limit: number): Promise<void> {
    while (this.#pending.length > limit) await this.#pending.shift();
  }

  async #writeFile({ path, size, sha256, member }: PreparedFile, isListed: boolean): Promise<void> {
    const compressed = await member;
    await this.#emit(smallGzipMember(Buffer.concat([Buffer.alloc(this.#padding), fileHeader(path, size)])));
    const gzip = { offset: this.#sizeBytes, size: compressed.length };
    await this.#emit(compressed);
    this.#padding = paddingOf(size);
    if (!isListed) return;
    const contentType = contentTypeOf(path);
    const entry = { path, size, sha256, contentType };
    this.#files.push(isCompressible(contentType) && size > 0 ? { ...entry, gzip } : entry);
  }

  async #emit(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#digest.update(chunk);
    this.#sizeBytes += chunk.length;
    await this.#write(chunk);
  }
}

/** A manifest that no reader would take must not be written: `toBundleRedirects` makes redirects that fit. */
function requireRedirects({ redirects }: BundleMeta): void {
  for (const { source, destination } of redirects) {
    if (source.startsWith('/') && isDestination(destination)) continue;
    throw new TypeError(`the redirect from ${showName(source)} to ${showName(destination)} cannot be in a manifest`);
  }
}

/** For a caller that keeps a list of files: refuses a path that the bundle could not hold, before anything is rendered. */
export function requireBundlePath(path: string): void {
  requirePath(path, defaultBundlePolicy.maxPathBytes);
  if (path === MANIFEST_PATH || path === SIGNATURE_PATH) {
    throw new BundleError('entry-duplicate', `${showName(path)} is written by the bundle itself`);
  }
}
