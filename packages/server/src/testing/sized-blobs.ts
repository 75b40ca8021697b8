import { Readable } from 'node:stream';
import type { BlobInfo, BlobStore } from '../platform/blob-store/index.ts';

/** A store that contains only each object's size and time, for simulations with more data than fits on the disk. */
export class SizedBlobs implements BlobStore {
  readonly #objects = new Map<string, BlobInfo>();

  /** Records an object of this size as stored at this time. */
  place(key: string, sizeBytes: number, modifiedAt: Date): void {
    this.#objects.set(key, { key, sizeBytes, modifiedAt });
  }

  get bytes(): number {
    return [...this.#objects.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  get count(): number {
    return this.#objects.size;
  }

  put(): Promise<never> {
    return Promise.reject(new Error('content is not stored: use `place` with its size'));
  }

  open(key: string) {
    const sizeBytes = this.#objects.get(key)?.sizeBytes ?? 0;
    return Promise.resolve({ body: Readable.from([]), sizeBytes, lengthBytes: 0, contentType: '' });
  }

  head(key: string): Promise<BlobInfo | undefined> {
    return Promise.resolve(this.#objects.get(key));
  }

  delete(key: string): Promise<void> {
    this.#objects.delete(key);
    return Promise.resolve();
  }

  // oxlint-disable-next-line require-await -- the port is asynchronous
  async *list(prefix: string): AsyncIterable<BlobInfo> {
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    for (const key of keys) {
      const info = this.#objects.get(key);
      if (info !== undefined) yield info;
    }
  }

  presign(key: string): Promise<string> {
    return Promise.resolve(`https://blobs.example/${key}`);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
