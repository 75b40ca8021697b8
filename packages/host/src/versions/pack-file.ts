import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { BundleSink } from '@docwright/bundle';
import { MANIFEST_PATH, SIGNATURE_PATH } from '@docwright/bundle';

const BUFFER_BYTES = 1024 * 1024;

/** Appends to a file through a buffer, so that thousands of small pages need few writes. */
export class AppendFile {
  readonly #file: FileHandle;
  #parts: Buffer[] = [];
  #waiting = 0;
  #offset = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<AppendFile> {
    return new AppendFile(await open(path, 'wx', 0o640));
  }

  /** Offset of the next byte. */
  get offset(): number {
    return this.#offset;
  }

  async append(chunk: Uint8Array): Promise<void> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#parts.push(bytes);
    this.#waiting += bytes.length;
    this.#offset += bytes.length;
    if (this.#waiting >= BUFFER_BYTES) await this.#flush();
  }

  /** Writes everything to the disk. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#waiting = 0;
    for (let written = 0; written < bytes.length;) {
      written += (await this.#file.write(bytes, written)).bytesWritten;
    }
  }
}

/**
 * Writes the contents of all files of a bundle into one file. Names in the archive never become names on disk, so path
 * traversal is impossible, and a version is a single file to open and delete.
 */
export class PackSink implements BundleSink {
  /** Offset of each file's content. */
  readonly offsets = new Map<string, number>();
  manifest: Buffer = Buffer.alloc(0);
  signature: Buffer | undefined;
  /** Offset of the sealed part. */
  sealedAt = 0;
  readonly #pack: AppendFile;
  #path = '';
  #kept: Buffer[] = [];

  constructor(pack: AppendFile) {
    this.#pack = pack;
  }

  begin(path: string): void {
    this.#path = path;
    this.#kept = [];
    this.offsets.set(path, this.#pack.offset);
  }

  write(chunk: Buffer): Promise<void> | void {
    if (this.#isOurs()) {
      this.#kept.push(chunk);
      return undefined;
    }
    return this.#pack.append(chunk);
  }

  end(): void {
    if (this.#path === MANIFEST_PATH) this.manifest = Buffer.concat(this.#kept);
    if (this.#path === SIGNATURE_PATH) this.signature = Buffer.concat(this.#kept);
  }

  beginSealed(): void {
    this.sealedAt = this.#pack.offset;
  }

  writeSealed(chunk: Buffer): Promise<void> {
    return this.#pack.append(chunk);
  }

  #isOurs(): boolean {
    return this.#path === MANIFEST_PATH || this.#path === SIGNATURE_PATH;
  }
}
