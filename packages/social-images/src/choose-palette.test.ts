import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePalette } from './choose-palette.ts';

const pixelsOf = (...colors: readonly (readonly [number, number, number])[]): Uint8Array =>
  Uint8Array.from(colors.flatMap((color) => [...color, 255]));

test('an image with few colors keeps all of them', () => {
  const palette = choosePalette(pixelsOf([255, 0, 0], [0, 0, 255], [255, 0, 0], [1, 2, 3]), 8);
  const shown = palette.map(({ red, green, blue }) => `${red},${green},${blue}`).sort();
  assert.deepEqual(shown, ['0,0,255', '1,2,3', '255,0,0']);
});

test('excess colors are merged with similar colors', () => {
  const grays = Array.from({ length: 256 }, (_, level) => [level, level, level] as const);
  const palette = choosePalette(pixelsOf(...grays), 16);
  assert.equal(palette.length, 16);
  for (const [level] of grays) {
    const nearest = Math.min(...palette.map(({ red }) => Math.abs(red - level)));
    assert.ok(nearest <= 16, `${level} is ${nearest} away`);
  }
});

test('an image with many colors is reduced to the limit, and a single-color image keeps its color', () => {
  const photo = Uint8Array.from({ length: 4 * 10_000 }, (_, index) => (index * 7919) % 256);
  assert.equal(choosePalette(photo, 32).length, 32);
  assert.deepEqual(choosePalette(pixelsOf([9, 9, 9], [9, 9, 9]), 32), [{ red: 9, green: 9, blue: 9 }]);
});
