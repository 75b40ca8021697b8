import { createHash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isSignedBy, MANIFEST_PATH, parseManifest, SIGNATURE_PATH } from '@docwright/bundle';
import type { Manifest, ManifestFile } from '@docwright/bundle';
import { HostError } from '../errors.ts';
import { digestOfVariant } from './variant-digest.ts';
import type { VariantEncoding } from './variant-digest.ts';
import { BUNDLE_FILE, PACK_FILE, readLayout, versionPath } from './version-files.ts';
import { openSealedFiles, type SealedFiles } from './sealed-files.ts';
import { openBrotliPack } from './brotli-pack.ts';
import type { BrotliPack } from './brotli-pack.ts';

/** A byte range in one of a version's files. */
export interface Slice {
  readonly file: FileHandle;
  readonly offset: number;
  readonly size: number;
}

/**
 * An open, verified version. All its bytes are read through two or three open files, so it can be served even while its
 * folder is being deleted.
 */
export class Version {
  readonly id: string;
  readonly path: string;
  /** Digest of the archive, in hex. */
  readonly sha256: string;
  readonly manifest: Manifest;
  /** `undefined` if everything is public. */
  readonly sealed: SealedFiles | undefined;
  readonly #pack: FileHandle;
  readonly #bundle: FileHandle;
  readonly #offsets: ReadonlyMap<string, number>;
  readonly #intact = new Map<string, Promise<boolean>>();
  #brotli: BrotliPack | undefined;
  #users = 1;
  #isDamaged = false;
  /** Called when the first changed file of the version is found on disk. */
  onDamage: ((error: HostError) => void) | undefined;

  constructor(parts: {
    id: string;
    path: string;
    sha256: string;
    manifest: Manifest;
    pack: FileHandle;
    bundle: FileHandle;
    offsets: readonly number[];
    sealed: SealedFiles | undefined;
  }) {
    this.id = parts.id;
    this.path = parts.path;
    this.sha256 = parts.sha256;
    this.manifest = parts.manifest;
    this.#pack = parts.pack;
    this.#bundle = parts.bundle;
    this.sealed = parts.sealed;
    this.#offsets = new Map([
      ...parts.manifest.files.map(({ path }, index) => [path, parts.offsets[index] ?? 0] as const),
      ...(parts.sealed?.offsets ?? []),
    ]);
  }

  content(file: ManifestFile): Slice {
    return { file: this.#pack, offset: this.#offsets.get(file.path) ?? 0, size: file.size };
  }

  gzip(file: ManifestFile): Slice | undefined {
    return file.gzip === undefined ? undefined : { file: this.#bundle, ...file.gzip };
  }

  brotli(file: ManifestFile): Slice | undefined {
    return this.#brotli?.find(file.sha256);
  }

  get hasBrotli(): boolean {
    return this.#brotli !== undefined;
  }

  /** Starts to use the Brotli variants once they exist. */
  async openBrotli(): Promise<void> {
    this.#brotli ??= await openBrotliPack(this.path);
  }

  /** Whether any file of the version was found to have changed on disk. Unchanged files are still served. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /**
   * Whether a large file on disk still matches the manifest. It is read completely before its first byte is sent. Small
   * files are compared when they are read (`readIntact`).
   */
  isIntact(file: ManifestFile): Promise<boolean> {
    const known = this.#intact.get(file.path);
    if (known !== undefined) return known;
    const checking = digestOf(this.content(file)).then(
      (sha256) => sha256 === file.sha256,
      () => false,
    );
    this.#intact.set(file.path, checking);
    return checking;
  }

  /** The content of a file that fits in memory. Throws HostError `version-damaged` if it differs from the manifest. */
  async readIntact(file: ManifestFile): Promise<Buffer> {
    const content = await this.read(this.content(file), file);
    if (createHash('sha256').update(content).digest('hex') === file.sha256) return content;
    throw this.damage(file);
  }

  /**
   * A compressed variant that decompresses to the manifest's file, or `undefined`, in which case the file itself is
   * served. The variant is read completely before its first byte is sent.
   */
  async intactVariant(file: ManifestFile, encoding: VariantEncoding): Promise<Slice | undefined> {
    const slice = encoding === 'gzip' ? this.gzip(file) : this.brotli(file);
    if (slice === undefined) return undefined;
    const digest = await digestOfVariant(encoding, streamSlice(slice));
    if (digest === file.sha256) return slice;
    this.damage(file, ` as ${encoding}`);
    return undefined;
  }

  /** The Brotli form of content that isn't a file of the bundle; `undefined` if it isn't stored, or was changed. */
  async brotliOf(sha256: string): Promise<Buffer | undefined> {
    const slice = this.#brotli?.find(sha256);
    if (slice === undefined || (await digestOfVariant('br', streamSlice(slice))) !== sha256) return undefined;
    return readSlice(slice);
  }

  /** @throws HostError `version-damaged` if the slice is shorter than expected */
  async read(slice: Slice, file: ManifestFile): Promise<Buffer> {
    return readSlice(slice).catch(() => {
      throw this.damage(file);
    });
  }

  /** Records the damage and returns the error that names it. */
  damage(file: ManifestFile, variant = ''): HostError {
    const error = new HostError(
      'version-damaged',
      `${file.path}${variant} of version ${this.id} was changed on disk; reload the bundle from its link to repair it`,
    );
    if (!this.#isDamaged) {
      this.#isDamaged = true;
      this.onDamage?.(error);
    }
    return error;
  }

  /** Retains the version for another user; the last release closes its files. */
  hold(): void {
    this.#users += 1;
  }

  async release(): Promise<void> {
    this.#users -= 1;
    if (this.#users > 0) return;
    await Promise.all([this.#pack.close(), this.#bundle.close(), this.#brotli?.close()]);
  }
}

export async function readSlice({ file, offset, size }: Slice): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, size - done, offset + done);
    if (bytesRead === 0) throw new HostError('version-damaged', 'a file of the version is shorter than it was');
    done += bytesRead;
  }
  return bytes;
}

const PIECE_BYTES = 256 * 1024;

/** Reads a slice in chunks, for files that are too large for memory. */
export async function* streamSlice({ file, offset, size }: Slice): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += PIECE_BYTES) {
    yield await readSlice({ file, offset: offset + done, size: Math.min(PIECE_BYTES, size - done) });
  }
}

