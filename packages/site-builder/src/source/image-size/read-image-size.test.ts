import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildFixture } from '../../testing/build-fixture.ts';
import { readImageSize } from './read-image-size.ts';

const text = (source: string): Uint8Array => new TextEncoder().encode(source);
const hex = (source: string): Uint8Array => new Uint8Array(Buffer.from(source.replaceAll(' ', ''), 'hex'));

test('the sizes of PNG, GIF, JPEG, WebP and SVG images are read', () => {
  const png = hex('89504e470d0a1a0a 0000000d 49484452 00000078 0000001c 08');
  assert.deepEqual(readImageSize(png), { width: 120, height: 28 });
  assert.deepEqual(readImageSize(hex('474946383961 0a00 1400 00')), { width: 10, height: 20 });
  const jpeg = hex('ffd8 ffe0 0004 0000 ffc0 0011 08 0014 000a 03 000000');
  assert.deepEqual(readImageSize(jpeg), { width: 10, height: 20 });
  const webp = hex('52494646 00000000 57454250 56503858 0a000000 00000000 090000 130000');
  assert.deepEqual(readImageSize(webp), { width: 10, height: 20 });
  assert.deepEqual(readImageSize(text('<svg xmlns="x" viewBox="0 0 30 10">')), {
    width: 30,
    height: 10,
    isRatio: true,
  });
  assert.deepEqual(readImageSize(text('<svg width="60" viewBox="0 0 30 10">')), { width: 60, height: 20 });
  assert.deepEqual(readImageSize(text('<?xml version="1.0"?><svg width="30px" height="12">')), {
    width: 30,
    height: 12,
  });
});

test('the size of a rotated photograph is its displayed size', () => {
  const frame = 'ffc0 0011 08 0014 000a 03 000000';
  for (const order of [
    '4949 2a00 08000000 0100 1201 0300 01000000 0600 0000',
    '4d4d 002a 00000008 0001 0112 0003 00000001 0006 0000',
  ])
    assert.deepEqual(readImageSize(hex(`ffd8 ffe1 001e 457869660000 ${order} ${frame}`)), {
      width: 20,
      height: 10,
    });
});

test('an AVIF image has the size of its largest item, rotated if the file requires it', () => {
  const box = (name: string, body: string): string =>
    (8 + body.replaceAll(' ', '').length / 2).toString(16).padStart(8, '0') + Buffer.from(name).toString('hex') + body;
  const sizes = box('ispe', '00000000 00000002 00000002') + box('ispe', '00000000 0000000a 00000014');
  const file = (properties: string): Uint8Array =>
    hex(box('ftyp', '61766966') + box('meta', `00000000${box('iprp', box('ipco', properties))}`));
  assert.deepEqual(readImageSize(file(sizes)), { width: 10, height: 20 });
  assert.deepEqual(readImageSize(file(sizes + box('irot', '01'))), { width: 20, height: 10 });
});

test('an invalid or truncated file has no size', () => {
  for (const bytes of [
    text(''),
    text('hello'),
    text('<svg width="100%">'),
    hex('89504e470d0a'),
    hex('ffd8ff'),
    hex('52494646'),
    hex('00000000 66747970 61766966 00000000 6d657461'),
    hex('ffd8 ffe1 ffff 457869660000 4949 2a00 ffffffff'),
  ])
    assert.equal(readImageSize(bytes), undefined);
});

test('a damaged file has a positive size or no size', () => {
  const heads = [
    '89504e470d0a1a0a 0000000d 49484452 00000078 0000001c 08',
    '474946383961 0a00 1400 00',
    'ffd8 ffe1 001e 457869660000 4949 2a00 08000000 0100 1201 0300 01000000 0600 0000 ffc0 0011 08 0014 000a 03 000000',
    '52494646 00000000 57454250 56503858 0a000000 00000000 090000 130000',
    '00000014 66747970 61766966 00000000 61766966 00000038 6d657461 00000000 0000002c 69707270 00000024 6970636f 00000014 69737065 00000000 0000000a 00000014 00000009 69726f74 01',
    Buffer.from('<svg width="60" viewBox="0 0 30 10">').toString('hex'),
  ].map(hex);
  const bytes = fc.integer({ min: 0, max: 255 });
  const changes = fc.array(fc.tuple(fc.nat(120), fc.oneof(fc.constantFrom(0, 1, 255), bytes)), { maxLength: 6 });
  const spoilt = fc.tuple(fc.constantFrom(...heads), changes, fc.nat(120), fc.uint8Array({ maxLength: 200 }));
  fc.assert(
    fc.property(spoilt, ([head, changed, length, tail]) => {
      const file = Uint8Array.from([...head.subarray(0, length), ...tail]);
      for (const [at, value] of changed) if (at < file.length) file[at] = value;
      const size = readImageSize(file);
      if (size !== undefined) assert.ok(size.width > 0 && size.height > 0, JSON.stringify(size));
    }),
    { seed: 7, numRuns: 5_000 },
  );
});

test('a file with endless boxes or segments has no size', () => {
  const boxes = (size: string): Uint8Array =>
    hex(`00000010 66747970 61766966 00000000 ${`${size} 6970636f`.repeat(50_000)}`);
  for (const file of [
    boxes('00000000'),
    boxes('00000001'),
    boxes('00000008'),
    boxes('ffffffff'),
    hex(`ffd8 ${'ffe10002'.repeat(50_000)}`),
    hex(`ffd8 ${'ffe10000'.repeat(50_000)}`),
    text('<svg '.repeat(50_000)),
    text(`<svg ${' width="'.repeat(50_000)}`),
  ])
    assert.equal(readImageSize(file), undefined);
});

test('space for a logo is reserved before it loads', async () => {
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

const png = hex('89504e470d0a1a0a 0000000d 49484452 00000078 0000001c 08');

test('space for images is reserved before they load, unless the author has set their size', async () => {
  const written = [
    ['![a](/p.png)', / width="120" height="28"/],
    ['<img src="/p.png" />', / width="120" height="28"/],
    ['<img src="/p.png" width="60" />', / width="60" height="14"/],
    ['<img src="/p.png" height="14px" />', / height="14px" width="60"/],
    ['<img src="/p.png" width="50%" />', / width="50%" style="aspect-ratio:120\/28"/],
    ['<img src="/p.png" className="rounded-lg dark:hidden w-1/2" />', / width="120" height="28"/],
    ['<img src="/p.png" style={{ width: 40 }} />', / style="width:40px" width="120" height="28"/],
    ['<img src="/box.svg" style={{ margin: 4 }} />', / style="margin:4px;aspect-ratio:30\/10;width:100%"/],
    ['<Card title="A" img="/p.png" />', /class="card-image"[^>]* width="120" height="28"/],
    ['<img src="/p.png" className="h-8" />', undefined],
    ['<img src="/p.png" className="own-class" />', undefined],
    ['<img src="/p.png" style="max-height: 4rem" />', undefined],
    ['<img src="https://example.com/p.png" />', undefined],
  ] as const;
  const pages = written.map(([source], index) => [`p${index}.mdx`, source] as const);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10"/>';
  const site = await buildFixture({ ...Object.fromEntries(pages), 'p.png': png, 'box.svg': svg });
  assert.deepEqual(site.report.issues, []);
  for (const [index, [source, expected]] of written.entries()) {
    const [image = ''] = /<img[^>]*>/.exec(site.content(`p${index}`)) ?? [];
    if (expected === undefined) assert.doesNotMatch(image, /aspect-ratio| width="\d| height="\d/, source);
    else assert.match(image, expected, source);
  }
});
