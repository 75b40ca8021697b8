import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ImageEntry } from '../ports.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { createDocsFiles } from './docs-files.ts';

test('an image at many paths is read once, and its bytes are shared', async () => {
  const entry = (digest: string): ImageEntry => ({ kind: 'image', digest, mediaType: 'image/png', sizeBytes: 2 });
  const overlay = new Map(Array.from({ length: 100 }, (_, index) => [`${index}.png`, entry(index === 0 ? 'b' : 'a')]));
  const asked: string[] = [];
  const read = async (digest: string) => {
    asked.push(digest);
    return Buffer.from(digest);
  };
  const files = createDocsFiles(memoryFiles({}), overlay, { read });
  const held = new Set<Uint8Array | undefined>();
  for (const path of files.changed) held.add(await files.read(path));
  assert.deepEqual(
    [asked.toSorted(), [...held].map(String).toSorted()],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  );
});
