import { deflateSync } from 'node:zlib';

const headBytes = 44;
const entryBytes = 20;

/** Converts an SFNT font (TrueType) to WOFF 1.0, with each table compressed (W3C Recommendation, sections 3 to 5). */
export function writeWoff(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = view.getUint16(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 12 + index * 16;
    const bytes = font.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
    const packed = deflateSync(bytes, { level: 9 });
    // A table that compression doesn't make smaller is stored uncompressed.
    return {
      tag: view.getUint32(at),
      checksum: view.getUint32(at + 4),
      bytes,
      stored: packed.length < bytes.length ? packed : bytes,
    };
  });
  const total = tables.reduce((sum, { stored }) => sum + padded(stored.length), headBytes + count * entryBytes);
  const woff = new Uint8Array(total);
  const out = new DataView(woff.buffer);
  out.setUint32(0, 0x774f4646);
  out.setUint32(4, view.getUint32(0));
  out.setUint32(8, total);
  out.setUint16(12, count);
  out.setUint32(
    16,
    tables.reduce((sum, { bytes }) => sum + padded(bytes.length), 12 + count * 16),
  );
  out.setUint16(20, 1);
  let offset = headBytes + count * entryBytes;
  for (const [index, { tag, checksum, bytes, stored }] of tables.entries()) {
    const fields = [tag, offset, stored.length, bytes.length, checksum];
    for (const [field, value] of fields.entries()) out.setUint32(headBytes + index * entryBytes + field * 4, value);
    woff.set(stored, offset);
    offset += padded(stored.length);
  }
  return woff;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}
