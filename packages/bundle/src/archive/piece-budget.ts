import type { PackedContent } from '../write/packed-file.ts';

/**
 * Selects the files whose content remains in memory for the next archive, so that only the part around an edit is
 * compressed again: the largest files, up to a number of bytes. Other files are recompressed entirely when they change,
 * with the same result.
 */
export class PieceBudget {
  readonly #maxBytes: number;
  /** Sorted from the smallest to the largest. */
  readonly #kept: PackedContent[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(content: PackedContent): void {
    if (content.pieces === undefined) return;
    const after = this.#kept.findIndex((other) => bytesOf(other) > bytesOf(content));
    this.#kept.splice(after < 0 ? this.#kept.length : after, 0, content);
    this.#bytes += bytesOf(content);
    while (this.#bytes > this.#maxBytes) {
      const smallest = this.#kept.shift();
      if (smallest === undefined) return;
      this.#bytes -= bytesOf(smallest);
      smallest.pieces = undefined;
    }
  }
}

const bytesOf = ({ size, memberBytes }: PackedContent): number => size + memberBytes;
