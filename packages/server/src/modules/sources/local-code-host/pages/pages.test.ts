import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markup } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { diffView } from './diff-view.ts';

describe('markup', () => {
  test('escapes text for content and for quoted attributes', () => {
    const hostile = `<script>alert("x")</script>'&`;
    assert.equal(
      markup`<a title="${hostile}">${hostile}</a>`.html,
      '<a title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;</a>',
    );
  });

  test('shows hidden characters as visible text', () => {
    assert.equal(
      markup`<b title="${'a\u202eb'}">${'\u200b\ufeff'}</b>`.html,
      '<b title="a⟦U+202E⟧b">⟦U+200B⟧⟦U+FEFF⟧</b>',
    );
  });

  test('keeps safe markup, joins lists and omits empty values', () => {
    assert.equal(markup`${[markup`<i>${1}</i>`, 'x']}${undefined}${false}`.html, '<i>1</i>x');
  });
});

describe('Markdown', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](vbscript:x)',
    '![x](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '<a href="x" onclick="y">z</a>',
    '<svg/onload=alert(1)>',
    '<!-- a --><script>b</script><!-- c -->',
    '<!-- <script> --> -->',
    '[x](<javascript:alert(1)>)',
    '[x](java\nscript:alert(1))',
    '`<img src=x>`',
  ];
  for (const text of hostile) {
    test(`adds no dangerous element or URL scheme for ${JSON.stringify(text)}`, () => {
      const { html } = renderMarkdown(text);
      assert.doesNotMatch(
        html,
        /<(?:script|svg|iframe|object|form|style)|\son\w+\s*=\s*["a-z](?![^<]*&gt;)|(?:href|src)="(?:javascript|data|vbscript)/i,
        html,
      );
      assert.doesNotMatch(html, /<img[^>]*onerror|<a[^>]*onclick/i);
    });
  }

  test('is rendered with tables, task lists and links that send no referrer', () => {
    const { html } = renderMarkdown(
      '| a |\n| - |\n| b |\n\n- [x] done\n\n[x](https://example.com)\n\n<!-- docwright:job=1 -->',
    );
    assert.match(html, /<table>/);
    assert.match(html, /type="checkbox"/);
    assert.match(html, /<a rel="nofollow noopener noreferrer" href="https:\/\/example.com">/);
    assert.doesNotMatch(html, /docwright/);
  });
});

test('a diff shows a missing newline at the end of a file as a separate row', () => {
  const patch = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ heading\n-a\n\\ No newline at end of file\n+b\n';
  const file = { path: 'x', change: 'modified', added: 1, removed: 1, binary: false } as const;
  const { html } = diffView({ files: [file], patch, truncated: false }, 10);
  assert.match(html, /@@ line 1 @@ heading/);
  const rows = [...html.matchAll(/<tr class="(\w+)"><td class="number">(\d*)<\/td><td class="number">(\d*)</g)];
  assert.deepEqual(
    rows.map(([, ...row]) => row),
    [
      ['removed', '1', ''],
      ['note', '', ''],
      ['added', '', '1'],
    ],
  );
});
