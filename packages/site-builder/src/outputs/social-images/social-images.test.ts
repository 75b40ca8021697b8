import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, test } from 'node:test';
import { buildSite, createMemorySource, defaultBuildSettings, type BuildReport } from '../../index.ts';
import type { ExistingFiles } from '../../build/build-request.ts';
import { BuildCache } from '../../build/cache/index.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

interface Built {
  readonly report: BuildReport;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Content of a page's meta tag, by the tag's name. */
  readonly tag: (page: string, name: string) => string | undefined;
  /** The image that a page refers to, decoded. */
  readonly picture: (page: string) => Picture;
}

const siteUrl = 'https://docs.example.com';
const svg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="160" height="40" fill="${color}"/></svg>`;

function configOf(changes: object = {}): string {
  const colors = { primary: '#0055ff', light: '#88aaff' };
  return JSON.stringify({ theme: 'mint', name: 'Tidepool', colors, navigation: { pages: ['index'] }, ...changes });
}

async function build(
  sources: Files,
  more: { cache?: BuildCache; existing?: ExistingFiles; siteUrl?: string; isOn?: boolean } = {},
): Promise<Built> {
  const files = new Map<string, Uint8Array>();
  const report = await buildSite({
    source: createMemorySource(new Map(Object.entries({ 'docs.json': configOf(), ...sources }))),
    settings: {
      siteUrl: more.siteUrl ?? siteUrl,
      features: { ...defaultBuildSettings.features, socialImages: more.isOn ?? true },
    },
    ...(more.cache && { cache: more.cache }),
    existing: more.existing,
    emit: ({ path, bytes }) => void files.set(path, Buffer.from(bytes)),
    clock: () => 0,
  });
  const tag = (page: string, name: string): string | undefined =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(
      Buffer.from(files.get(`${page}.html`) ?? '').toString(),
    )?.[1];
  const picture = (page: string): Picture => {
    const url = tag(page, 'og:image') ?? '';
    return decode(files.get(url.slice(siteUrl.length + 1)) ?? assert.fail(`${page} names ${url}`));
  };
  return { report, files, tag, picture };
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  readonly at: (x: number, y: number) => string;
  readonly rows: Uint8Array;
}

/** Decodes a PNG with a palette and no filters. `inflateSync` verifies the checksum. */
function decode(png: Uint8Array): Picture {
  const bytes = Buffer.from(png);
  const data: Buffer[] = [];
  let palette = Buffer.alloc(0);
  for (let at = 8; at < bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + size);
    if (type === 'PLTE') palette = body;
    if (type === 'IDAT') data.push(body);
    at += size + 12;
  }
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const rows = inflateSync(Buffer.concat(data));
  assert.equal(rows.length, (width + 1) * height);
  const at = (x: number, y: number): string => {
    const index = rows[y * (width + 1) + 1 + x]! * 3;
    return `#${palette.subarray(index, index + 3).toString('hex')}`;
  };
  return { width, height, at, rows };
}

/**
 * Share of the pixels in part of the picture that differ strongly in brightness from the upper corner on the text's
 * side.
 */
function inked({ at }: Picture, [left, top, right, bottom]: readonly [number, number, number, number]): number {
  const light = (color: string): number => Number.parseInt(color.slice(3, 5), 16);
  let count = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (Math.abs(light(at(x, y)) - light(at(left, 5))) > 90) count++;
  return count / ((right - left) * (bottom - top));
}

const page = (title: string, more = ''): string => `---\ntitle: ${JSON.stringify(title)}\n${more}---\n\nText.\n`;

