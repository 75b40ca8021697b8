import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeFinish } from './compose-finish.ts';

const titleOf = (text: string): string => composeFinish([{ kind: 'done', text } as never]).title;

test('a title ends at the first comma or semicolon that is not part of a quotation', () => {
  assert.equal(titleOf('Fixed `a`, and linked it'), 'Fix a');
  assert.equal(
    titleOf('Set description to "All about flags, and how; to switch them", in `index.mdx`'),
    'Set description to "All about flags, and how; to switch them"',
  );
  assert.equal(titleOf('Set title to "a quotation, never closed'), 'Set title to "a quotation, never closed');
  assert.equal(titleOf('Added 😀, twice'), 'Add 😀');
});

test('a long quotation is shortened before the name of the page', () => {
  assert.equal(
    titleOf('Set description to "Everything that you have to know about flags before you start" in `guides/flags.mdx`'),
    'Set description to "Everything that you have to…" in guides/flags.mdx',
  );
  assert.equal(
    titleOf('Replaced "a" with "b" in `guides/a-folder-with-a-long-name/another-folder/and-a-page-with-a-name.mdx`'),
    'Replace "a" with "b" in guides/a-folder-with-a-long-name/another-folder…',
  );
});
