/**
 * A saved cache is written and read in parts: as one value, the cache of 25,000 pages needed more memory than the build
 * itself. Each part follows its length in 32 bits, big-endian.
 */
const lengthBytes = 4;

export function joinParts(parts: Iterable<Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (const part of parts) pieces.push(lengthOf(part), part);
  return Buffer.concat(pieces);
}

/** Yields the first parts, as many as fit into `maxBytes` together. */
export function* firstParts(parts: Iterable<Uint8Array>, maxBytes: number): Generator<Uint8Array> {
  let size = 0;
  for (const part of parts) {
    size += lengthBytes + part.byteLength;
    if (size > maxBytes) return;
    yield part;
  }
}

/** Splits a saved cache into its parts. @throws RangeError if the last part is truncated */
export function* splitParts(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.byteLength;) {
    const start = at + lengthBytes;
    at = start + view.getUint32(at);
    if (at > bytes.byteLength) throw new RangeError('Part of the saved cache is truncated.');
    yield bytes.subarray(start, at);
  }
}

function lengthOf(part: Uint8Array): Uint8Array {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(part.byteLength);
  return length;
}