async function digestOf(slice: Slice): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of streamSlice(slice)) hash.update(piece);
  return hash.digest('hex');
}

async function requireSize(file: FileHandle, bytes: number, path: string): Promise<void> {
  const { size } = await file.stat();
  if (size !== bytes) throw new HostError('version-damaged', `${path} has ${size} bytes instead of ${bytes}`);
}

async function readManifest(path: string, publicKey: KeyObject | undefined): Promise<Manifest> {
  const bytes = await readFile(join(path, MANIFEST_PATH));
  if (publicKey !== undefined) {
    const signature = await readFile(join(path, SIGNATURE_PATH)).catch(() => Buffer.alloc(0));
    if (!isSignedBy(bytes, signature, publicKey)) {
      throw new HostError('version-damaged', `${path} is not signed with the configured key`);
    }
  }
  return parseManifest(bytes);
}

/** Opens a version on disk. Throws HostError `version-damaged`, or the file system's error if it is missing. */
export async function openVersion(folder: string, id: string, publicKey: KeyObject | undefined): Promise<Version> {
  const path = versionPath(folder, id);
  const layout = await readLayout(path);
  if (!layout.sha256.startsWith(id)) throw new HostError('version-damaged', `${path} contains another version`);
  const manifest = await readManifest(path, publicKey);
  if (layout.offsets.length !== manifest.files.length)
    throw new HostError('version-damaged', `${path}: layout and manifest differ`);
  const sealed = await openSealedFiles(path, manifest, layout.sealed);
  const pack = await open(join(path, PACK_FILE), 'r');
  try {
    await requireSize(pack, layout.packBytes, join(path, PACK_FILE));
    const bundle = await open(join(path, BUNDLE_FILE), 'r');
    try {
      await requireSize(bundle, layout.bundleBytes, join(path, BUNDLE_FILE));
      const { sha256, offsets } = layout;
      const version = new Version({ id, path, sha256, manifest, pack, bundle, offsets, sealed });
      await version.openBrotli();
      return version;
    } catch (error) {
      await bundle.close();
      throw error;
    }
  } catch (error) {
    await pack.close();
    throw error;
  }
}
