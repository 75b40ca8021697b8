import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomText, type RandomSource } from '../../../platform/ids/index.ts';

/**
 * An admin key: `dw_`, 32 random characters in base62 (190 bits), and their CRC-32 in 6 more characters. The checksum
 * allows a mistyped or forged key to be refused without querying the database.
 */
const vendorPrefix = 'dw_';
const randomLength = 32;
const checksumLength = 6;
const shape = new RegExp(`^${vendorPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function generateKey(random?: RandomSource): string {
  const body = vendorPrefix + randomText(randomLength, random);
  return body + checksumOf(body);
}

export function isWellFormedKey(key: string): boolean {
  return shape.test(key) && checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** Returns the only stored form of a key. 190 random bits need no salt and no slow hash. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns the parts of a key that lists show, so that keys can be distinguished. */
export function visibleParts(key: string): { readonly prefix: string; readonly lastFour: string } {
  return { prefix: key.slice(0, vendorPrefix.length + 4), lastFour: key.slice(-4) };
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
