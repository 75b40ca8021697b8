import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { encodeFooter, footerBytes, readFooter } from './blob-file.ts';
import { requireBlobKey, requireBlobPrefix } from './blob-key.ts';
import type {
  BlobInfo,
  BlobSource,
  BlobStore,
  ByteRange,
  OpenBlob,
  PresignOptions,
  PutOptions,
  StoredBlob,
} from './blob-store.ts';
import { BlobStoreError, blobNotFound, rangeInvalid } from './errors.ts';
import { hashSource } from './hash-source.ts';
import { signLink } from './signed-link.ts';
import type { LinkSecrets, LinkTarget } from './signed-link.ts';

export interface FileSystemStoreSettings {
  /** Absolute path; created if it doesn't exist. */
  readonly folder: string;
  /** Address at which the service serves objects, followed by `/` and the key: `https://docs.example.com/v1/blobs`. */
  readonly linkBaseUrl: string;
  readonly linkSecrets: LinkSecrets;
}

/** Suffix of an object's file, which can't occur in a key, so that object `a` and the folder of object `a/b` differ. */
const fileEnding = '~';
const leftoverAgeMs = 86_400_000;

/** Objects in a folder on this machine, which any number of processes can use concurrently. */
export class FileSystemStore implements BlobStore {
  readonly #objects: string;
  readonly #incoming: string;
  readonly #settings: FileSystemStoreSettings;

  private constructor(settings: FileSystemStoreSettings) {
    this.#settings = settings;
    this.#objects = join(settings.folder, 'objects');
    this.#incoming = join(settings.folder, 'incoming');
  }

