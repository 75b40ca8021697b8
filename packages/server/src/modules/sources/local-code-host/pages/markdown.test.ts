import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';

test('comments are hidden, and an unclosed one is text', () => {
  assert.equal(renderMarkdown('a<!-- x --><!---->b').html, '<p>ab</p>');
  assert.equal(renderMarkdown('a<!-- x').html, '<p>a&lt;!-- x</p>');
});

test('text that would block the parser for minutes is shown unformatted', () => {
  for (const text of [']'.repeat(200_000), '*a'.repeat(100_000), '- '.repeat(100_000), `a\n${'> '.repeat(50_000)}b`])
    assert.match(renderMarkdown(text).html, /^<pre>/);
  assert.equal(renderMarkdown('- **a** [b](c)\n'.repeat(300)).html.startsWith('<ul>'), true);
});
