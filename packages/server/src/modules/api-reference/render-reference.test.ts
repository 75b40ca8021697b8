import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '@docwright/contract';
import { renderReference } from './render-reference.ts';

describe('the reference as a page', () => {
  const page = renderReference('https://docs.example');
  const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

  test('leads nowhere that is not there, and nowhere else', () => {
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.ok(links.length > Object.keys(operations).length);
    for (const href of links) {
      if (href.startsWith('#')) assert.ok(anchors.has(href.slice(1)), href);
      else assert.equal(href, '/openapi.json');
    }
  });

  test('lists each operation in the menu of its tag, in the order of the page', () => {
    const menu = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'));
    const listed = [...menu.matchAll(/href="#(\w+)"/g)].map(([, id]) => id);
    const sections = [...page.matchAll(/<section aria-labelledby="(\w+)">/g)].map(([, id]) => id);
    assert.deepEqual(listed, sections);
    assert.deepEqual(new Set(sections), new Set(Object.keys(operations)));
    for (const { tag } of Object.values(operations)) assert.ok(menu.includes(`<h2>${tag}</h2>`), tag);
  });

  test('writes code as code: no back quote of a description is left', () => {
    const text = page.slice(page.indexOf('<main')).replaceAll(/<code>[^<]*<\/code>/g, '');
    assert.doesNotMatch(text, /`/);
    assert.match(page, /<code>\/openapi\.json<\/code>|<a href="\/openapi\.json">openapi\.json<\/a>/);
  });

  test('can be read by who hears it: columns have heads, tables can be scrolled by keyboard, one h1', () => {
    const tables = page.match(/<table>/g)?.length ?? 0;
    assert.equal(page.match(/<div class="table" tabindex="0"><table><thead>/g)?.length, tables);
    assert.doesNotMatch(page, /<th scope="col"><\/th>/);
    assert.equal(page.match(/<h1>/g)?.length, 1);
    for (const row of page.matchAll(/<thead><tr>(.*?)<\/tr><\/thead><tbody>\n<tr>(.*?)<\/tr>/g))
      assert.equal(row[1]?.match(/<th /g)?.length, row[2]?.match(/<td>/g)?.length);
  });
});
