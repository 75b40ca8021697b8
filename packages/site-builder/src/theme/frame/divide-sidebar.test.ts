import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NavEntry, NavGroup, NavPage } from '../../site/index.ts';
import { fixtureConfig, fixtureSite } from '../testing/theme-fixture.ts';
import { createSidebarText } from './divide-sidebar.ts';

const site = fixtureSite(fixtureConfig());
const page = (path: string): NavPage => ({ kind: 'page', path, label: `Page ${path}`, deprecated: false });
const group = (label: string, entries: readonly NavEntry[], more: Partial<NavGroup> = {}): NavGroup => ({
  kind: 'group',
  label,
  expanded: false,
  entries,
  ...more,
});
const pagesOf = (folder: string, count: number): NavPage[] =>
  Array.from({ length: count }, (_, index) => page(`${folder}/${index}`));

/** Returns enough entries for the sidebar to be divided. */
const large = (more: readonly NavEntry[] = []): readonly NavEntry[] => [
  page('intro'),
  group('Guides', [...pagesOf('guides', 110), group('Advanced', pagesOf('advanced', 110))]),
  group('Reference', [...pagesOf('reference', 110), group('Old', pagesOf('old', 110), { root: 'old/index' })]),
  ...more,
];
const textOf = (entries: readonly NavEntry[], changes = {}) =>
  createSidebarText({ ...site, ...changes }, entries, 'en');
const links = (html: string): number => html.split('<a ').length - 1;

test('a small sidebar is the same on pages of different groups, except for the marks of the page', () => {
  const small = textOf([group('Guides', pagesOf('guides', 20)), group('Reference', pagesOf('reference', 20))]);
  assert.equal(small.parts, undefined);
  assert.equal(links(small.for('guides/1')), 40);
  assert.equal(small.digestFor('guides/1'), small.digestFor('reference/1'));
});

test('a page of a large sidebar has the entries of its groups, and links to the first pages of the others', () => {
  const text = textOf(large());
  const html = text.for('advanced/7');
  assert.equal(links(html), 1 + 110 + 110 + 1);
  assert.match(html, /<details open><summary>Advanced<\/summary>/);
  assert.match(html, /href="\/advanced\/7\.html" aria-current="page"/);
  assert.match(
    html,
    /<li class="side-group" data-part="[0-9a-f]{16}"><h2 [^>]*><a class="side-more" href="\/reference\/0\.html">/,
  );
  const outside = text.for('guides/7');
  assert.match(
    outside,
    /<li data-part="[0-9a-f]{16}"><a class="side-more" href="\/advanced\/0\.html">Advanced<\/a><\/li>/,
  );
  assert.equal(links(text.for('')), 3, 'a page outside the navigation');
});

test('every page can be reached through links to first pages', () => {
  const text = textOf(large());
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, target = ''] of text.for(path).matchAll(/href="\/([^"]*)\.html"/g)) visit(target);
  };
  visit('intro');
  assert.equal(reached.size, 1 + 4 * 110 + 1);
});

test('the parts contain everything that a page leaves out, and each entry only once', () => {
  const text = textOf(large());
  const parts = Object.values(text.parts?.() ?? {});
  assert.equal(parts.length, 4);
  const own = (html: string): string[] =>
    [...html.matchAll(/<a (?!class="side-more")[^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
  const all = parts.flatMap(own);
  assert.equal(new Set(all).size, all.length);
  assert.equal(all.length, 4 * 110 + 1);
  const key = /data-part="(\w+)"><a class="side-more" href="\/advanced/.exec(text.for('guides/1'))?.[1] ?? '';
  assert.match(text.parts?.()[key] ?? '', /^<li><details><summary>Advanced<\/summary>/);
});

test('a change in another group changes a page only if that group gets a different title or first page', () => {
  const before = textOf(large([group('More', pagesOf('more', 5))]));
  const added = textOf(large([group('More', pagesOf('more', 9))]));
  assert.equal(before.digestFor('guides/1'), added.digestFor('guides/1'));
  assert.notEqual(before.digestFor('more/1'), added.digestFor('more/1'));
  assert.equal(before.for('guides/1'), added.for('guides/1'));
  const renamed = textOf(large([group('Others', pagesOf('more', 5))]));
  assert.notEqual(before.digestFor('guides/1'), renamed.digestFor('guides/1'));
});

test('groups that have no title or page, or that the author opens, aren’t divided', () => {
  const external: NavPage = { ...page('x'), url: 'https://example.com/' };
  const text = textOf(
    large([
      group(' ', pagesOf('untitled', 3)),
      group('Links', [external]),
      group('Open', [group('Inside', pagesOf('inside', 3), { expanded: true })]),
    ]),
  );
  assert.match(text.for('guides/1'), /untitled\/2\.html/);
  assert.match(text.for('guides/1'), /<ul class="sidebar-group"><li><a href="https:\/\/example\.com\/"/);
  assert.match(text.for('inside/0'), /<details open><summary>Inside/);
});

test('groups with the same titles have different parts, and a page listed twice is marked once', () => {
  const text = textOf(
    large([group('Same', pagesOf('one', 3)), group('Same', [page('guides/1'), ...pagesOf('two', 3)])]),
  );
  const keys = [...text.for('intro').matchAll(/data-part="(\w+)"/g)].map(([, key]) => key);
  assert.equal(new Set(keys).size, 4);
  assert.equal(text.for('guides/1').split('aria-current').length, 2);
});

test('with drilldown, a group is only a link', () => {
  const config = fixtureConfig('mint', { interaction: { drilldown: true } });
  const text = createSidebarText(fixtureSite(config), large(), 'en');
  assert.doesNotMatch(text.for('intro'), /data-part/);
  assert.deepEqual(text.parts?.(), {});
});

test('a sidebar of a site with restricted content isn’t divided', () => {
  assert.equal(textOf(large(), { hasRestrictedContent: true }).parts, undefined);
});

test('two thousand groups, nested a hundred deep, are divided', () => {
  const deep = Array.from({ length: 100 }).reduce<NavEntry>(
    (inner, _, depth) => group(`Level ${depth}`, [...pagesOf(`deep-${depth}`, 2), inner]),
    page('bottom'),
  );
  const wide = Array.from({ length: 2_000 }, (_, index) => group(`Group ${index}`, pagesOf(`wide-${index}`, 2)));
  const text = textOf([deep, ...wide]);
  assert.match(text.for('bottom'), /href="\/bottom\.html" aria-current/);
  assert.equal(Object.keys(text.parts?.() ?? {}).length, 2_100);
});
