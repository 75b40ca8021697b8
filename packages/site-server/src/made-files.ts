import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Encoding } from './answer/negotiate.ts';
import type { FileFacts } from './site-source.ts';

/** A file whose content was created from one of the version's files. */
export interface MadeFile {
  readonly facts: FileFacts;
  /** `undefined` if only the gzip form was read. */
  readonly content: Buffer | undefined;
  readonly gzip: Buffer | undefined;
  readonly br: Buffer | undefined;
}

const expand = promisify(gunzip);
const compress = promisify(gzip);

/** Returns the gzip form of created content. Content is compressed once and sent often. */
export const toGzip = (content: Buffer): Promise<Buffer> => compress(content, { level: 6 });

/**
 * Maximum bytes of created files in memory, so that a file is still available when its response is sent, or when
 * another request needs it.
 */
const maxRecentBytes = 16 * 1024 * 1024;
const maxFacts = 4_096;

/** Files that are created on request. A key identifies a file's content. Concurrent requests share the work. */
export class MadeFiles {
  readonly #facts = new Map<string, FileFacts>();
  readonly #running = new Map<string, Promise<MadeFile>>();
  readonly #recent = new Map<string, MadeFile>();
  #recentBytes = 0;

  async inspect(key: string, make: () => Promise<MadeFile>): Promise<FileFacts> {
    const known = this.#facts.get(key);
    if (known !== undefined) return known;
    const { facts } = await this.read(key, make);
    if (this.#facts.size >= maxFacts) this.#facts.clear();
    this.#facts.set(key, facts);
    return facts;
  }

  read(key: string, make: () => Promise<MadeFile>): Promise<MadeFile> {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return Promise.resolve(recent);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const making = make()
      .then((made) => {
        this.#keepRecent(key, made);
        return made;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, making);
    return making;
  }

  clear(): void {
    this.#facts.clear();
    this.#recent.clear();
    this.#recentBytes = 0;
  }

  #keepRecent(key: string, made: MadeFile): void {
    const bytes = bytesOf(made);
    if (bytes > maxRecentBytes || this.#recent.has(key)) return;
    this.#recent.set(key, made);
    this.#recentBytes += bytes;
    for (const [oldest, file] of this.#recent) {
      if (this.#recentBytes <= maxRecentBytes) break;
      this.#recent.delete(oldest);
      this.#recentBytes -= bytesOf(file);
    }
  }
}

/** @throws if the file isn't available in this encoding */
export async function formOf(made: MadeFile, path: string, encoding: Encoding): Promise<Buffer> {
  const { content, gzip, br } = made;
  const bytes = { identity: content, gzip, br }[encoding];
  if (encoding === 'identity' && content === undefined && gzip !== undefined) return expand(gzip);
  if (bytes === undefined) throw new Error(`${path} is not available as ${encoding}`);
  return bytes;
}

export const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const bytesOf = ({ content, gzip, br }: MadeFile): number =>
  [content, gzip, br].reduce((sum, form) => sum + (form?.length ?? 0), 0);
