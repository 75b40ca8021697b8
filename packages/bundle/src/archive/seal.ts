/**
 * The seal is the last gzip member of a bundle. It contains the end of the tar archive and, in its header's extra field
 * (RFC 1952, 2.3.1.1), the SHA-256 of all bytes before it. Unlike gzip's own checksum, the seal also covers the headers
 * of members and the padding bits of deflate streams, and it detects truncated and extended files. It isn't a
 * signature.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGEST_BYTES = 32;
/** Two zero blocks: the end of a tar archive. */
const END_OF_ARCHIVE = Buffer.alloc(1024);
// END_OF_ARCHIVE deflated, as a constant, because the end of a bundle must not depend on a zlib version.
const DEFLATED_END = Buffer.from('63601805a360148c540000', 'hex');

const head = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff]),
  Buffer.from([DIGEST_BYTES + 4, 0]),
  Buffer.from('DW'),
  Buffer.from([DIGEST_BYTES, 0]),
]);

const trailer = Buffer.alloc(8);
trailer.writeUInt32LE(crc32(END_OF_ARCHIVE), 0);
trailer.writeUInt32LE(END_OF_ARCHIVE.length, 4);

export const SEAL_BYTES = head.length + DIGEST_BYTES + DEFLATED_END.length + trailer.length;

/** Returns the seal for bytes whose SHA-256 is `digest`. */
export function sealOf(digest: Uint8Array): Buffer {
  return Buffer.concat([head, digest, DEFLATED_END, trailer]);
}

/** Inspects an archive's compressed bytes in transit, and reports at the end whether they are sealed. */
export class SealCheck {
  readonly #hash = createHash('sha256');
  #tail: Buffer = Buffer.alloc(0);

  update(chunk: Buffer): void {
    const bytes = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const hold = Math.max(0, bytes.length - SEAL_BYTES);
    this.#hash.update(bytes.subarray(0, hold));
    this.#tail = Buffer.from(bytes.subarray(hold));
  }

  /** Returns the verdict. `absent`: the file was not sealed, or its seal was damaged or cut off. */
  verdict(): 'good' | 'bad' | 'absent' {
    const expected = sealOf(this.#hash.digest());
    if (expected.equals(this.#tail)) return 'good';
    return this.#tail.subarray(0, head.length).equals(head) ? 'bad' : 'absent';
  }
}
