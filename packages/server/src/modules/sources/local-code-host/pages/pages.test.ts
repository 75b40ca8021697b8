import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markup } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { parsePatch } from './parse-patch.ts';

describe('markup', () => {
  test('escapes text for content and for quoted attributes', () => {
    const hostile = `<script>alert("x")</script>'&`;
    assert.equal(
      markup`<a title="${hostile}">${hostile}</a>`.html,
      '<a title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;</a>',
    );
  });

  test('shows hidden characters as text, without their own markup', () => {
    assert.equal(
      markup`<b title="${'a\u202eb'}">${'\u200b\ufeff'}</b>`.html,
      '<b title="a⟦U+202E⟧b">⟦U+200B⟧⟦U+FEFF⟧</b>',
    );
  });

  test('leaves safe markup, lists and empty values unchanged', () => {
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
    test(`${JSON.stringify(text)} adds no element and no URL scheme`, () => {
      const { html } = renderMarkdown(text);
      assert.doesNotMatch(
        html,
        /<(?:script|svg|iframe|object|form|style)|\son\w+\s*=\s*["a-z](?![^<]*&gt;)|(?:href|src)="(?:javascript|data|vbscript)/i,
        html,
      );
      assert.doesNotMatch(html, /<img[^>]*onerror|<a[^>]*onclick/i);
    });
  }

  test('is Markdown with tables, task lists and links that send no referrer', () => {
    const { html } = renderMarkdown(
      '| a |\n| - |\n| b |\n\n- [x] done\n\n[x](https://example.com)\n\n<!-- docwright:job=1 -->',
    );
    assert.match(html, /<table>/);
    assert.match(html, /type="checkbox"/);
    assert.match(html, /<a rel="nofollow noopener noreferrer" href="https:\/\/example.com">/);
    assert.doesNotMatch(html, /docwright/);
  });
});

describe('a patch', () => {
  test('is split by counting lines: content that looks like a header stays content', () => {
    const [file, other] = parsePatch(
      [
        'diff --git a/x b/x',
        '--- a/x',
        '+++ b/x',
        '@@ -1,3 +1,3 @@ heading',
        ' diff --git a/y b/y',
        '--- a/y',
        '+++ b/y',
        ' @@ -1 +1 @@',
        '\\ No newline at end of file',
        'diff --git a/z b/z',
        'Binary files a/z and b/z differ',
        '',
      ].join('\n'),
    );
    assert.deepEqual(
      file?.hunks[0]?.lines.map(({ kind, oldNumber, newNumber, text }) => [kind, oldNumber, newNumber, text]),
      [
        ['context', 1, 1, 'diff --git a/y b/y'],
        ['removed', 2, undefined, '-- a/y'],
        ['added', undefined, 2, '++ b/y'],
        ['context', 3, 3, '@@ -1 +1 @@'],
        ['note', undefined, undefined, 'No newline at end of file'],
      ],
    );
    assert.deepEqual([file?.hunks[0]?.heading, other?.binary], ['heading', true]);
  });

  test('of a file that becomes a link is one file', () => {
    const header = 'diff --git a/x b/x';
    const files = parsePatch(
      [
        header,
        'deleted file mode 100644',
        '@@ -1 +0,0 @@',
        '-a',
        header,
        'new file mode 120000',
        '@@ -0,0 +1 @@',
        '+b',
        '',
      ].join('\n'),
    );
    assert.equal(files.length, 1);
    assert.equal(files[0]?.hunks.length, 2);
  });

  test('that was truncated in the middle shows what is there', () => {
    const [file] = parsePatch('diff --git a/x b/x\n@@ -1,9 +1,9 @@\n one\n+two');
    assert.equal(file?.hunks[0]?.lines.length, 2);
  });
});
