import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleText } from 'node:util';
import fc from 'fast-check';
import { toPrintable, toPrintableJson } from './printable.ts';

const hostile = [
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u001b[2J\u001b[H',
  'error\rAll is well',
  '\u009b2J',
  '\u001b]8;;https://evil.example\u001b\\docs\u001b]8;;\u001b\\',
  'a\u202egnp.exe',
  '\u001b[8mhidden',
  '\u001bc',
  'a\bb\u0000\u007f',
];

test('untrusted text can’t control the terminal', () => {
  // eslint-disable-next-line no-control-regex -- only styles may remain
  const withoutStyles = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');
  const text = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' })), { maxLength: 4 });
  fc.assert(
    fc.property(text, (parts) => {
      const shown = withoutStyles(toPrintable(`a${parts.join('')}`)).replaceAll('\r\n', '\n');
      // eslint-disable-next-line no-control-regex -- the test searches for control characters
      assert.doesNotMatch(shown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    }),
  );
});

test('the command’s colors, tabs, line endings and text in any language are kept', () => {
  const text = `${styleText('red', 'error', { validateStream: false })}\t${styleText('bold', 'x', { validateStream: false })}\r\nÜber 日本 👩‍🚀\n`;
  assert.equal(toPrintable(text), text);
});

test('a progress line can overwrite itself, and escape sequences in text erase nothing', () => {
  assert.equal(toPrintable('\r\u001b[2Kbuilding'), '\r\u001b[2Kbuilding');
  assert.equal(toPrintable('a\r\u001b[2Kb'), 'a\ufffd\ufffd[2Kb');
});

test('JSON output escapes control characters, and parses to the original text', () => {
  for (const text of hostile) {
    const json = toPrintableJson({ text });
    assert.equal(toPrintable(json), json);
    assert.deepEqual(JSON.parse(json), { text });
  }
});
