/**
 * The files of a bundle in a blob store, read by ranges on request.
 *
 * 1. Every byte is compared with a digest of the index before it is returned: a file's content, or a piece of a
 *    large member.
 * 2. Caches store only verified content. The key identifies the bytes, so deployments share them.
 */
import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import {
  contentOfStored,
  openBundleIndex,
  pageSourcesOf,
  PIECE_BYTES,
  toStoredPosition,
  type BundleIndex,
  type DeploymentKind,
  type IndexedFile,
  type ReadRange,
} from '@docwright/bundle';
import { SealedReader } from '../audience/sealed-reader.ts';
import type { Encoding } from '../answer/negotiate.ts';
import type { PieceCache } from '../caches/piece-cache.ts';
import { SiteError } from '../errors.ts';
import type { FileFacts, Part, SiteSource } from '../site-source.ts';

const unzip = promisify(gunzip);

export interface BundleSourceOptions {
  /** The site whose share of the cache is charged. */
  readonly site: string;
  /** `undefined` for the kind of deployment that the bundle was built for. */
  readonly kind?: DeploymentKind;
  readonly index: Uint8Array;
  /** Reads a range of the archive. @param network the network of the waiting client, or `''` */
  readonly readRange: (offset: number, size: number, network: string) => ReturnType<ReadRange>;
  readonly cache: PieceCache;
  /** Vectors of the sections, if a service reads them. */
  readonly vectors?: SiteSource['vectors'];
}

/** Number of recently found paths; a lookup in the index takes 5 µs. */
const MAX_REMEMBERED = 1024;

/** @throws BundleError `index-invalid` */
export function openBundleSource(options: BundleSourceOptions): BundleSource {
  return new BundleSource(openBundleIndex(options.index), options);
}

export class BundleSource implements SiteSource {
  readonly id: string;
  readonly build: SiteSource['build'];
  readonly kind: DeploymentKind;
  readonly features: SiteSource['features'];
  readonly basePath: string;
  readonly redirects: SiteSource['redirects'];
  readonly vectors: SiteSource['vectors'];
  readonly sealed: SiteSource['sealed'];
  readonly isProtected: boolean;
  readonly index: BundleIndex;
  readonly #options: BundleSourceOptions;
  readonly #remembered = new Map<string, IndexedFile>();

  constructor(index: BundleIndex, options: BundleSourceOptions) {
    const { archive, basePath, deploymentKind, features, redirects, protected: isProtected } = index.head;
    this.id = archive.sha256.slice(0, 24);
    this.build = index.head;
    this.kind = options.kind ?? deploymentKind;
    this.features = features[this.kind];
    this.basePath = basePath;
    this.redirects = redirects;
    this.vectors = options.vectors;
    this.index = index;
    this.isProtected = isProtected === true;
    this.#options = options;
    this.sealed = this.#openSealed();
  }

  look(path: string): IndexedFile | undefined {
    const known = this.#remembered.get(path);
    if (known !== undefined) return known;
    const found = this.index.look(path);
    if (found === undefined) return undefined;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(path, found);
    return found;
  }

  inspect(file: IndexedFile, network = ''): FileFacts | Promise<FileFacts> {
    const facts = { gzip: file.isStored ? undefined : file.memberBytes, br: undefined };
    if (file.sources !== 'unknown') return { ...facts, sources: file.sources };
    const read = async (): Promise<FileFacts> => {
      const content = await this.read(file, 'identity', network);
      return { ...facts, sources: pageSourcesOf(file.contentType, content) };
    };
    return read();
  }

  async read(file: IndexedFile, encoding: Encoding, network = ''): Promise<Buffer> {
    const size = encoding === 'identity' ? file.size : file.memberBytes;
    const pieces: Buffer[] = [];
    for await (const piece of this.stream(file, encoding, { offset: 0, size }, network)) pieces.push(piece);
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  }

  async *stream(file: IndexedFile, encoding: Encoding, part: Part, network = ''): AsyncGenerator<Buffer> {
    if (part.size === 0) return;
    if (encoding === 'gzip' && !file.isStored) yield* this.#member(file, part, network);
    else if (encoding !== 'identity') throw new Error(`${file.path} is not stored as ${encoding}`);
    else if (file.isStored) yield* this.#stored(file, part, network);
    else yield* this.#unzipped(file, part, network);
  }

  cached(name: string, make: () => Promise<Buffer>, network: string): Promise<Buffer> {
    const { cache, site } = this.#options;
    return cache.read(`${this.index.head.archive.sha256} ${name}`, site, make, network);
  }

  /**
   * Reads and verifies one file, to detect a missing or different bundle.
   * @throws SiteError, or an error of `readRange`
   */
  async requireReadable(): Promise<void> {
    const [first] = this.index.files();
    const file = this.look('index.html') ?? this.look('404.html') ?? first;
    if (file !== undefined && file.memberBytes > 0) await this.#piece(file, 0, '');
  }

  /** Nothing needs to be closed, because each read is a separate request. */
  hold(): void {}

  async release(): Promise<void> {}

