import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMediaType, readBase64, toMediaLink, toMediaMarkdown } from './media.ts';

test('a file that is larger than one chunk is sent as Base64', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
  assert.equal(await readBase64(new Blob([bytes])), Buffer.from(bytes).toString('base64'));
});

test('an image is inserted with its alternative text, which can’t end the link or start an expression', () => {
  assert.equal(toMediaMarkdown('/images/a.png', { alt: 'A key', type: 'image/png' }), '![A key](/images/a.png)');
  assert.equal(
    toMediaMarkdown('/images/a.png', { alt: 'a] {b}\n<c>', type: 'image/png' }),
    String.raw`![a\] \{b\} \<c\>](/images/a.png)`,
  );
  assert.equal(
    toMediaMarkdown('/images/a.mp4', { alt: '', type: 'video/mp4' }),
    '<video controls src="/images/a.mp4"></video>',
  );
});

test('the project’s images and videos are recognized by their names, and linked from the docs folder', () => {
  const types = ['a.PNG', 'a/b.jpg', 'logo.svg', 'c.mov', 'a.mdx', 'png', 'constructor'].map(findMediaType);
  assert.deepEqual(types, [
    'image/png',
    'image/jpeg',
    'image/svg+xml',
    'video/quicktime',
    undefined,
    undefined,
    undefined,
  ]);
  assert.equal(toMediaLink('images/A key (1) 100%.png'), '/images/A%20key%20%281%29%20100%25.png');
});
