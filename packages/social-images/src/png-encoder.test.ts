/** Tests the files of drawn pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { coverageLevels } from './fill-outline.ts';
import { IndexedPicture } from './indexed-picture.ts';
import { inkSteps, mixInk, rampOf } from './mix-inks.ts';
import { pictureHeight, pictureWidth, rowBytes } from './picture-size.ts';
import { PngEncoder } from './png-encoder.ts';
import type { Rgb } from './rgb.ts';

const white: Rgb = { red: 255, green: 255, blue: 255 };
const black: Rgb = { red: 0, green: 0, blue: 0 };
const palette = [white, ...rampOf(black, white)];
const ink = mixInk(black, palette);
const blackIndex = palette.length - 1;
const backdrop = new Uint8Array(rowBytes * pictureHeight);
const encoder = new PngEncoder(backdrop, palette);
const full = { coverage: new Uint8Array(4).fill(coverageLevels), left: 0, top: 0, width: 2, height: 2 };

/** Reads the chunks of a PNG (RFC 2083) and verifies their checksums. */
function readChunks(png: Buffer): Map<string, Buffer> {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\u0089PNG\r\n\u001a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + size);
    assert.equal(png.readUInt32BE(at + 8 + size), crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += size + 12;
  }
  return chunks;
}

/** Returns the rows of a PNG. zlib rejects a stream with an incorrect checksum. */
const rowsOf = (png: Buffer): Buffer => inflateSync(readChunks(png).get('IDAT') ?? Buffer.alloc(0));

test('the file has the size and the rows of the picture, regardless of where something was drawn', () => {
  for (const y of [0, 14, 15, 300, pictureHeight - 1]) {
    const picture = new IndexedPicture(backdrop);
    picture.draw(full, { x: 7, y }, ink);
    const png = encoder.encode(picture);
    const chunks = readChunks(png);
    const [size, colors] = [chunks.get('IHDR'), chunks.get('PLTE')];
    assert.deepEqual([size?.readUInt32BE(0), size?.readUInt32BE(4)], [pictureWidth, pictureHeight]);
    assert.deepEqual([...(colors?.subarray(0, 3) ?? [])], [255, 255, 255]);
    const rows = rowsOf(png);
    assert.ok(rows.equals(picture.rows), `drawn at row ${y}`);
    assert.equal(rows[y * rowBytes + 1 + 7], blackIndex);
  }
});

test('a picture that nothing was drawn on equals its backdrop', () => {
  assert.ok(rowsOf(encoder.encode(new IndexedPicture(backdrop))).equals(backdrop));
});

test('a cleared picture equals its backdrop', () => {
  const picture = new IndexedPicture(backdrop);
  picture.draw(full, { x: 100, y: 100 }, ink);
  assert.deepEqual(picture.drawn, { from: 100, to: 102 });
  picture.clear();
  assert.ok(Buffer.from(picture.rows).equals(backdrop));
});

test('parts outside the image are clipped, and no other pixel changes', () => {
  const picture = new IndexedPicture(backdrop);
  picture.draw(full, { x: pictureWidth - 1, y: pictureHeight - 1 }, ink);
  picture.draw(full, { x: -1, y: -1 }, ink);
  picture.draw(full, { x: pictureWidth, y: 5 }, ink);
  const drawn = [...picture.rows.entries()].filter(([, color]) => color !== 0).map(([at]) => at);
  assert.deepEqual(drawn, [1, rowBytes * (pictureHeight - 1) + pictureWidth]);
});

test('an ink doesn’t change colors at zero coverage, and replaces them at full coverage', () => {
  for (const index of palette.keys()) {
    assert.equal(ink[index * inkSteps], index);
    assert.equal(ink[index * inkSteps + coverageLevels], blackIndex);
  }
});
