import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId, randomText } from './new-id.ts';

describe('an ID', () => {
  test('consists of its prefix and 20 letters and digits, and differs from 10,000 others', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('se'));
    assert.ok(ids.every((id) => /^se_[0-9A-Za-z]{20}$/.test(id)));
    assert.equal(new Set(ids).size, ids.length);
  });

  test('can contain at least 96 random bits in 20 letters and digits', () => {
    assert.ok(20 * Math.log2(62) >= 96);
  });

  test('uses each of the 62 characters about equally often', () => {
    const counts = new Map<string, number>();
    for (const letter of randomText(62 * 2_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    assert.equal(counts.size, 62);
    // Six standard deviations from 2,000.
    for (const [letter, count] of counts) assert.ok(Math.abs(count - 2_000) < 270, `${letter}: ${count}`);
  });

  test('uses the given source of randomness', () => {
    let next = 0;
    const counting = (size: number): Uint8Array => Uint8Array.from({ length: size }, () => next++ % 256);
    assert.equal(randomText(12, counting), '0123456789AB');
    assert.equal(
      randomText(2, () => Uint8Array.of(255, 61)),
      'zz',
    );
  });
});
