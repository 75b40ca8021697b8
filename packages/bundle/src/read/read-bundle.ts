import { createHash, type Hash, type KeyObject } from 'node:crypto';
import { showName } from '../manifest/entry-path.ts';
import { BundleError } from '../errors.ts';
import { MANIFEST_PATH, parseManifest, SIGNATURE_PATH, type Manifest } from '../manifest/manifest.ts';
import { defaultBundlePolicy, type BundlePolicy } from '../manifest/policy.ts';
import { unzipArchive, type ArchiveFacts } from '../archive/read-gzip.ts';
import { readTar, type ReadAfter, type TarSink } from '../archive/read-tar.ts';
import { contentsAtOf, readSealedPart, type ReadSealedPart, type SealedSink } from '../sealed/read-sealed.ts';
import { isSignedBy } from '../manifest/sign.ts';

/**
 * Receives the files of a bundle while it is read. The data must not be used before `readBundle` has resolved, because
 * only then is the content known to match the manifest.
 */
export interface BundleSink extends Partial<SealedSink> {
  begin(path: string, sizeBytes: number): Promise<void> | void;
  write(chunk: Buffer): Promise<void> | void;
  /** Ends the file. `sha256` is the digest of the written bytes, in lowercase hex. */
  end(sha256: string): Promise<void> | void;
}

export interface ReadBundleRequest {
  /** The archive's bytes, in chunks of any size. */
  readonly stream: AsyncIterable<Uint8Array>;
  readonly sink: BundleSink;
  readonly policy?: Partial<BundlePolicy>;
  /** An Ed25519 key; with it, a bundle without a valid `manifest.json.sig` is rejected. */
  readonly publicKey?: KeyObject;
  /** The digest that the whole archive must have, in hex. */
  readonly sha256?: string;
}

export interface ReadBundle {
  readonly manifest: Manifest;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Bytes of all listed files, unpacked. */
  readonly totalBytes: number;
  /** True if a key was passed and the signature is valid for it. */
  readonly isSigned: boolean;
  /** The signed bytes and their signature, as in the archive. */
  readonly manifestBytes: Buffer;
  readonly signature: Buffer | undefined;
  /** The sealed part, which was also verified; `undefined` if the bundle has none. */
  readonly sealed: ReadSealed | undefined;
}

export interface ReadSealed extends ReadSealedPart {
  /** The offset in the archive at which its members begin. */
  readonly contentsAt: number;
}

/**
 * Reads a bundle as a stream and verifies it completely: policy, names, manifest, seal, digest, signature. Throws
 * BundleError with the reason; errors of the stream and the sink are rethrown unchanged.
 */
export async function readBundle(request: ReadBundleRequest): Promise<ReadBundle> {
  const policy: BundlePolicy = { ...defaultBundlePolicy, ...request.policy };
  const archive = unzipArchive(request.stream, policy);
  const inventory = new Inventory(request.sink, policy);
  let part: ReadSealedPart | undefined;
  const readAfter: ReadAfter = async (start, queue) => {
    const manifest = parseManifest(inventory.manifestBytes ?? refuseTrailing());
    part = await readSealedPart({ start, queue, manifest, policy, sink: toSealedSink(request.sink) });
  };
  await readTar(archive.chunks, policy, { sink: inventory, readAfter });
  const facts = archive.facts();
  requireDigest(facts, request.sha256);
  const { manifestBytes, signature } = inventory;
  if (manifestBytes === undefined)
    throw new BundleError('manifest-missing', `the archive has no ${MANIFEST_PATH} at its root`);
  const isSigned = requireSignature(manifestBytes, signature, request.publicKey);
  const manifest = parseManifest(manifestBytes);
  requireSeal(facts, manifest);
  requireListed(manifest, inventory.files);
  requireMembersInside(manifest, facts);
  const totalBytes = manifest.files.reduce((sum, file) => sum + file.size, 0);
  const { sha256, sizeBytes } = facts;
  const sealed = requireSealed(part, manifest, facts);
  return { manifest, sha256, sizeBytes, totalBytes, isSigned, manifestBytes, signature, sealed };
}

function refuseTrailing(): never {
  throw new BundleError('archive-trailing-data', 'there are bytes after the end of the tar archive');
}

function toSealedSink(sink: BundleSink): SealedSink | undefined {
  if (sink.beginSealed === undefined || sink.writeSealed === undefined) return undefined;
  return {
    beginSealed: (tableBytes) => sink.beginSealed?.(tableBytes),
    writeSealed: (chunk) => sink.writeSealed?.(chunk),
  };
}

