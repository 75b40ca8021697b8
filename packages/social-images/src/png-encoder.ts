import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { Rgb } from './rgb.ts';
import type { IndexedPicture } from './indexed-picture.ts';
import { pictureHeight, pictureWidth, rowBytes } from './picture-size.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** zlib (RFC 1950): deflate, a window of 32 KiB, the fastest level. */
const zlibHeader = Buffer.from([0x78, 0x01]);
/** Number of rows that are compressed together; divides the height. */
const bandRows = 15;

/**
 * Writes images that begin with the rows of one background. These are compressed once, in bands; for each image, only
 * the rows from the first drawn row are compressed.
 */
export class PngEncoder {
  readonly #head: Buffer;
  readonly #bands: Buffer[] = [];
  readonly #adlers: number[] = [];

  constructor(backdrop: Uint8Array, palette: readonly Rgb[]) {
    const size = Buffer.alloc(13);
    size.writeUInt32BE(pictureWidth, 0);
    size.writeUInt32BE(pictureHeight, 4);
    // 8 bits per pixel, with a palette.
    size.set([8, 3], 8);
    const colors = palette.flatMap(({ red, green, blue }) => [red, green, blue].map(Math.round));
    this.#head = Buffer.concat([signature, chunk('IHDR', size), chunk('PLTE', Uint8Array.from(colors))]);
    for (let row = 0; row < pictureHeight; row += bandRows) {
      const band = backdrop.subarray(row * rowBytes, (row + bandRows) * rowBytes);
      // Pieces that end at a byte boundary and don't refer back beyond their beginning can be concatenated.
      this.#bands.push(deflateRawSync(band, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }));
      const sealed = deflateSync(band);
      this.#adlers.push(sealed.readUInt32BE(sealed.length - 4));
    }
  }

  encode(picture: IndexedPicture): Buffer {
    // From the first drawn row to the end, so that zlib creates the end of the stream and the checksum of the
    // compressed data.
    const first = Math.floor(picture.drawn.from / bandRows);
    const drawn = picture.rows.subarray(first * bandRows * rowBytes);
    const end = deflateSync(drawn, { level: 1 });
    let adler = 1;
    for (const above of this.#adlers.slice(0, first)) adler = joinAdlers(adler, above, bandRows * rowBytes);
    end.writeUInt32BE(joinAdlers(adler, end.readUInt32BE(end.length - 4), drawn.length), end.length - 4);
    const data = Buffer.concat([zlibHeader, ...this.#bands.slice(0, first), end.subarray(zlibHeader.length)]);
    return Buffer.concat([this.#head, chunk('IDAT', data), chunk('IEND', new Uint8Array())]);
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const adlerModulus = 65_521;

/**
 * Returns the checksum of two concatenated byte sequences (Adler-32; RFC 1950, section 8), from the checksum of each
 * and the length of the second.
 */
function joinAdlers(first: number, second: number, secondLength: number): number {
  const [a1, b1] = [first % 65_536, Math.floor(first / 65_536)];
  const [a2, b2] = [second % 65_536, Math.floor(second / 65_536)];
  const a = (a1 + a2 - 1 + adlerModulus) % adlerModulus;
  const b = (b1 + b2 + (secondLength % adlerModulus) * ((a1 - 1 + adlerModulus) % adlerModulus)) % adlerModulus;
  return b * 65_536 + a;
}