describe('pages with an image', () => {
  test('a page without its own image has a generated image of 1200 by 630 at an absolute URL, for Open Graph and Twitter', async () => {
    const { tag, picture } = await build({ 'index.mdx': page('Welcome', 'description: What it is\n') });
    assert.match(tag('index', 'og:image') ?? '', /^https:\/\/docs\.example\.com\/_docwright\/social\/\w+\.png$/);
    assert.equal(tag('index', 'twitter:image'), tag('index', 'og:image'));
    assert.deepEqual(
      ['width', 'height', 'alt'].map((name) => tag('index', `og:image:${name}`)),
      ['1200', '630', 'Welcome'],
    );
    const { width, height } = picture('index');
    assert.deepEqual([width, height], [1200, 630]);
  });

  test('an image from the frontmatter or seo.metatags is used, with an absolute URL, and none is drawn', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const own = await build({ 'index.mdx': page('A', 'og:image: /images/own.png\n'), 'images/own.png': png });
    assert.match(
      own.tag('index', 'og:image') ?? '',
      /^https:\/\/docs\.example\.com\/_docwright\/assets\/own\.\w+\.png$/,
    );
    assert.equal(own.tag('index', 'og:image:width'), '1');
    const seo = { metatags: { 'og:image': 'https://cdn.example.com/x.png' } };
    const ofSite = await build({ 'docs.json': configOf({ seo }), 'index.mdx': page('A') });
    assert.equal(ofSite.tag('index', 'og:image'), 'https://cdn.example.com/x.png');
    for (const { files } of [own, ofSite]) assert.ok(![...files.keys()].some((path) => path.includes('/social/')));
  });

  test('no image is drawn if the feature is off or the site’s address is unknown', async () => {
    for (const more of [{ isOn: false }, { siteUrl: '' }]) {
      const { tag, files } = await build({ 'index.mdx': page('A') }, more);
      assert.equal(tag('index', 'og:image'), undefined);
      assert.ok(![...files.keys()].some((path) => path.includes('/social/')));
    }
  });

  test('pages with identical images share one file', async () => {
    const { files, tag } = await build({ 'index.mdx': page('Same'), 'other.mdx': page('Same') });
    assert.equal(tag('index', 'og:image'), tag('other', 'og:image'));
    assert.equal([...files.keys()].filter((path) => path.includes('/social/')).length, 1);
  });
});

describe('an image’s content', () => {
  test('the same page results in the same bytes, with and without a cache', async () => {
    const cache = new BuildCache();
    const sources = {
      'index.mdx': page('Welcome'),
      'docs.json': configOf({ logo: '/logo.svg' }),
      'logo.svg': svg('#ff0000'),
    };
    const [first, second, third] = [
      await build(sources, { cache }),
      await build(sources, { cache }),
      await build(sources),
    ];
    assert.deepEqual(second.files, first.files);
    assert.deepEqual(third.files, first.files);
    const restored = await build(sources, { cache: new BuildCache({ saved: cache.save() }) });
    assert.deepEqual(restored.files, first.files);
  });

  test('an image that the receiver already has is reported by its digest, and not drawn again', async () => {
    const sources = { 'index.mdx': page('Welcome') };
    const cache = new BuildCache({ keeps: 'digests' });
    const first = await build(sources, { cache });
    const [path = '', bytes = Buffer.alloc(0)] = [...first.files].find(([name]) => name.includes('/social/')) ?? [];
    const reused: string[] = [];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const existing = {
      digestOf: (name: string) => (name === path ? sha256 : undefined),
      reused: (file: { readonly path: string }) => void reused.push(file.path),
    };
    const saved = cache.save();
    assert.ok(saved.length < bytes.length, 'no image is in it');
    const second = await build(sources, { cache: new BuildCache({ keeps: 'digests', saved }), existing });
    assert.deepEqual(reused, [path]);
    assert.equal(second.files.has(path), false);
    const third = await build(sources, { cache: new BuildCache({ keeps: 'digests', saved }) });
    assert.deepEqual(third.files, first.files);
  });

  test('a different title, logo or color changes the address, so that images can be cached forever', async () => {
    const sources: Files = {
      'index.mdx': page('A'),
      'docs.json': configOf({ logo: '/logo.svg' }),
      'logo.svg': svg('red'),
    };
    const changed: Files[] = [
      sources,
      { ...sources, 'index.mdx': page('B') },
      { ...sources, 'logo.svg': svg('blue') },
      { ...sources, 'docs.json': configOf({ logo: '/logo.svg', colors: { primary: '#00ff00' } }) },
    ];
    const addresses = await Promise.all(changed.map(async (each) => (await build(each)).tag('index', 'og:image')));
    assert.equal(new Set(addresses).size, changed.length);
  });

  test('the corner shows the logo, or the site’s name if it has no logo', async () => {
    const logo = await build({
      'docs.json': configOf({ logo: '/l.svg' }),
      'l.svg': svg('#ff0000'),
      'index.mdx': page('A'),
    });
    assert.equal(logo.picture('index').at(150, 100), '#ff0000');
    const name = await build({ 'index.mdx': page('A') });
    assert.ok(inked(name.picture('index'), [80, 80, 240, 125]) > 0.1);
  });

  test('thumbnails.appearance and thumbnails.background determine the background of the text', async () => {
    const dark = await build({ 'docs.json': configOf({ thumbnails: { appearance: 'dark' } }), 'index.mdx': page('A') });
    assert.ok(Number.parseInt(dark.picture('index').at(5, 300).slice(1), 16) < 0x202020);
    const own = { 'docs.json': configOf({ thumbnails: { background: '/bg.svg' } }), 'bg.svg': svg('#123456') };
    const image = await build({ ...own, 'index.mdx': page('Title') });
    assert.equal(image.picture('index').at(5, 300), '#123456');
    assert.ok(inked(image.picture('index'), [80, 480, 300, 560]) > 0.1, 'white on dark blue');
  });

  test('text in a right-to-left language begins at the right', async () => {
    const navigation = { languages: [{ language: 'ar', pages: ['index'] }] };
    const { picture, report } = await build({
      'docs.json': configOf({ navigation }),
      'index.mdx': page('البدء السريع'),
    });
    assert.ok(inked(picture('index'), [700, 470, 1120, 560]) > 0.08);
    assert.equal(inked(picture('index'), [80, 470, 500, 560]), 0);
    assert.deepEqual(report.issues, []);
  });

  for (const [script, title] of Object.entries({
    Chinese: '快速开始指南',
    Japanese: 'はじめに読むページ',
    Korean: '빠른 시작 가이드',
    Hebrew: 'מדריך מהיר',
    Hindi: 'त्वरित शुरुआत',
    Cyrillic: 'Быстрый старт',
    Greek: 'Γρήγορη εκκίνηση',
    Vietnamese: 'Bắt đầu nhanh',
  })) {
    test(`${script} text is drawn`, async () => {
      const { picture, report } = await build({ 'index.mdx': page(title) });
      assert.ok(inked(picture('index'), [80, 460, 460, 570]) > 0.08);
      assert.deepEqual(report.issues, []);
    });
  }
});

