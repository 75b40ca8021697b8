import type { WordPostings } from './client/index-format.ts';

export interface Shard {
  readonly start: string;
  readonly bytes: Uint8Array;
}

/** Words in order of their UTF-16 code units, cut into files of about `targetBytes`. */
export function writeShards(words: Iterable<WordPostings>, targetBytes: number): Shard[] {
  const shards: Shard[] = [];
  let writer = createByteWriter(targetBytes * 2);
  let start = '';
  let before: Uint8Array = new Uint8Array(0);
  const encoder = new TextEncoder();
  for (const { word, sections, weights, common } of words) {
    const name = encoder.encode(word);
    if (writer.size() > 0 && writer.size() + name.length + sections.length * 3 > targetBytes) {
      shards.push({ start, bytes: writer.take() });
      writer = createByteWriter(targetBytes * 2);
      before = new Uint8Array(0);
    }
    if (writer.size() === 0) start = word;
    let shared = 0;
    while (shared < name.length && shared < before.length && name[shared] === before[shared]) shared++;
    writer.number(shared);
    writer.number(name.length - shared);
    writer.bytes(name.subarray(shared));
    writer.number(sections.length * 2 + (common ? 1 : 0));
    let last = 0;
    for (let index = 0; index < sections.length; index++) {
      const section = sections[index] ?? 0;
      writer.number(section - last);
      writer.byte(weights[index] ?? 1);
      last = section;
    }
    before = name;
  }
  if (writer.size() > 0) shards.push({ start, bytes: writer.take() });
  return shards;
}

interface ByteWriter {
  size(): number;
  byte(value: number): void;
  number(value: number): void;
  bytes(value: Uint8Array): void;
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
    byte(value) {
      reserve(1);
      buffer[size++] = value;
    },
    number(value) {
      reserve(8);
      let left = value;
      while (left > 127) {
        buffer[size++] = (left & 127) | 128;
        left = Math.floor(left / 128);
      }
      buffer[size++] = left;
    },
    bytes(value) {
      reserve(value.length);
      buffer.set(value, size);
      size += value.length;
    },
    take: () => buffer.slice(0, size),
  };
}
