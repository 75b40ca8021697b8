import type { PageWords } from './count-words.ts';

/**
 * Packs the pairs of a page into a third of their size: for each section its number of words, and for each word its
 * number and its weight. Numbers use seven bits of each byte, the lowest first; the highest bit indicates that more
 * follow.
 */
export function packPairs(pairs: PageWords['pairs']): Uint8Array {
  const sections = ((pairs.at(-1) ?? 0) >>> 8) + 1;
  // A number takes up to five bytes, a weight one.
  const bytes = new Uint8Array(5 + sections * 5 + (pairs.length / 2) * 6);
  let to = 0;
  const write = (number: number): void => {
    let rest = number;
    for (; rest > 127; rest >>>= 7) bytes[to++] = (rest & 127) | 128;
    bytes[to++] = rest;
  };
  write(pairs.length / 2);
  let section = 0;
  for (let at = 0; at < pairs.length;) {
    let end = at;
    while (end < pairs.length && (pairs[end + 1] ?? 0) >>> 8 === section) end += 2;
    write((end - at) / 2);
    for (; at < end; at += 2) {
      write(pairs[at] ?? 0);
      bytes[to++] = (pairs[at + 1] ?? 0) & 255;
    }
    section += 1;
  }
  return bytes.slice(0, to);
}

export function unpackPairs(bytes: Uint8Array): PageWords['pairs'] {
  let from = 0;
  const read = (): number => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[from++] ?? 0;
      number |= (byte & 127) << shift;
      if (byte < 128) return number;
    }
  };
  const pairs = new Uint32Array(read() * 2);
  let at = 0;
  for (let section = 0; at < pairs.length && from < bytes.length; section += 1)
    for (let left = read(); left > 0; left -= 1) {
      pairs[at++] = read();
      pairs[at++] = (section << 8) | (bytes[from++] ?? 0);
    }
  return pairs;
}
