import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packChanges, unpackChange, type FileChanges } from './packed-changes.ts';

test('files that share their bytes are packed once', () => {
  const [image, other] = [Buffer.alloc(10_000, 0xff), Buffer.from([0xfe])];
  const changes: FileChanges = new Map<string, string | Uint8Array | null>([
    ...Array.from({ length: 1000 }, (_, index): [string, Uint8Array] => [`images/${index}.png`, image]),
    ['other.png', other],
    ['empty.png', new Uint8Array()],
    ['page.mdx', 'Text'],
    ['gone.mdx', null],
  ]);
  const { changes: packed, body } = packChanges(changes);
  assert.equal(body.length, image.length + other.length);
  for (const [path, content] of changes) {
    const change = packed[path] ?? null;
    const unpacked = change === null ? null : unpackChange(change, body);
    const bytes = (one: string | Uint8Array | null) => (one === null ? null : Buffer.from(one));
    assert.deepEqual(bytes(unpacked), bytes(content), path);
  }
});