  /** Creates the folders, and removes uploads that killed processes left behind. */
  static async open(settings: FileSystemStoreSettings): Promise<FileSystemStore> {
    const store = new FileSystemStore(settings);
    await mkdir(store.#objects, { recursive: true, mode: 0o700 }).catch(toStoreError);
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 }).catch(toStoreError);
    await store.#removeLeftovers();
    return store;
  }

  async put(key: string, source: BlobSource, options: PutOptions): Promise<StoredBlob> {
    requireBlobKey(key);
    const temporary = join(this.#incoming, randomUUID());
    try {
      const stored = await this.#write(temporary, source, options);
      await this.#publish(temporary, this.#pathOf(key));
      return stored;
    } catch (error) {
      await rm(temporary, { force: true });
      return toStoreError(error);
    }
  }

  async open(key: string, range?: ByteRange): Promise<OpenBlob> {
    const file = await this.#openFile(key);
    try {
      const { sizeBytes, contentType } = await readFooter(file, key);
      const start = range?.start ?? 0;
      const end = Math.min(range?.end ?? sizeBytes - 1, sizeBytes - 1);
      if (range && (start < 0 || start >= sizeBytes || end < start)) throw rangeInvalid(key, sizeBytes);
      const lengthBytes = end - start + 1;
      if (lengthBytes === 0) await file.close();
      // The stream closes the file, at its end or when it is destroyed.
      const body = lengthBytes === 0 ? Readable.from([]) : file.createReadStream({ start, end });
      return { body, sizeBytes, lengthBytes, contentType };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async head(key: string): Promise<BlobInfo | undefined> {
    requireBlobKey(key);
    const status = await stat(this.#pathOf(key)).catch(ignoreMissing);
    return status && { key, sizeBytes: status.size - footerBytes, modifiedAt: status.mtime };
  }

  async delete(key: string): Promise<void> {
    requireBlobKey(key);
    const path = this.#pathOf(key);
    await unlink(path).catch(ignoreMissing);
    // Folders are deleted with their last object. A folder that isn't empty stays, and `put` recreates a folder that
    // was deleted too early.
    for (let folder = dirname(path); folder.startsWith(`${this.#objects}/`); folder = dirname(folder)) {
      if (
        !(await rmdir(folder).then(
          () => true,
          () => false,
        ))
      )
        return;
    }
  }

  async *list(prefix: string): AsyncGenerator<BlobInfo> {
    requireBlobPrefix(prefix);
    yield* this.#listFolder(prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix);
  }

  async presign(key: string, options: PresignOptions): Promise<string> {
    const url = new URL(`${this.#settings.linkBaseUrl}/${key}`);
    url.search = signLink(this.#settings.linkSecrets, await this.linkTarget(key), options).toString();
    return url.href;
  }

  /**
   * The signed part of a link to the object, for `verifySignedLink` in the route that serves it.
   * @throws `blob-not-found`
   */
  async linkTarget(key: string): Promise<LinkTarget> {
    const file = await this.#openFile(key);
    try {
      const { sha256 } = await readFooter(file, key);
      const { host, pathname } = new URL(`${this.#settings.linkBaseUrl}/${key}`);
      return { host, path: pathname, sha256 };
    } finally {
      await file.close();
    }
  }

  async close(): Promise<void> {
    // Each call closes its own files.
  }

  async #write(path: string, source: BlobSource, options: PutOptions): Promise<StoredBlob> {
    const file = await open(path, 'wx', 0o600);
    try {
      const { chunks, result } = hashSource(source, options.signal);
      for await (const chunk of chunks) await writeAll(file, chunk);
      const stored = result();
      await writeAll(file, encodeFooter({ contentType: options.contentType, sha256: stored.sha256 }));
      await file.sync();
      return stored;
    } finally {
      await file.close();
    }
  }

  async #publish(temporary: string, path: string): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const firstMade = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const missing = await rename(temporary, path).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error,
      );
      if (missing === undefined) {
        await this.#syncFolders(dirname(path), firstMade);
        return;
      }
      // A deletion removed the folder in the meantime.
      if (missing.code !== 'ENOENT' || tries === 10) throw missing;
    }
  }

  /** Syncs folders: a rename is durable after its folder is synced, and a new folder after its parent is synced. */
  async #syncFolders(folder: string, firstMade: string | undefined): Promise<void> {
    const top = firstMade === undefined ? folder : dirname(firstMade);
    for (let current = folder; ; current = dirname(current)) {
      const handle = await open(current, constants.O_RDONLY).catch(ignoreMissing);
      try {
        await handle?.sync();
      } finally {
        await handle?.close();
      }
      if (current === top) return;
    }
  }

  async *#listFolder(folderKey: string, prefix: string): AsyncGenerator<BlobInfo> {
    const entries = (await readdir(join(this.#objects, folderKey), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
    // In the order of whole keys, as in S3: `a-b` precedes `a/b`.
    const names = entries.map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name.slice(0, -fileEnding.length),
    );
    for (const name of names.sort()) {
      const key = folderKey + name;
      if (!key.startsWith(prefix) && !prefix.startsWith(key)) continue;
      if (name.endsWith('/')) yield* this.#listFolder(key, prefix);
      else {
        const info = key.startsWith(prefix) ? await this.head(key) : undefined;
        if (info) yield info;
      }
    }
  }

  async #removeLeftovers(): Promise<void> {
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
      const status = await stat(path).catch(ignoreMissing);
      if (status && Date.now() - status.mtimeMs > leftoverAgeMs) await rm(path, { force: true });
    }
  }

  async #openFile(key: string): Promise<FileHandle> {
    requireBlobKey(key);
    const file = await open(this.#pathOf(key), 'r').catch(ignoreMissing);
    if (!file) throw blobNotFound(key);
    return file;
  }

  #pathOf(key: string): string {
    return join(this.#objects, key + fileEnding);
  }
}

/** Repeats `write`, which may write only a part, until all bytes are written. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    done += (await file.write(bytes, done, bytes.byteLength - done)).bytesWritten;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}

function toStoreError(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    throw new BlobStoreError('blob-store-full', "The blob store's disk is full.", { cause: error });
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    const { message } = error as Error;
    throw new BlobStoreError('blob-store-refused', `The blob store's folder is not writable: ${message}`, {
      cause: error,
    });
  }
  throw error;
}
