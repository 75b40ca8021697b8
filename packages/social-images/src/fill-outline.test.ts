import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageLevels, fillOutline } from './fill-outline.ts';

function polygon(...points: readonly (readonly [number, number])[]): number[] {
  return points.flatMap((from, index) => [...from, ...(points[(index + 1) % points.length] ?? from)]);
}

const areaOf = (coverage: Uint8Array): number => coverage.reduce((sum, step) => sum + step, 0) / coverageLevels;

test('a pixel’s coverage is the share of the pixel that the outline encloses', () => {
  const { coverage, width, height } = fillOutline(polygon([0, 0], [2.5, 0], [2.5, 1], [0, 1]));
  assert.deepEqual([width, height], [3, 1]);
  assert.deepEqual([...coverage], [coverageLevels, coverageLevels, Math.round(coverageLevels / 2)]);
});

test('a mask begins at the pixel in which the outline begins, even above or to the left of the origin', () => {
  const { left, top } = fillOutline(polygon([-3.2, -7.9], [2, -7.9], [2, 1], [-3.2, 1]));
  assert.deepEqual([left, top], [-4, -8]);
});

test('the area of a circle is accurate up to the coverage steps', () => {
  const circle = Array.from({ length: 200 }, (_, index): [number, number] => {
    const angle = (index / 200) * 2 * Math.PI;
    return [40 + 30.3 * Math.cos(angle), 40 + 30.3 * Math.sin(angle)];
  });
  const area = areaOf(fillOutline(polygon(...circle)).coverage);
  assert.ok(Math.abs(area - Math.PI * 30.3 ** 2) < 12, `${area}`);
});

test('overlapping contours with the same direction cover a pixel once', () => {
  const both = [...polygon([0, 0], [4, 0], [4, 4], [0, 4]), ...polygon([2, 0], [6, 0], [6, 4], [2, 4])];
  assert.equal(areaOf(fillOutline(both).coverage), 24);
});

test('a contour with the opposite direction is a hole', () => {
  const ring = [...polygon([0, 0], [6, 0], [6, 6], [0, 6]), ...polygon([2, 2], [2, 4], [4, 4], [4, 2])];
  assert.equal(areaOf(fillOutline(ring).coverage), 32);
});
