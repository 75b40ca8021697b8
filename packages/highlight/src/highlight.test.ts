import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assert as check, constant, constantFrom, oneof, property, string, array } from 'fast-check';

import { sampleRows } from '../../../scripts/sample-rows.ts';
import { fastLanguages, findFastLexer } from './fast-lexers.ts';
import { createHighlighter, highlightStyles } from './index.ts';
import { noTokens } from './token-class.ts';

const highlighter = createHighlighter();

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const pieces = array(
  oneof(
    string({ maxLength: 12, unit: 'binary' }),
    constantFrom(
      '"',
      "'",
      '`',
      '${',
      '{',
      '}',
      '(',
      ')',
      '<',
      '</',
      '/>',
      '>',
      '/*',
      '*/',
      '//',
      '#',
      '\n',
      '\\',
      '---\n',
      '"""',
      "'''",
      '<<EOF\n',
      '```js\n',
      '```\n',
      '|',
      ': ',
      '- ',
      '$(',
      'class A',
      'def f(',
      'x=1',
      '=> ',
      '@',
      '[',
      ']',
      '|\n  a\n',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '%w(',
      '#{',
    ),
    constant(' '),
  ),
  { maxLength: 40 },
).map((parts) => parts.join(''));

for (const language of fastLanguages) {
  test(`highlighting ${language} doesn’t lose, add or change characters`, () => {
    check(
      property(pieces, (code) => {
        assert.equal(textOf(highlighter.highlight(code, language)), code);
      }),
      { numRuns: 60 },
    );
  });
}

test('the runs of a lexer are in order and end at the last character', () => {
  for (const language of fastLanguages) {
    const code = 'a "b\n<c d="e">{f}</c>\n# g';
    const tokens = noTokens();
    findFastLexer(language)?.(code, tokens, 0);
    assert.equal(tokens.ends.at(-1), code.length, language);
    assert.deepEqual(
      tokens.ends,
      [...tokens.ends].sort((a, b) => a - b),
      language,
    );
  }
});

/** A task's processor time in milliseconds, which excludes the machine's other work. */
function cost(task: () => void): number {
  const startedAt = process.cpuUsage().user;
  task();
  return (process.cpuUsage().user - startedAt) / 1000;
}

/**
 * Below this time for the longer text, growth isn't measured: a quadratic rule needs at least a fifth of a second for
 * it.
 */
const quickMs = 80;

/**
 * Four times as much text takes about four times as long, or sixteen times for a quadratic rule, even at greater
 * lengths: a rule with bounded lookahead is steep only while the text is shorter than its bound. Compilation or garbage
 * collection may affect any measurement, so the best of five attempts for each length is compared.
 */
function growsLinearly(run: (length: number) => void, length: number): boolean {
  if (cost(() => run(length * 4)) < quickMs) return true;
  return !isSteep(run, length) || !isSteep(run, length * 4);
}

function isSteep(run: (length: number) => void, length: number): boolean {
  let [short, long] = [Infinity, Infinity];
  for (let attempt = 0; attempt < 5; attempt++) {
    short = Math.min(
      short,
      cost(() => run(length)),
    );
    long = Math.min(
      long,
      cost(() => run(length * 4)),
    );
  }
  return long >= 9 * Math.max(1, short);
}

const hostileStarts = ['', '"${', 'a('];
const hostileUnits =
  '" | /* | <a | { | `${ | "${ | $( | \' | #{ | (( | \\ | a | - | [x]( | **a | a. | A, | : | <script | $ | $$ | a: | a b '
    .split(' | ')
    .flatMap((unit) => [unit, `${unit} `, `${unit}\n`])
    .concat(' ', '\n', '\t', '@<<EOF\n', '<<EOF\n', '```js\n', '\\```js\n');

for (const language of sampleRows(fastLanguages, { name: 'lexers', most: 5, mostInFull: 12 })) {
  test(`the lexer of ${language} takes time linear in the length of hostile and plain text`, () => {
    const lexer = findFastLexer(language);
    assert.ok(lexer);
    for (const start of hostileStarts)
      for (const unit of hostileUnits) {
        const run = (length: number): void => lexer(start + unit.repeat(length / unit.length), noTokens(), 0);
        assert.ok(growsLinearly(run, 5_000), `${JSON.stringify(start)} and many ${JSON.stringify(unit)}`);
      }
    const plain = 'The value of name is "text" (12) and <b>more</b>; see a.b: c[d].\n';
    const run = (length: number): void => lexer(plain.repeat(length / plain.length), noTokens(), 0);
    assert.ok(growsLinearly(run, 50_000), 'plain text');
  });
}

