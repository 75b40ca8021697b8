import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import { cutPieces, type CutContent } from './cut-pieces.ts';

const compress = promisify(deflateRaw);

/** Size of a member's header as written here. */
export const MEMBER_HEADER_BYTES = 10;
export const MEMBER_TRAILER_BYTES = 8;

// Written manually, because zlib's own header names the operating system: magic, deflate, no flags, no time, no level,
// "unknown" system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** @param deflated deflate blocks that unpack to `content` */
export function wrapMember(deflated: readonly Uint8Array[], content: Uint8Array): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([header, ...deflated, trailer]);
}

/**
 * Returns a complete gzip member (RFC 1952) of `content`. Concatenated members are a valid gzip file, so a member can
 * be reused in the next archive and served unchanged as `Content-Encoding: gzip`.
 */
export async function gzipMember(content: Uint8Array, level: number): Promise<Buffer> {
  return wrapMember([await compress(content, { level })], content);
}

/** Compresses tar headers synchronously: a few hundred bytes take less time than starting a thread. */
export function smallGzipMember(content: Uint8Array): Buffer {
  // A small window keeps a stream's setup cost below the cost of compressing.
  return wrapMember([deflateRawSync(content, { level: 9, windowBits: 9, memLevel: 1 })], content);
}

/** Large content whose pieces were compressed separately. */
export interface PiecewiseMember extends CutContent {
  readonly deflated: readonly Uint8Array[];
}

/**
 * Creates a single member for large content. Pieces in `before` aren't compressed again; the resulting bytes are the
 * same without it.
 */
export async function gzipInPieces(
  content: Uint8Array,
  level: number,
  before?: PiecewiseMember,
): Promise<{ readonly member: Buffer; readonly pieces: PiecewiseMember }> {
  const cut = cutPieces(content, before);
  const deflated = await Promise.all(
    cut.map(async ({ start, end, known }): Promise<Uint8Array> => {
      const kept = known === undefined ? undefined : before?.deflated[known];
      // A full flush ends at a byte boundary, and later data doesn't refer to earlier data, so blocks can be joined in
      // any order.
      const finishFlush = end === content.length ? constants.Z_FINISH : constants.Z_FULL_FLUSH;
      return kept ?? compress(content.subarray(start, end), { level, finishFlush });
    }),
  );
  return { member: wrapMember(deflated, content), pieces: { content, ends: cut.map(({ end }) => end), deflated } };
}
