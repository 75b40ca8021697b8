import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAnchored, readAnchors, writeAnchors } from './page-anchors.ts';

const commit = 'a'.repeat(40);
const location = (place: string): string => `acme/api@${commit}:${place}`;
const page = '---\ntitle: A\n---\n\nText.\n';

test('anchors are comments at the end of a page, and can be read back', () => {
  const lines = 'one\ntwo\n';
  const written = writeAnchors(page, [{ location: location('src/a.ts#L3-L4'), lines }]);
  assert.match(
    written,
    /^---\ntitle: A\n---\n\nText\.\n\n\{\/\* docwright:code acme\/api@a{40}:src\/a\.ts#L3-L4 sha256:[0-9a-f]{16} \*\/\}\n$/,
  );
  const [anchor] = readAnchors(written);
  assert.equal(anchor?.line, 7);
  assert.ok(anchor !== undefined);
  assert.deepEqual(findAnchored('x\ny\none\ntwo\n', anchor), { from: 3 });
  assert.deepEqual(findAnchored('one  \r\ntwo\r\n', anchor), { from: 1 });
  assert.equal(findAnchored('one\nTWO\n', anchor), undefined);
  assert.equal(findAnchored('', anchor), undefined);
});

test('an anchor replaces older anchors of the same file, and anchors of other files remain', () => {
  const first = writeAnchors(page, [
    { location: location('a.ts#L1'), lines: '1\n' },
    { location: location('b.ts#L1'), lines: '1\n' },
  ]);
  const second = writeAnchors(first, [{ location: location('a.ts#L2'), lines: '2\n' }]);
  assert.deepEqual(
    readAnchors(second).map((anchor) => `${anchor.location.path}#${anchor.location.from}`),
    ['b.ts#1', 'a.ts#2'],
  );
  assert.equal(writeAnchors(second, [{ location: location('a.ts#L2'), lines: '2\n' }]), second);
  assert.ok(!second.includes('\n\n\n'));
});

test('a location that would end the comment is omitted, and other comments are not anchors', () => {
  assert.equal(writeAnchors(page, [{ location: location('a*/}<script>.ts#L1'), lines: '1\n' }]), page);
  const others =
    '{/* docwright:code x */}\n{/* note */}\n<!-- docwright:code acme/api@aaaaaaa:b#L1 sha256:0000000000000000 -->\n';
  assert.deepEqual(readAnchors(others), []);
});