function requireSealed(
  part: ReadSealedPart | undefined,
  manifest: Manifest,
  facts: ArchiveFacts,
): ReadSealed | undefined {
  if (part !== undefined) return { ...part, contentsAt: contentsAtOf(part, manifest, facts) };
  if (manifest.restricted === undefined) return undefined;
  throw new BundleError('sealed-part-invalid', 'the manifest names a sealed part, which the archive lacks');
}

/** Hashes every file on its way to the sink, and keeps the manifest. */
class Inventory implements TarSink {
  readonly files = new Map<string, { readonly size: number; readonly sha256: string }>();
  manifestBytes: Buffer | undefined;
  signature: Buffer | undefined;
  readonly #sink: BundleSink;
  readonly #policy: BundlePolicy;
  #path = '';
  #size = 0;
  #hash: Hash = createHash('sha256');
  /** Chunks of the manifest or its signature, which are passed on and also stored. */
  #kept: Buffer[] | undefined;

  constructor(sink: BundleSink, policy: BundlePolicy) {
    this.#sink = sink;
    this.#policy = policy;
  }

  async begin(path: string, sizeBytes: number): Promise<void> {
    const isOurs = path === MANIFEST_PATH || path === SIGNATURE_PATH;
    if (isOurs && sizeBytes > this.#policy.maxManifestBytes) {
      const limit = this.#policy.maxManifestBytes;
      throw new BundleError('entry-too-large', `${path} has ${sizeBytes} bytes; maxManifestBytes = ${limit}`);
    }
    this.#path = path;
    this.#size = sizeBytes;
    this.#hash = createHash('sha256');
    this.#kept = isOurs ? [] : undefined;
    await this.#sink.begin(path, sizeBytes);
  }

  write(chunk: Buffer): Promise<void> | void {
    this.#hash.update(chunk);
    this.#kept?.push(chunk);
    return this.#sink.write(chunk);
  }

  async end(): Promise<void> {
    const sha256 = this.#hash.digest('hex');
    if (this.#path === MANIFEST_PATH) this.manifestBytes = Buffer.concat(this.#kept ?? []);
    else if (this.#path === SIGNATURE_PATH) this.signature = Buffer.concat(this.#kept ?? []);
    else this.files.set(this.#path, { size: this.#size, sha256 });
    await this.#sink.end(sha256);
  }
}

function requireDigest({ sha256 }: ArchiveFacts, wanted: string | undefined): void {
  if (wanted === undefined || wanted.toLowerCase() === sha256) return;
  throw new BundleError('digest-mismatch', `the archive's SHA-256 is ${sha256}, but the settings require ${wanted}`);
}

function requireSignature(manifest: Buffer, signature: Buffer | undefined, publicKey: KeyObject | undefined): boolean {
  if (publicKey === undefined) return false;
  if (signature === undefined) {
    throw new BundleError('signature-missing', `a public key is configured, but the bundle has no ${SIGNATURE_PATH}`);
  }
  if (!isSignedBy(manifest, signature, publicKey)) {
    throw new BundleError('signature-invalid', `${SIGNATURE_PATH} doesn't match the configured public key`);
  }
  return true;
}

function requireSeal({ seal }: ArchiveFacts, manifest: Manifest): void {
  if (seal === 'good') return;
  if (seal === 'bad' || manifest.sealed) {
    throw new BundleError('seal-mismatch', 'the bytes of the archive were changed after it was created');
  }
}

type Inventoried = ReadonlyMap<string, { readonly size: number; readonly sha256: string }>;

function requireListed(manifest: Manifest, files: Inventoried): void {
  const listed = new Set<string>();
  for (const { path, size, sha256 } of manifest.files) {
    const found = files.get(path);
    if (found === undefined)
      throw new BundleError('manifest-file-missing', `${showName(path)} is listed but not in the archive`);
    if (found.size !== size) {
      throw new BundleError(
        'manifest-size-mismatch',
        `${showName(path)} has ${found.size} bytes; the manifest says ${size}`,
      );
    }
    if (found.sha256 !== sha256) {
      throw new BundleError(
        'manifest-digest-mismatch',
        `${showName(path)} has the SHA-256 ${found.sha256}, not ${sha256}`,
      );
    }
    if (listed.has(path)) throw new BundleError('manifest-invalid', `${showName(path)} is listed twice`);
    listed.add(path);
  }
  for (const path of files.keys()) {
    if (!listed.has(path))
      throw new BundleError('manifest-file-extra', `${showName(path)} is not listed in the manifest`);
  }
}

function requireMembersInside(manifest: Manifest, { sizeBytes }: ArchiveFacts): void {
  for (const { path, gzip, stored } of manifest.files) {
    const place = gzip ?? stored;
    if (place !== undefined && place.offset + place.size > sizeBytes) {
      throw new BundleError('manifest-invalid', `the gzip member of ${showName(path)} is outside the archive`);
    }
  }
}
