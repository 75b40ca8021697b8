export interface Shard {
  readonly start: string;
  readonly bytes: Uint8Array;
}

/** A word in a shard. */
export interface EncodedWord {
  readonly word: string;
  /** The word in UTF-8. */
  readonly name: Uint8Array;
  /** The postings as `encodePostings` returns them. */
  readonly encoded: Uint8Array;
  /** Number of sections that contain the word. */
  readonly sections: number;
}

/**
 * Encodes the data after the word itself: `count * 2 + common`, then the distance from section to section, and weights.
 * `postings` contains numbers of the form `section * 256 + weight`, ascending.
 */
export function encodePostings(postings: readonly number[] | Uint32Array, common: boolean): Uint8Array {
  const bytes = new Uint8Array(MAX_NUMBER_BYTES + postings.length * (MAX_NUMBER_BYTES + 1));
  let size = putNumber(bytes, 0, postings.length * 2 + (common ? 1 : 0));
  let last = 0;
  for (const packed of postings) {
    size = putNumber(bytes, size, (packed >> 8) - last);
    bytes[size++] = packed & 255;
    last = packed >> 8;
  }
  return bytes.slice(0, size);
}

/** Sections are numbered in 24 bits. */
const MAX_NUMBER_BYTES = 5;

/** Writes a number with seven bits per byte, the lowest first. Returns the position of the next number. */
function putNumber(bytes: Uint8Array, at: number, value: number): number {
  let next = at;
  let left = value;
  while (left > 127) {
    bytes[next++] = (left & 127) | 128;
    left = Math.floor(left / 128);
  }
  bytes[next++] = left;
  return next;
}

/** Writes words in the order of their UTF-16 code units, divided into files of about `targetBytes`. */
export function writeShards(words: Iterable<EncodedWord>, targetBytes: number): Shard[] {
  const shards: Shard[] = [];
  const writer = createByteWriter(targetBytes * 2);
  let start = '';
  let before: Uint8Array = new Uint8Array(0);
  for (const { word, name, encoded, sections } of words) {
    if (writer.size() > 0 && writer.size() + name.length + sections * 3 > targetBytes) {
      shards.push({ start, bytes: writer.take() });
      before = new Uint8Array(0);
    }
    if (writer.size() === 0) start = word;
    let shared = 0;
    while (shared < name.length && shared < before.length && name[shared] === before[shared]) shared++;
    writer.number(shared);
    writer.number(name.length - shared);
    writer.bytes(name.subarray(shared));
    writer.bytes(encoded);
    before = name;
  }
  if (writer.size() > 0) shards.push({ start, bytes: writer.take() });
  return shards;
}

interface ByteWriter {
  size(): number;
  number(value: number): void;
  bytes(value: Uint8Array): void;
  /** Returns the bytes written so far and resets the writer. */
  take(): Uint8Array;
}

function createByteWriter(capacity: number): ByteWriter {
  let buffer = new Uint8Array(capacity);
  let size = 0;
  const reserve = (more: number) => {
    if (size + more <= buffer.length) return;
    const larger = new Uint8Array((size + more) * 2);
    larger.set(buffer);
    buffer = larger;
  };
  return {
    size: () => size,
    number(value) {
      reserve(MAX_NUMBER_BYTES);
      size = putNumber(buffer, size, value);
    },
    bytes(value) {
      reserve(value.length);
      buffer.set(value, size);
      size += value.length;
    },
    take: () => {
      const taken = buffer.slice(0, size);
      size = 0;
      return taken;
    },
  };
}