describe('faults', () => {
  test('letters that no font contains are left out and reported', async () => {
    const { report, picture } = await build({ 'index.mdx': page('Cuneiform 𒀀𒀁') });
    assert.ok(inked(picture('index'), [80, 470, 460, 560]) > 0.08);
    assert.deepEqual(
      report.issues.map(({ code, path }) => [code, path]),
      [['social-image', 'index.mdx']],
    );
    assert.match(report.issues[0]?.message ?? '', /𒀀𒀁/);
  });

  test('a logo and a background that can’t be drawn are reported in at most two issues, and the site’s name replaces the logo', async () => {
    const bad = ['<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect', 'RIFF    WEBPVP8 ', ''];
    bad.push('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="10"><text y="9">Lantern</text></svg>');
    for (const logo of bad) {
      const config = configOf({ logo: '/l.svg', thumbnails: { background: '/missing.png' } });
      const site = { 'docs.json': config, 'l.svg': logo, 'index.mdx': page('A'), 'b.mdx': page('B') };
      const cache = new BuildCache();
      const { report, picture } = await build(site, { cache });
      assert.ok(report.issues.filter(({ code }) => code === 'social-image').length <= 2);
      assert.ok(inked(picture('b'), [80, 80, 240, 125]) > 0.1, 'the name replaces the logo');
      const next = await build(site, { cache: new BuildCache({ saved: cache.save() }) });
      assert.deepEqual(next.report.issues, report.issues, 'also by a build that redraws nothing');
    }
  });

  test('a logo with more than 12 <use> elements is reported', async () => {
    const uses = Array.from(
      { length: 30 },
      (_, index) => `<g id="g${index + 1}"><use href="#g${index}"/><use href="#g${index}"/></g>`,
    );
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><g id="g0"><rect width="1" height="1"/></g>${uses.join('')}</svg>`;
    const { report } = await build({
      'docs.json': configOf({ logo: '/l.svg' }),
      'l.svg': bomb,
      'index.mdx': page('A'),
    });
    assert.match(report.issues.find(({ code }) => code === 'social-image')?.message ?? '', /more than 12 <use>/);
  });

  test('hostile titles and titles of up to 100,000 characters don’t prevent drawing an image', async () => {
    const titles = [
      '',
      ' ',
      'x'.repeat(100_000),
      'a '.repeat(50_000),
      '\u202e\u2066\u0000abc\u200d',
      '漢'.repeat(5_000),
      '👩‍👩‍👧 emoji',
      '<b>&amp;</b>',
    ];
    const pages = Object.fromEntries(titles.map((title, index) => [`p${index}.mdx`, page(title)]));
    const { picture } = await build({ 'index.mdx': page('A'), ...pages });
    for (const index of titles.keys()) assert.equal(picture(`p${index}`).width, 1200);
  });

  test('a missing font is reported', async () => {
    const config = configOf({ thumbnails: { fonts: { family: 'Comic Neue' } } });
    const { report } = await build({ 'docs.json': config, 'index.mdx': page('A') });
    assert.match(report.issues[0]?.message ?? '', /"Comic Neue"/);
  });
});
