import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPreviewLabel, toSlug } from './slug.ts';

test('a slug is the part of a project’s name that a host name can contain, without two hyphens in a row', () => {
  for (const [name, slug] of [
    ['Acme Docs', 'acme-docs'],
    ['  Ünïcode — Dócs!  ', 'unicode-docs'],
    ['a--b', 'a-b'],
    ['文档', 'docs'],
    ['-x-', 'x'],
    ['x'.repeat(100), 'x'.repeat(40)],
  ] as const)
    assert.equal(toSlug(name, 0), slug);
});

test('a slug for a reserved name or a slug that is taken ends with random characters', () => {
  assert.match(toSlug('API', 0), /^api-[0-9a-f]{6}$/);
  assert.match(toSlug('Docs', 1), /^docs-[0-9a-f]{6}$/);
  assert.notEqual(toSlug('Docs', 1), toSlug('Docs', 1));
  assert.ok(toSlug('x'.repeat(100), 1).length <= 40);
});

test('a preview’s label fits into a host name, even for unusual branch names', () => {
  for (const branch of ['feature/One_Two', 'x'.repeat(200), '文档', '..', '-', 'renovate/@scope/pkg-1.x']) {
    for (const slug of ['docs', 'x'.repeat(40)]) {
      const label = toPreviewLabel(branch, slug);
      assert.match(label, /^[a-z0-9]([a-z0-9-]*[a-z0-9])?-[0-9a-f]{8}--[a-z0-9-]+$/);
      assert.ok(label.length <= 63, label);
      assert.ok(label.endsWith(`--${slug}`));
    }
  }
  assert.match(toPreviewLabel('feature/One_Two', 'docs'), /^feature-one-two-[0-9a-f]{8}--docs$/);
});
