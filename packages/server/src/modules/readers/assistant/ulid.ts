const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 26;

/** A row's position within its project: the time it was written, in microseconds of Unix time, and its ID. */
export interface RowPosition {
  readonly atUs: bigint;
  readonly id: bigint;
}

/**
 * Writes a position as a ULID: milliseconds in 48 bits, as in every ULID, then the remaining time and the row's ID
 * instead of random bits.
 */
export function writeUlid({ atUs, id }: RowPosition): string {
  let rest = ((atUs / 1000n) << 80n) | ((atUs % 1000n) << 64n) | id;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = (alphabet[Number(rest & 31n)] ?? '') + text;
    rest >>= 5n;
  }
  return text;
}

/** Returns `undefined` for text that `writeUlid` can't have written. */
export function readUlid(text: string): RowPosition | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)) return undefined;
  let value = 0n;
  for (const letter of text) value = (value << 5n) | BigInt(alphabet.indexOf(letter));
  const ms = value >> 80n;
  const us = (value >> 64n) & 0xffffn;
  const id = value & 0xffff_ffff_ffff_ffffn;
  // Years that a database supports, and IDs of its type.
  return us > 999n || ms > 8_640_000_000_000n || id > 0x7fff_ffff_ffff_ffffn
    ? undefined
    : { atUs: ms * 1000n + us, id };
}
