import type { Condition } from '@docwright/site-access/rules';
import type { IndexedFile } from '../index-file/indexed-file.ts';
import type { SealedBlock, SealedEntry, SealedTable } from './sealed-table.ts';
import { contentsOf } from './sealed-table.ts';

/** A sealed file with its position in the archive. */
export interface SealedIndexedFile extends IndexedFile {
  /** Number of the condition that its readers meet. */
  readonly when: number;
}

/** A segment or a list of edits, in a block. */
export interface BlockRange {
  readonly block: number;
  readonly offset: number;
  readonly length: number;
}

export interface SealedPlace {
  /** The offset at which the members begin in the archive, or at which the contents begin in another file. */
  readonly contentsAt: number;
  /** Number of the first piece's digest. */
  readonly firstPiece?: number;
}

/** Looks up a sealed part's contents in its table. */
export class SealedIndex {
  readonly conditions: readonly Condition[];
  /** Path of each file with edits → number of its list of edits. */
  readonly edited: ReadonlyMap<string, number>;
  readonly segmentCount: number;
  /** Digests of the pieces of large members, lowercase hex. */
  readonly pieces: readonly string[];
  /** The offset at which the last content ends. */
  readonly end: number;
  readonly #files: ReadonlyMap<string, SealedIndexedFile>;
  readonly #blocks: readonly IndexedFile[];
  readonly #segments: readonly BlockRange[];
  readonly #lists: readonly BlockRange[];

  constructor(table: SealedTable, { contentsAt, firstPiece = 0 }: SealedPlace) {
    const pieces: string[] = [];
    let offset = contentsAt;
    const place = (
      content: SealedBlock | SealedEntry,
      named: Pick<IndexedFile, 'path' | 'contentType' | 'isStored'>,
    ) => {
      const { size, sha256, memberBytes } = content;
      const first = content.pieces.length === 0 ? undefined : firstPiece + pieces.length;
      pieces.push(...content.pieces);
      const file = { ...named, size, sha256, offset, memberBytes, sources: 'unknown' as const, firstPiece: first };
      offset += memberBytes;
      return file;
    };
    this.#blocks = table.blocks.map((block, number) =>
      place(block, { path: `(block ${number})`, contentType: 'application/octet-stream', isStored: false }),
    );
    this.#files = new Map(
      table.files.map((file) => {
        const { path, contentType, isStored, when } = file;
        return [path, { ...place(file, { path, contentType, isStored }), when }] as const;
      }),
    );
    this.pieces = pieces;
    this.end = offset;
    this.conditions = table.conditions;
    this.edited = new Map(table.edited.map((path, number) => [path, number]));
    this.#segments = placesOf(table.blocks, 'segments');
    this.#lists = placesOf(table.blocks, 'edits');
    this.segmentCount = this.#segments.length;
  }

  look(path: string): SealedIndexedFile | undefined {
    return this.#files.get(path);
  }

  files(): Iterable<SealedIndexedFile> {
    return this.#files.values();
  }

  block(number: number): IndexedFile | undefined {
    return this.#blocks[number];
  }

  segment(number: number): BlockRange | undefined {
    return this.#segments[number];
  }

  /** Returns the position of a file's edits, or `undefined` if it has none. */
  edits(path: string): BlockRange | undefined {
    const number = this.edited.get(path);
    return number === undefined ? undefined : this.#lists[number];
  }
}

/** Returns the total size of all members. */
export function sealedMemberBytes(table: SealedTable): number {
  return contentsOf(table).reduce((sum, { memberBytes }) => sum + memberBytes, 0);
}

function placesOf(blocks: readonly SealedBlock[], kind: SealedBlock['kind']): BlockRange[] {
  return blocks.flatMap((block, number) => {
    if (block.kind !== kind) return [];
    let offset = 0;
    return block.lengths.map((length) => {
      offset += length;
      return { block: number, offset: offset - length, length };
    });
  });
}
