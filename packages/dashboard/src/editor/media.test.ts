import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBase64, toMediaMarkdown } from './media.ts';

test('a file is sent as Base64, no matter how large it is', async () => {
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
