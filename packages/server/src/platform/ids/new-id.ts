import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^20 > 2^119, far more than the 96 bits that make an ID unguessable. */
const randomLength = 20;

/** Generates random bytes. Tests pass their own function. */
export type RandomSource = (size: number) => Uint8Array;

const pooledBytes = 4_096;
let pool: Uint8Array = new Uint8Array(0);

/** Uses each byte once. Requesting many bytes from the system together takes a tenth of the time. */
function takeRandomBytes(size: number): Uint8Array {
  if (size > pool.length) pool = randomBytes(Math.max(size, pooledBytes));
  const taken = pool.subarray(0, size);
  pool = pool.subarray(size);
  return taken;
}

/** Creates an opaque ID such as `se_4kD0…`: prefix, underscore, 20 characters of base62 (119 random bits). */
export function newId(prefix: string, random: RandomSource = takeRandomBytes): string {
  return `${prefix}_${randomText(randomLength, random)}`;
}

/** Returns `length` characters of base62, all equally likely. */
export function randomText(length: number, random: RandomSource = takeRandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      // 248 = 4 × 62: larger bytes would make the first letters more likely.
      if (byte < 248) text += alphabet.charAt(byte % 62);
    }
  }
  return text;
}