  #openSealed(): SealedReader | undefined {
    const { sealed: index } = this.index;
    if (index === undefined) return undefined;
    return new SealedReader({
      index,
      versionId: this.id,
      readBlock: (number, network) => this.#readBlock(number, network),
      look: (path) => index.look(path),
    });
  }

  async #readBlock(number: number, network: string): Promise<Buffer> {
    const block = this.index.sealed?.block(number);
    if (block === undefined) throw new SiteError('version-damaged', `a block of version ${this.id} is missing`);
    return this.read(block, 'identity', network);
  }

  /** Yields a part of the member, in chunks. */
  async *#member(file: IndexedFile, { offset, size }: Part, network: string): AsyncGenerator<Buffer> {
    const end = offset + size;
    for (let start = offset - (offset % PIECE_BYTES); start < end; start += PIECE_BYTES) {
      const piece = await this.#piece(file, start / PIECE_BYTES, network);
      yield piece.subarray(Math.max(offset, start) - start, Math.min(end, start + piece.length) - start);
    }
  }

  async *#stored(file: IndexedFile, { offset, size }: Part, network: string): AsyncGenerator<Buffer> {
    let at = toStoredPosition(offset);
    const end = toStoredPosition(offset + size - 1) + 1;
    for await (const piece of this.#member(file, { offset: at, size: end - at }, network)) {
      yield* contentOfStored(piece, at, file.size);
      at += piece.length;
    }
  }

  async *#unzipped(file: IndexedFile, { offset, size }: Part, network: string): AsyncGenerator<Buffer> {
    const whole = { offset: 0, size: file.memberBytes };
    if (file.firstPiece === undefined) {
      let compared: Buffer | undefined;
      const member = await this.#piece(file, 0, network, (content) => (compared = content));
      // For a small file, this needs less memory than a stream.
      if (file.size <= PIECE_BYTES) {
        const content = compared ?? (await unzip(member, { maxOutputLength: file.size }));
        yield content.subarray(offset, offset + size);
        return;
      }
    }
    const unzipped = createGunzip({ chunkSize: 256 * 1024 });
    // The callback only prevents the error from being thrown twice: the loop below receives it.
    pipeline(Readable.from(this.#member(file, whole, network)), unzipped, () => undefined);
    let at = 0;
    for await (const chunk of unzipped) {
      const bytes: Buffer = chunk;
      const wanted = bytes.subarray(Math.max(0, offset - at), Math.max(0, offset + size - at));
      at += bytes.length;
      if (wanted.length > 0) yield wanted;
      if (at >= offset + size) return;
    }
  }

  /** Reads and verifies a piece. `note` receives a small file's content if this call read it. */
  #piece(file: IndexedFile, piece: number, network: string, note?: (content: Buffer) => void): Promise<Buffer> {
    const { cache, site } = this.#options;
    const { firstPiece } = file;
    if (firstPiece === undefined) {
      // Two archives may have compressed the same content differently.
      const key = `${file.sha256}-${file.isStored ? 'stored' : 'gzip'}-${file.memberBytes}`;
      return cache.read(key, site, () => this.#readSmall(file, network, note), network);
    }
    const digest = this.index.pieceDigest(firstPiece, piece);
    return cache.read(digest.toString('hex'), site, () => this.#readPiece(file, piece, digest, network), network);
  }

  async #readSmall(file: IndexedFile, network: string, note?: (content: Buffer) => void): Promise<Buffer> {
    const member = await this.#readRange(file, 0, file.memberBytes, network);
    const isSmall = file.size <= PIECE_BYTES;
    const content = isSmall ? await unzip(member, { maxOutputLength: Math.max(1, file.size) }).catch(() => '') : '';
    const digest = isSmall ? digestOf(content) : await digestOfUnzipped(member, file.size);
    if ((isSmall && content.length !== file.size) || digest?.startsWith(file.sha256) !== true)
      throw damaged(file, this.id); // 1
    if (typeof content !== 'string') note?.(content);
    return member;
  }

  async #readPiece(file: IndexedFile, piece: number, digest: Buffer, network: string): Promise<Buffer> {
    const start = piece * PIECE_BYTES;
    const bytes = await this.#readRange(file, start, Math.min(PIECE_BYTES, file.memberBytes - start), network);
    if (!createHash('sha256').update(bytes).digest().equals(digest)) throw damaged(file, this.id); // 1
    return bytes;
  }

  async #readRange(file: IndexedFile, offset: number, size: number, network: string): Promise<Buffer> {
    const bytes = await this.#options.readRange(file.offset + offset, size, network);
    if (bytes.length !== size) throw damaged(file, this.id);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/**
 * Computes the digest of a member's uncompressed content, which may be a thousand times larger and is never completely
 * in memory; `undefined` if it doesn't have `size` bytes.
 */
async function digestOfUnzipped(member: Buffer, size: number): Promise<string | undefined> {
  const hash = createHash('sha256');
  const unzipped = createGunzip({ chunkSize: 256 * 1024 });
  pipeline(Readable.from([member]), unzipped, () => undefined);
  let length = 0;
  try {
    for await (const chunk of unzipped) {
      const bytes: Buffer = chunk;
      length += bytes.length;
      if (length > size) return undefined;
      hash.update(bytes);
    }
  } catch {
    return undefined;
  }
  return length === size ? hash.digest('hex') : undefined;
}

function damaged({ path }: IndexedFile, id: string): SiteError {
  return new SiteError('version-damaged', `${path} of version ${id} differs from its index`);
}
