import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImageType } from './image-type.ts';

const head = (text: string): Uint8Array => Buffer.from(text, 'latin1');

test('an image’s type is determined by its first bytes', () => {
  assert.equal(findImageType(head('\x89PNG\r\n\x1a\nrest')), 'image/png');
  assert.equal(findImageType(head('\xff\xd8\xff\xe0rest')), 'image/jpeg');
  assert.equal(findImageType(head('GIF87arest')), 'image/gif');
  assert.equal(findImageType(head('GIF89arest')), 'image/gif');
  assert.equal(findImageType(head('RIFF\x10\0\0\0WEBPVP8 ')), 'image/webp');
});

test('files that aren’t PNG, JPEG, GIF or WebP images have no image type', () => {
  for (const other of [
    '',
    '\x89PNG',
    'RIFF\x10\0\0\0WAVE',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'BM\0\0',
    ' GIF89a',
  ])
    assert.equal(findImageType(head(other)), undefined, JSON.stringify(other));
});

test('only a view’s own bytes are read from a shared buffer', () => {
  const whole = Buffer.from('xxGIF89a', 'latin1');
  assert.equal(findImageType(whole.subarray(2)), 'image/gif');
  assert.equal(findImageType(whole.subarray(2, 5)), undefined);
});
