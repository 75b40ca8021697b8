import { gzipMember } from '../archive/gzip-member.ts';
import { pieceDigests } from '../index-file/write-index.ts';
import { sha256Of } from '../write/pack-content.ts';
import type { SealedBlock } from './sealed-table.ts';

/**
 * The block size. Blocks are read as a whole, so they are large enough to compress similar parts together, and small
 * enough for a request that needs only one part.
 */
const BLOCK_BYTES = 128 * 1024;

export interface JoinedBlock {
  readonly block: SealedBlock;
  readonly member: Buffer;
}

/** Joins small pieces of content into blocks, in order. Content that is larger than a block has its own block. */
export async function joinBlocks(
  kind: SealedBlock['kind'],
  contents: readonly Uint8Array[],
  gzipLevel: number,
): Promise<readonly JoinedBlock[]> {
  return Promise.all(
    divide(contents).map(async (group) => {
      const bytes = Buffer.concat(group);
      const member = bytes.length === 0 ? Buffer.alloc(0) : await gzipMember(bytes, gzipLevel);
      const content = { size: bytes.length, sha256: sha256Of(bytes), memberBytes: member.length };
      const pieces = pieceDigests(member).map((digest) => digest.toString('hex'));
      return { block: { kind, ...content, pieces, lengths: group.map(({ length }) => length) }, member };
    }),
  );
}

function divide(contents: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let bytes = 0;
  for (const content of contents) {
    const last = groups.at(-1);
    if (last === undefined || bytes + content.length > BLOCK_BYTES) {
      groups.push([content]);
      bytes = content.length;
    } else {
      last.push(content);
      bytes += content.length;
    }
  }
  return groups;
}
