import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultJsonDepth, JsonTooDeep, parseJson } from './parse-json.ts';

const nest = (levels: number, [open, close] = ['[', ']']): string => `${open.repeat(levels)}1${close.repeat(levels)}`;
const asObjects = ['{"a":', '}'] as const;

describe('JSON from outside', () => {
  test('is parsed at the maximum depth, and rejected one level deeper', () => {
    for (const levels of [0, 1, defaultJsonDepth]) {
      assert.equal(JSON.stringify(parseJson(nest(levels))), nest(levels));
      assert.equal(JSON.stringify(parseJson(nest(levels, [...asObjects]))), nest(levels, [...asObjects]));
    }
    assert.throws(() => parseJson(nest(defaultJsonDepth + 1)), JsonTooDeep);
    assert.throws(() => parseJson(nest(defaultJsonDepth + 1, [...asObjects])), JsonTooDeep);
    assert.throws(() => parseJson('[[[1]]]', 2), { name: 'JsonTooDeep', maxDepth: 2 });
    assert.deepEqual(parseJson('[[[1]]]', 3), [[[1]]]);
  });

  test('must be UTF-8: other bytes are rejected, not replaced', () => {
    assert.deepEqual(parseJson(Buffer.from('{"a":"café"}')), { a: 'café' });
    for (const bytes of [Buffer.from('{"a":"caf\xe9"}', 'latin1'), Buffer.from('{"a":1}', 'utf16le'), Buffer.of(0xff)])
      assert.throws(() => parseJson(bytes), SyntaxError);
  });

  test('is rejected for its depth without recursion, even if it has megabytes', () => {
    for (const text of [nest(1_000_000), '['.repeat(2_000_000), '{"a":'.repeat(400_000)])
      assert.throws(() => parseJson(text), JsonTooDeep);
  });

  test('can contain any number of brackets in strings, and of siblings', () => {
    const brackets = '[{'.repeat(100);
    const values = [
      brackets,
      `"${brackets}`,
      `\\${brackets}`,
      `\\"${brackets}\\`,
      `${brackets}\\\\"`,
      { [brackets]: brackets },
    ];
    for (const value of values) assert.deepEqual(parseJson(JSON.stringify([value])), [value]);
    const siblings = Array.from({ length: 1_000 }, () => [[{ a: [] }]]);
    assert.deepEqual(parseJson(JSON.stringify(siblings)), siblings);
  });

  test('causes a syntax error if it is invalid', () => {
    for (const text of ['', '{', `"${'['.repeat(200)}`, ']'.repeat(200), `"\\`, `"${'\\'.repeat(999)}"`])
      assert.throws(() => parseJson(text), SyntaxError, JSON.stringify(text.slice(0, 20)));
  });

  test('can contain a string of two million escape sequences', () => {
    // Counting the backslashes before each quote must not go back over backslashes before other quotes.
    const text = `"${'\\"'.repeat(1_000_000)}${'\\\\'.repeat(1_000_000)}"`;
    assert.equal((parseJson(text) as string).length, 2_000_000);
  });
});
