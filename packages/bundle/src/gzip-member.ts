import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';

const compress = promisify(deflateRaw);

// Written by hand, since zlib's own header names the operating system: magic, deflate, no flags, no time, no level, "unknown" system.
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

function wrap(deflated: Uint8Array, content: Uint8Array): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([header, deflated, trailer]);
}

/**
 * One complete gzip member (RFC 1952) of `content`. Concatenated members are a valid gzip file, so a member can be
 * cached by its content and, being complete, served as `Content-Encoding: gzip` as it stands.
 */
export async function gzipMember(content: Uint8Array, level: number): Promise<Buffer> {
  return wrap(await compress(content, { level }), content);
}

/** For tar headers: a few hundred bytes, mostly zeros, are done before a thread would have been woken. */
export function smallGzipMember(content: Uint8Array): Buffer {
  // A small window keeps the set-up cost of a stream under that of the work.
  return wrap(deflateRawSync(content, { level: 9, windowBits: 9, memLevel: 1 }), content);
}
