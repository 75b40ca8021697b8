import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTestOptions } from './test-options.ts';

describe('the options of a test run', () => {
  test('are words, `--full`, `--watch`, and `--since` with a commit', () => {
    assert.deepEqual(readTestOptions([]), { words: [], isFull: false, isWatch: false });
    assert.deepEqual(readTestOptions(['sdk', 'git']), { words: ['sdk', 'git'], isFull: false, isWatch: false });
    assert.deepEqual(readTestOptions(['--full']), { words: [], isFull: true, isWatch: false });
    assert.deepEqual(readTestOptions(['--watch', 'sdk']), { words: ['sdk'], isFull: false, isWatch: true });
    assert.deepEqual(readTestOptions(['--since', 'main']), {
      words: [],
      isFull: false,
      isWatch: false,
      since: 'main',
    });
  });

  for (const [args, message] of [
    [['--fast'], /--fast/],
    [['--since'], /--since/],
    [['--watch'], /words/],
    [['--watch', '--since', 'main', 'sdk'], /exclude/],
  ] as const)
    test(`are refused if they are invalid: ${args.join(' ')}`, () =>
      assert.throws(() => readTestOptions(args), message));
});
