import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markChanges } from './mark-changes.ts';

const page = (content: string): string =>
  `<html><head></head><body><nav><ul><li>Menu</li></ul></nav><main id="content-area">${content}</main></body></html>`;
const marksOf = (html: string): string[] =>
  [...html.matchAll(/ data-docwright-change><span id="(docwright-change-\d+)"><\/span>([^<]*)/g)].map(
    ([, anchor, text]) => `${anchor}: ${text}`,
  );
const compare = (before: string, after: string) => {
  const marked = markChanges({ before: page(before), after: page(after) });
  assert.equal(marked.before.changes, marksOf(marked.before.html).length);
  assert.equal(marked.after.changes, marksOf(marked.after.html).length);
  return [marksOf(marked.before.html), marksOf(marked.after.html)];
};

test('a changed block is marked in both versions, an added block only after, and a removed block only before', () => {
  assert.deepEqual(
    compare(
      '<h2 id="a">Keys</h2><p>One.</p><ul><li>Old item</li><li>Same</li></ul><p>Gone.</p>',
      '<h2 id="a">Keys</h2><p class="x">One, changed.</p><ul><li>Old item</li><li>Same</li><li>New</li></ul>',
    ),
    [
      ['docwright-change-1: One.', 'docwright-change-2: Gone.'],
      ['docwright-change-1: One, changed.', 'docwright-change-2: New'],
    ],
  );
});

test('versions with the same text are left unchanged, regardless of markup', () => {
  const before = page('<p>One <em>two</em>\n three.</p>');
  const after = page('<p class="y">One <strong>two</strong> three.</p>');
  assert.deepEqual(markChanges({ before, after }), {
    before: { html: before, changes: 0 },
    after: { html: after, changes: 0 },
  });
});

test('a different link target or picture, and an additional occurrence of text, are changes', () => {
  assert.equal(compare('<p><a href="/a">x</a></p>', '<p><a href="/b">x</a></p>')[1]?.length, 1);
  assert.equal(compare('<p><img src="/a.png"></p>', '<p><img src="/b.png"></p>')[1]?.length, 1);
  assert.deepEqual(compare('<p>x</p>', '<p>x</p><p>x</p>'), [[], ['docwright-change-1: x']]);
});

test('only the content is marked, even if the other version has no content element', () => {
  const { before } = markChanges({
    before: page('<p>x</p>'),
    after: '<html><head></head><body><p>y</p></body></html>',
  });
  assert.deepEqual(marksOf(before.html), ['docwright-change-1: x']);
  assert.ok(before.html.includes('<li>Menu</li>'));
});

test('text of a page that looks like markup or like a replacement pattern stays text', () => {
  const text = '&lt;main&gt; $& $1 $` &lt;/head&gt;';
  const { after } = markChanges({ before: page(''), after: page(`<p title="a > b">${text}</p>`) });
  assert.ok(after.html.includes(`</span>${text}</p>`), after.html);
  assert.equal(after.html.split('<style>').length, 2);
});
