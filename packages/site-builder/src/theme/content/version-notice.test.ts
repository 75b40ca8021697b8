import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSite } from '../../build/site-format/format-fixture.ts';

const versions = {
  versions: [
    { version: '3-beta', pages: ['next/guide'] },
    { version: '2', default: true, pages: ['guide', 'shared'] },
    { version: '1', pages: ['v1/guide', 'v1/gone', 'v1/own', 'shared'] },
  ],
};
const files = {
  'next/guide.mdx': 'Next.',
  'guide.mdx': 'Current.',
  'shared.mdx': 'Both.',
  'v1/guide.mdx': 'Old.',
  'v1/gone.mdx': 'Gone.',
  'v1/own.mdx': '---\ncanonical: https://other.example.com/x\n---\n',
};

test('the sitemap lists only pages that are canonical, in the form of their canonical link', async () => {
  const site = await formatSite({ navigation: versions, seo: { trailingSlash: true } }, files);
  const urls = [...(site.files.get('sitemap.xml') ?? '').matchAll(/<loc>([^<]*)/g)].map(([, url]) => url);
  const page = (path: string): string => `https://docs.example.com/${path}/`;
  assert.deepEqual(urls, [page('guide'), page('shared'), page('v1/gone')]);
  for (const path of ['guide', 'v1/gone']) assert.match(site.html(path), new RegExp(`canonical" href="${page(path)}"`));
});

test('language alternates and structured data contain canonical addresses', async () => {
  const languages = [
    { language: 'en', pages: ['guide'] },
    { language: 'de', pages: ['de/guide'] },
  ];
  const site = await formatSite(
    { navigation: { languages }, seo: { trailingSlash: true } },
    { 'guide.mdx': 'Guide.', 'de/guide.mdx': 'Anleitung.' },
  );
  const html = site.html('guide');
  const alternates = [...html.matchAll(/hreflang="[^"]*" href="([^"]*)"/g)].map(([, url]) => url);
  const [own, german] = ['https://docs.example.com/guide/', 'https://docs.example.com/de/guide/'];
  assert.deepEqual(
    alternates.toSorted((a = '', b = '') => a.localeCompare(b)),
    [german, own, own],
  );
  assert.ok(html.includes(`"url":"${own}"`));
});

test('a page in another version names the default version’s page as canonical, and links to it', async () => {
  const site = await formatSite({ navigation: versions }, files);
  const canonical = (path: string): string => /rel="canonical" href="([^"]*)"/.exec(site.html(path))?.[1] ?? '';
  const notice = (path: string): string =>
    /class="version-notice[^>]*>(.*?)<\/p>/.exec(site.html(path))?.[1]?.replace(/<(?!\/?a)[^>]*>/g, '') ?? '';
  assert.equal(canonical('v1/guide'), 'https://docs.example.com/guide');
  assert.equal(notice('v1/guide'), 'You are reading version 1. <a href="/guide.html">Go to the current version, 2</a>');
  assert.equal(canonical('next/guide'), 'https://docs.example.com/guide');
  assert.match(notice('next/guide'), /version 3-beta\./);
  // The default version has no such page.
  assert.equal(canonical('v1/gone'), 'https://docs.example.com/v1/gone');
  assert.match(notice('v1/gone'), /href="\/guide\.html"/);
  assert.equal(canonical('v1/own'), 'https://other.example.com/x');
  for (const path of ['guide', 'shared']) {
    assert.equal(canonical(path), `https://docs.example.com/${path}`);
    assert.equal(notice(path), '');
  }
});

test('the notice is in the language of the page', async () => {
  const site = await formatSite(
    {
      navigation: {
        languages: [
          {
            language: 'de',
            versions: [
              { version: '2', pages: ['a'] },
              { version: '1', pages: ['b'] },
            ],
          },
        ],
      },
    },
    { 'a.mdx': 'A', 'b.mdx': 'B' },
  );
  assert.match(site.html('b'), /Sie lesen Version 1\. <a href="\/a\.html">Zur aktuellen Version 2<\/a>/);
});
