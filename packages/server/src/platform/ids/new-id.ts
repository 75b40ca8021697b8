import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^20 > 2^119: far beyond the 96 bits below which guessing an ID is worth trying. */
const randomLength = 20;

/** Generates random bytes; a test passes its own function. */
export type RandomSource = (size: number) => Uint8Array;

const pooledBytes = 4_096;
let pool: Uint8Array = new Uint8Array(0);

/** Each byte is used once; requesting many at a time from the system costs a tenth. */
function takeRandomBytes(size: number): Uint8Array {
  if (size > pool.length) pool = randomBytes(Math.max(size, pooledBytes));
  const taken = pool.subarray(0, size);
  pool = pool.subarray(size);
  return taken;
}

/** An opaque ID such as `se_4kD0…`: prefix, underscore, 20 characters of base62 (119 random bits). */
export function newId(prefix: string, random: RandomSource = takeRandomBytes): string {
  return `${prefix}_${randomText(randomLength, random)}`;
}

/** `length` characters of base62, each equally likely. */
export function randomText(length: number, random: RandomSource = takeRandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      // 248 = 4 × 62: larger bytes would favor the first letters.
      if (byte < 248) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}
