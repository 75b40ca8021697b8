/**
 * A gzip member whose deflate stream has only stored blocks (RFC 1951, 3.2.4), each of the maximum length. The archive
 * then contains the content unchanged, with a five-byte header before every 65,535 bytes, so that a range of the
 * content can be read as a range of the archive.
 */
import { MEMBER_HEADER_BYTES, MEMBER_TRAILER_BYTES, wrapMember } from './gzip-member.ts';

const BLOCK_BYTES = 65_535;
const BLOCK_HEADER_BYTES = 5;

export function storedMember(content: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += BLOCK_BYTES) {
    const block = content.subarray(at, at + BLOCK_BYTES);
    const header = Buffer.alloc(BLOCK_HEADER_BYTES);
    header[0] = at + block.length === content.length ? 1 : 0;
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(header, block);
  }
  return wrapMember(parts, content);
}

/** Returns the size of the member for `size` bytes of content; 0 for empty content. */
export function storedMemberBytes(size: number): number {
  if (size === 0) return 0;
  return MEMBER_HEADER_BYTES + size + Math.ceil(size / BLOCK_BYTES) * BLOCK_HEADER_BYTES + MEMBER_TRAILER_BYTES;
}

/** Returns the position in the member of a byte of the content. */
export function toStoredPosition(offset: number): number {
  return MEMBER_HEADER_BYTES + (Math.floor(offset / BLOCK_BYTES) + 1) * BLOCK_HEADER_BYTES + offset;
}

/** Returns the content in a piece of the member, without block headers. The piece begins at `offset`. */
export function contentOfStored(piece: Buffer, offset: number, size: number): Buffer[] {
  const parts: Buffer[] = [];
  const end = offset + piece.length;
  const first = Math.max(0, Math.floor((offset - MEMBER_HEADER_BYTES) / (BLOCK_BYTES + BLOCK_HEADER_BYTES)));
  for (let block = first; block * BLOCK_BYTES < size; block += 1) {
    const start = toStoredPosition(block * BLOCK_BYTES);
    const stop = start + Math.min(BLOCK_BYTES, size - block * BLOCK_BYTES);
    if (stop <= offset) continue;
    if (start >= end) break;
    parts.push(piece.subarray(Math.max(start, offset) - offset, Math.min(stop, end) - offset));
  }
  return parts;
}
