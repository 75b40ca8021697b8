import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildFixture } from '../build-fixture.ts';
import { readImageSize } from './image-size.ts';

const text = (source: string): Uint8Array => new TextEncoder().encode(source);
const hex = (source: string): Uint8Array => new Uint8Array(Buffer.from(source.replaceAll(' ', ''), 'hex'));

it('each kind of picture says how large it is', () => {
  const png = hex('89504e470d0a1a0a 0000000d 49484452 00000078 0000001c 08');
  assert.deepEqual(readImageSize(png), { width: 120, height: 28 });
  assert.deepEqual(readImageSize(hex('474946383961 0a00 1400 00')), { width: 10, height: 20 });
  const jpeg = hex('ffd8 ffe0 0004 0000 ffc0 0011 08 0014 000a 03 000000');
  assert.deepEqual(readImageSize(jpeg), { width: 10, height: 20 });
  const webp = hex('52494646 00000000 57454250 56503858 0a000000 00000000 090000 130000');
  assert.deepEqual(readImageSize(webp), { width: 10, height: 20 });
  assert.deepEqual(readImageSize(text('<svg xmlns="x" viewBox="0 0 30 10">')), { width: 30, height: 10 });
  assert.deepEqual(readImageSize(text('<?xml version="1.0"?><svg width="30px" height="12">')), {
    width: 30,
    height: 12,
  });
});

it('a file that is none, or cut off, says nothing', () => {
  for (const bytes of [
    text(''),
    text('hello'),
    text('<svg width="100%">'),
    hex('89504e470d0a'),
    hex('ffd8ff'),
    hex('52494646'),
  ])
    assert.equal(readImageSize(bytes), undefined);
});

it('a logo keeps its place before it is there', async () => {
  const config = {
    theme: 'mint',
    name: 'T',
    colors: { primary: '#000' },
    logo: '/logo.svg',
    navigation: { pages: ['a'] },
  };
  const site = await buildFixture({
    'docs.json': JSON.stringify(config),
    'a.mdx': 'a',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"/>',
  });
  assert.match(site.files.get('a.html') ?? '', /<img class="nav-logo"[^>]* width="112" height="28"/);
});