test('200,000 characters in a language that Shiki reads take at most ten times as long as ordinary code', () => {
  for (const [language, unit] of [
    ['elixir', 'def a, do: "#{b}"\n'],
    ['elixir', 'defmodule A do :ok end '],
    ['latex', ' '],
    ['latex', `${' '.repeat(9_000)}\n`],
    ['latex', `${' '.repeat(900)}\n`],
    ['vue', '<a '],
  ] as const) {
    const own = createHighlighter();
    own.highlight('a', language);
    const spent = cost(() => void own.highlight(unit.repeat(200_000 / unit.length), language));
    const usual = cost(() => void own.highlight('\\def a, do: b\n'.repeat(14_000), language));
    // Compared with ordinary code of the same length in the same language.
    assert.ok(spent < 10 * Math.max(200, usual), `${language} ${unit.slice(0, 20)}: ${spent} and ${usual} ms`);
  }
});

test('each line is one span, and a token that spans lines is closed and opened again', () => {
  assert.equal(
    highlighter.highlight('/* a\nb */ c', 'js'),
    '<span class="line"><span class="tk-c">/* a</span></span>\n<span class="line"><span class="tk-c">b */</span> c</span>',
  );
});

test('a language is found by its name or an alias in any letter case, and an unknown language is plain text', () => {
  for (const name of ['TS', 'TypeScript', 'ts', 'C#', 'c++', 'Shell', 'kql', 'text'])
    assert.ok(highlighter.knows(name), name);
  assert.equal(highlighter.knows('no-such-language'), false);
  assert.equal(highlighter.knows('__proto__'), false);
  assert.equal(highlighter.highlight('a <b>', 'no-such-language'), '<span class="line">a &lt;b&gt;</span>');
});

test('a language without our own lexer is colored by Shiki with the same classes', () => {
  assert.match(highlighter.highlight('defmodule A do\n  # c\nend', 'elixir'), /<span class="tk-c"># c<\/span>/);
});

test('a comment notation marks its line and is removed from the code', () => {
  const html = highlighter.highlight('a // [!code ++]\n# [!code --:2]\nb\nc', 'js');
  assert.equal(textOf(html), 'a\nb\nc');
  assert.deepEqual(
    [...html.matchAll(/class="(line[^"]*)"/g)].map((match) => match[1]),
    ['line diff add', 'line diff remove', 'line diff remove'],
  );
});

test('the marks of a fence add the classes highlighted and focused', () => {
  const html = highlighter.highlight('a\nb', 'text', { highlight: [2], focus: [2] });
  assert.match(html, /\n<span class="line highlighted focused">b/);
});

test('a block has the same colors after the process has compiled thousands of expressions', () => {
  const keywords = '(?:(?i:\\b(as|by|or|and|over|where|output|outputnew))|(?i:(?-i:\\b(NOT|true|false))))\\b';
  for (let count = 0; count < 2500; count++) {
    const compiled = new RegExp(`${keywords}(?:|${count}q)`, 'dv');
    // Run twice, because it is compiled to machine code for the second run.
    compiled.exec('a or b');
    compiled.exec('a or b');
  }
  assert.match(createHighlighter().highlight('index=web OR index=security', 'splunk'), /<span class="tk-n">OR<\/span>/);
});

test("a site's own TextMate grammar colors its language", () => {
  const own = createHighlighter({
    customGrammars: [
      {
        name: 'Zap',
        aliases: ['zp'],
        grammar: { scopeName: 'source.zap', patterns: [{ match: '\\bzap\\b', name: 'keyword.control' }] },
      },
    ],
  });
  assert.match(own.highlight('zap me', 'ZP'), /<span class="tk-k">zap<\/span> me/);
  assert.equal(own.highlight('x', 'broken'), '<span class="line">x</span>');
});

test('a named theme applies its colors to the same classes, and an unknown name keeps the built-in colors', () => {
  assert.match(highlightStyles({ dark: 'dracula' }), /html\.dark\{[^}]*--code-k:#FF79C6/i);
  assert.equal(highlightStyles({ light: 'nope', dark: '../../x' }), highlightStyles());
  assert.match(highlightStyles({ light: 'css-variables' }), /--code-k:var\(--mint-token-keyword/);
});
