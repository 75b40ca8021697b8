import { GitError } from './errors.ts';
import type { TreeFile } from './mirror.ts';
import { quote } from './names.ts';
import type { Git } from './run-git.ts';

const LINE_FEED = 0x0a;

export interface BlobQuery {
  readonly gitDir: string;
  readonly files: readonly TreeFile[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * The bytes of many files, in order, through one `cat-file --batch`. Blobs that arrive in one read from the pipe are
 * yielded together, so that a caller that reads all of them needs one turn of the event loop for dozens of pages.
 */
export async function* readBlobs(git: Git, query: BlobQuery): AsyncGenerator<readonly Buffer[]> {
  if (query.files.length === 0) return;
  requireSizes(query.files, git.settings.maxFileBytes);
  const process = git.start({
    gitDir: query.gitDir,
    args: ['cat-file', '--batch', '--buffer'],
    signal: query.signal,
    timeoutMs: git.settings.fetchTimeoutMs,
  });
  // Handled from the beginning, so that a canceled reader doesn't cause an unhandled rejection.
  const ended = process.ended.catch((error: unknown) => error);
  const parser = new BlobParser(query.files);
  try {
    process.stdin.end(query.files.map(({ sha }) => `${sha}\n`).join(''));
    for await (const chunk of process.stdout as AsyncIterable<Buffer>) {
      const blobs = parser.push(chunk);
      if (blobs.length > 0) yield blobs;
    }
    const end = await ended;
    if (end instanceof Error) throw end;
    if (!parser.isComplete)
      throw new GitError('corrupt-repository', 'The repository is missing a file of this commit.');
  } finally {
    process.kill();
    await ended;
  }
}

function requireSizes(files: readonly TreeFile[], maxBytes: number): void {
  const tooLarge = files.find(({ size }) => size > maxBytes);
  if (tooLarge === undefined) return;
  throw new GitError(
    'too-large',
    `The file ${quote(tooLarge.path)} has ${tooLarge.size} bytes; at most ${maxBytes} are allowed.`,
  );
}

/**
 * Splits the stream `<sha> blob <size>\n<bytes>\n…` into blobs. The sizes are known, so the headers are only checked.
 */
class BlobParser {
  readonly #files: readonly TreeFile[];
  #next = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(files: readonly TreeFile[]) {
    this.#files = files;
  }

  get isComplete(): boolean {
    return this.#next === this.#files.length;
  }

  push(chunk: Buffer): Buffer[] {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (this.#pendingBytes < this.#bytesOfNext()) return [];
    const bytes = this.#pending.length === 1 ? chunk : Buffer.concat(this.#pending, this.#pendingBytes);
    const blobs: Buffer[] = [];
    let start = 0;
    for (let length = this.#bytesOfNext(); length > 0 && start + length <= bytes.length; length = this.#bytesOfNext()) {
      blobs.push(this.#cut(bytes, start));
      start += length;
      this.#next += 1;
    }
    this.#pending = start === bytes.length ? [] : [bytes.subarray(start)];
    this.#pendingBytes = bytes.length - start;
    return blobs;
  }

  /** Size of the header, the content and the following line feed; 0 if no further blob is expected. */
  #bytesOfNext(): number {
    const file = this.#files[this.#next];
    return file === undefined ? 0 : header(file).length + file.size + 1;
  }

  #cut(bytes: Buffer, start: number): Buffer {
    const file = this.#files[this.#next];
    const contentAt = start + (file === undefined ? 0 : header(file).length);
    const endAt = contentAt + (file?.size ?? 0);
    if (
      file === undefined ||
      bytes.toString('latin1', start, contentAt) !== header(file) ||
      bytes[endAt] !== LINE_FEED
    ) {
      throw new GitError('corrupt-repository', 'The repository is missing a file of this commit.');
    }
    return bytes.subarray(contentAt, endAt);
  }
}

function header({ sha, size }: TreeFile): string {
  return `${sha} blob ${size}\n`;
}
