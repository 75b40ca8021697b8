import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePage } from './compare-page.ts';

const compare = (oldText: string, newText: string) => comparePage({ path: 'a.md', oldText, newText, losses: [] });
const messages = (oldText: string, newText: string) =>
  compare(oldText, newText).losses.map(({ line, message }) => `${line ?? ''} ${message}`);

test('missing words are named, with the first line that contains one of them', () => {
  assert.deepEqual(messages('# Harbor\n\nBoats here.\n\nAnchors and Ropes.', 'Boats here, ropes.\n\n# Harbor'), [
    '5 words missing from the new page: anchors, and',
  ]);
});

test('missing links, images and code blocks are counted', () => {
  const old = '[a](b) <a href="c">d</a>\n\n![e](f) <img src="g">\n\n```\nh\n```\n\n<pre><code>i</code></pre>\n';
  assert.deepEqual(messages(old, '[a](b)\n\n![e](f)\n\n```\nh\n```\n'), [
    ' 1 of 2 links are not in the new page',
    ' 1 of 2 images are not in the new page',
    ' 1 of 2 blocks of code are not in the new page',
  ]);
});

test('brackets in the code of a `<pre>` aren’t links, but HTML links are', () => {
  const old = '<pre class="language-yaml"><code>last: [x](y) ![z](w)\n</code></pre>\n';
  assert.deepEqual(messages(old, '```yaml\nlast: [x](y) ![z](w)\n```\n'), []);
  assert.deepEqual(messages('<pre><a href="x">last</a></pre>', '```\nlast\n```\n'), [
    ' 1 of 1 links are not in the new page',
  ]);
});

test('the old tool’s markup, addresses, comments and imports don’t count as words, but text in properties does', () => {
  const old =
    'import Secret from \'hidden\';\n\n<!-- remark -->\n\n:::danger Hot deck\n{% hint style="loud" %}\n<Fancy thing="dropped" title="Kept title" />\n[text](address/of.md)\n!!! warning "Mind"\n';
  assert.deepEqual(
    messages(old, '<Danger title="Hot deck">\n\n<Card title="Kept title">[text](/x)</Card>\n\nMind'),
    [],
  );
});

test('a complete page is counted, and has no line in the report', () => {
  const { comparison, losses } = compare('One two.', 'Two, one.');
  assert.deepEqual([comparison.words, losses], [{ old: 2, missing: 0 }, []]);
});

test('a page that consists of thousands of unclosed marks has fewer than ten words', () => {
  for (const odd of ['<a ', '{% ', '](', '<!--', '![', '"title":', '<a href="', ':::x [', '`'])
    assert.ok(compare(odd.repeat(5_000), '').comparison.words.old < 10);
});
