import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBlocks } from './to-blocks.ts';

test('lines with a dash are a list, and an empty line ends the previous block', () => {
  assert.deepEqual(toBlocks('Done:\n- one\n* two\n\n- three\nEnd\nof it'), [
    { isList: false, lines: ['Done:'] },
    { isList: true, lines: ['one', 'two'] },
    { isList: true, lines: ['three'] },
    { isList: false, lines: ['End', 'of it'] },
  ]);
});
