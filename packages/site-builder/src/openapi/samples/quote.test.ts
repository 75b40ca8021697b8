import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import {
  bracedQuote,
  cQuote,
  dollarSafe,
  doubleQuote,
  kotlinQuote,
  phpQuote,
  powershellQuote,
  rubyQuote,
  shellQuote,
} from './quote.ts';

// Characters that end a string early, begin an interpolation, or are an escape only in some languages.
const hostile = 'it\'s "q" \\ $x ${y} #{z} #$g `id` \\u0000 \\f \b\f\n\r\t\0\x1f é \u{1f600} \u2028 \ud800';

test('each language has its own escapes, and text that looks like an escape is unchanged', () => {
  const start = 'it\'s \\"q\\" \\\\ ';
  const json = `${start}$x \${y} #{z} #$g \`id\` \\\\u0000 \\\\f \\b\\f\\n\\r\\t\\u0000\\u001f é \u{1f600} \u2028 \\ud800`;
  assert.equal(doubleQuote(hostile), `"${json}"`);
  const dollars = json.replaceAll('$', '\\$');
  assert.equal(dollarSafe(hostile), `"${dollars}"`);
  assert.equal(kotlinQuote(hostile), `"${dollars.replace('\\b\\f', '\\b\\u000c').replace('\\ud800', '\\ufffd')}"`);
  assert.equal(
    bracedQuote(hostile),
    `"${start}$x \${y} #{z} #$g \`id\` \\\\u0000 \\\\f \\u{8}\\u{c}\\n\\r\\t\\u{0}\\u{1f} é \u{1f600} \u2028 \\u{fffd}"`,
  );
  assert.equal(
    cQuote(hostile),
    `"${start}$x \${y} #{z} #$g \`id\` \\\\u0000 \\\\f \\b\\f\\n\\r\\t\\000\\037 é \u{1f600} \u2028 \\ufffd"`,
  );
  assert.equal(rubyQuote(hostile), `"${json.replaceAll('#', '\\#')}"`);
  assert.equal(
    phpQuote(hostile),
    `"${start}\\$x \\\${y} #{z} #\\$g \`id\` \\\\u0000 \\\\f \\u{8}\\f\\n\\r\\t\\u{0}\\u{1f} é \u{1f600} \u2028 \\u{fffd}"`,
  );
  assert.equal(phpQuote("it's $x \\"), "'it\\'s $x \\\\'");
  assert.equal(shellQuote("it's $x `y`"), "'it'\\''s $x `y`'");
  assert.equal(powershellQuote("it's $x `y`"), "'it''s $x `y`'");
});

test('a JavaScript literal evaluates to the original text', () => {
  assert.equal(runInNewContext(doubleQuote(hostile)), hostile);
});
