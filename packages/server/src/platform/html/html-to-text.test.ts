import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlToText } from './html-to-text.ts';

test('a page is reduced to its text: one line per block, decoded entities, without invisible content', () => {
  const html = `<!doctype html><html><head><title>Head</title><style>p { color: red }</style></head>
    <body><h1>Rate   limits</h1><!-- a <p>comment</p> --><p>100 &lt; 200 &amp; &#39;more&#39;&nbsp;a <b>minute</b>.</p>
    <script>if (a < b) document.write('<p>no</p>')</script><ul><li>one</li><li>two</li></ul>
    <svg><svg><text>no</text></svg></svg><p title="a > b">end<br>of it</p><template><p>no</p></template></body>`;
  assert.equal(htmlToText(html, 10_000), "Head\nRate limits\n100 < 200 & 'more'\u00a0a minute.\none\ntwo\nend\nof it");
});

test('unclosed elements hide only the text that a browser hides, and the text is truncated at its limit', () => {
  assert.equal(htmlToText('<p>a</p><!-- never closed <p>b</p>', 100), 'a');
  assert.equal(htmlToText('<p>a</p><div class="never closed', 100), 'a');
  assert.equal(htmlToText('<p>a</p></script><p>b</p></head>c', 100), 'a\nb\nc');
  assert.equal(htmlToText('x'.repeat(500), 200).length, 200);
});
