import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBundle } from './read-bundle.ts';
import type { BundleSink, ReadBundle, ReadBundleRequest } from './read-bundle.ts';

export interface UnpackBundleRequest extends Omit<ReadBundleRequest, 'sink'> {
  /** The output folder. It must be empty or not exist; its parent must exist. */
  readonly directory: string;
}

/**
 * Unpacks a bundle into a folder, or not at all: files are written to a temporary folder next to it and verified, and
 * that folder is renamed last. Throws BundleError with the reason; the file system's own errors pass through.
 */
export async function unpackBundle({ directory, ...request }: UnpackBundleRequest): Promise<ReadBundle> {
  const staging = await mkdtemp(`${directory}.partial-`);
  const sink = new FolderSink(staging);
  try {
    const bundle = await readBundle({ ...request, sink });
    await rename(staging, directory);
    return bundle;
  } catch (error) {
    await sink.close();
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Writes files below one folder. Paths were checked by `readTar`, and files are opened with `wx`, so that existing
 * files and links are never followed.
 */
class FolderSink implements BundleSink {
  readonly #root: string;
  readonly #folders = new Set<string>(['.']);
  #file: FileHandle | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  async begin(path: string): Promise<void> {
    const folder = dirname(path);
    if (!this.#folders.has(folder)) {
      await mkdir(join(this.#root, folder), { recursive: true });
      this.#folders.add(folder);
    }
    this.#file = await open(join(this.#root, path), 'wx');
  }

  async write(chunk: Buffer): Promise<void> {
    await this.#file?.writeFile(chunk);
  }

  async end(): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
