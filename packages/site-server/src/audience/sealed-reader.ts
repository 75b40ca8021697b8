import { parseEditList, type BlockRange, type SealedIndex, type StoredEdit } from '@docwright/bundle';
import { SiteError } from '../errors.ts';
import type { SealedContent, SealedSiteFile, SiteFile } from '../site-source.ts';

export interface SealedReaderOptions {
  readonly index: SealedIndex;
  /** The version's ID, for errors. */
  readonly versionId: string;
  /** Reads and verifies a block. */
  readonly readBlock: (block: number, network: string) => Promise<Buffer>;
  /** Finds a file in the form that the source reads. */
  readonly look: (path: string) => SealedSiteFile | undefined;
}

/**
 * Recently read blocks are cached because a site's pages insert the same segments. Each is at most 128 KiB, except for
 * single large parts.
 */
const maxBlocks = 16;

/** Reads edits and segments from the blocks of a bundle's sealed part. */
export class SealedReader implements SealedContent {
  readonly conditions: SealedContent['conditions'];
  readonly #options: SealedReaderOptions;
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(options: SealedReaderOptions) {
    this.#options = options;
    this.conditions = options.index.conditions;
  }

  look(path: string): SealedSiteFile | undefined {
    return this.#options.look(path);
  }

  hasEdits(path: string): boolean {
    return this.#options.index.edits(path) !== undefined;
  }

  async edits({ path, size }: SiteFile, network = ''): Promise<readonly StoredEdit[]> {
    const { index } = this.#options;
    const place = index.edits(path);
    if (place === undefined) return [];
    const bounds = { size, conditions: this.conditions.length, segments: index.segmentCount };
    return parseEditList(await this.#readPlace(place, network), bounds);
  }

  async segments(numbers: readonly number[], network = ''): Promise<ReadonlyMap<number, Buffer>> {
    const found = new Map<number, Buffer>();
    for (const number of new Set(numbers)) {
      const place = this.#options.index.segment(number);
      if (place === undefined) throw this.#damaged();
      found.set(number, await this.#readPlace(place, network));
    }
    return found;
  }

  async #readPlace({ block, offset, length }: BlockRange, network: string): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    const bytes = await this.#block(block, network);
    if (offset + length > bytes.length) throw this.#damaged();
    return bytes.subarray(offset, offset + length);
  }

  #block(number: number, network: string): Promise<Buffer> {
    const known = this.#blocks.get(number);
    const reading = known ?? this.#options.readBlock(number, network);
    // A map keeps insertion order, so this moves the block to the end.
    this.#blocks.delete(number);
    this.#blocks.set(number, reading);
    const [oldest] = this.#blocks.keys();
    if (oldest !== undefined && this.#blocks.size > maxBlocks) this.#blocks.delete(oldest);
    // The next request may succeed.
    if (known === undefined) reading.catch(() => this.#blocks.get(number) === reading && this.#blocks.delete(number));
    return reading;
  }

  #damaged(): SiteError {
    return new SiteError('version-damaged', `the sealed part of version ${this.#options.versionId} is damaged`);
  }
}
