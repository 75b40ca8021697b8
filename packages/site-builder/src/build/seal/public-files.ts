import { createHash } from 'node:crypto';
import type { BuildRequest } from '../build-request.ts';

/** Digests of the public site's files, so that edits are never applied to text that differs from the served text. */
export class PublicFiles {
  readonly #digests = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #folded = new Map<string, string>();
  /** Files of pages, which are compared while their bytes are in memory. */
  #pages: ReadonlySet<string> | undefined;

  /** Starts recording files. */
  start(pages: readonly string[]): void {
    this.#pages = new Set(pages);
  }

  /** Returns the request with a receiver that records files before it passes them on. */
  watch(request: BuildRequest): BuildRequest {
    const { emit, existing } = request;
    if (emit === undefined) return request;
    return {
      ...request,
      emit: (file) => {
        if (this.#pages !== undefined) {
          this.#note(file.path, this.#pages.has(file.path) ? '' : digestOf(file.bytes));
          if (lists.has(file.path)) this.#texts.set(file.path, Buffer.from(file.bytes).toString());
        }
        return emit(file);
      },
      existing: existing && {
        digestOf: (path) => existing.digestOf(path),
        reused: (file) => {
          this.#note(file.path, file.sha256);
          return existing.reused(file);
        },
      },
    };
  }

  /** The text of a file that lists pages, or `undefined` if none has this path. */
  text(path: string): string | undefined {
    return this.#texts.get(path);
  }

  has(path: string): boolean {
    return this.#digests.has(path);
  }

  isSame(path: string, bytes: Uint8Array): boolean {
    return this.#digests.get(path) === digestOf(bytes);
  }

  /** Whether another file has the same path on file systems that ignore case. */
  collides(path: string): boolean {
    const known = this.#folded.get(folded(path));
    return known !== undefined && known !== path;
  }

  #note(path: string, digest: string): void {
    this.#digests.set(path, digest);
    this.#folded.set(folded(path), path);
  }
}

const lists: ReadonlySet<string> = new Set(['llms.txt', 'llms-full.txt', '.well-known/llms.txt']);

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
