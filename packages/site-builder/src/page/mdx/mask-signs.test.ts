import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { childrenOf, type MdNode } from './ast.ts';
import { maskSigns } from './mask-signs.ts';
import { parsePage } from './parse-page.ts';

/** Types and values of the nodes that have a value. */
function valuesOf(node: MdNode): string[] {
  const own = 'value' in node && typeof node.value === 'string' ? [`${node.type} ${node.value}`] : [];
  return [...own, ...childrenOf(node).flatMap(valuesOf)];
}
const read = (text: string): string[] => valuesOf(parsePage(text, { math: undefined }).tree);

describe('dollar signs that aren’t formulas', () => {
  const texts: readonly string[] = [
    '<b>$</b> and <b>$</b>',
    '<p>A $\\{a} of <code>$\\{b}</code> and $\\{c}</p>',
    'Run $HOME/$USER or $host:$port, PATH=$HOME/bin:$PATH; df$col and df$other',
    'In Bash $$ and ${1} $$.',
  ];
  for (const text of texts)
    test(text, () => {
      const { tree, faults } = parsePage(text, { math: undefined });
      assert.deepEqual(faults, []);
      assert.doesNotMatch(JSON.stringify(tree), /inlineMath/);
    });

  test('formulas next to tags and names are kept', () => {
    assert.deepEqual(
      read('<b>$x$</b> $a<b$ and $c>d$, the $n$th $k$-mean, $\\{1,2\\}$, ${n \\choose k}$ <i>$y_1$</i>').filter(
        (value) => value.startsWith('inlineMath'),
      ),
      ['x', 'a<b', 'c>d', 'n', 'k', '\\{1,2\\}', '{n \\choose k}', 'y_1'].map((tex) => `inlineMath ${tex}`),
    );
  });
});

describe('dollar signs in expressions and code', () => {
  test('leave the other expressions of the paragraph unchanged', () => {
    assert.deepEqual(read("{'$'} a {'$'} b"), [
      "mdxTextExpression '$'",
      'text  a ',
      "mdxTextExpression '$'",
      'text  b',
    ]);
    assert.deepEqual(read('a {`x${1}`} b {`y${2}`}'), [
      'text a ',
      'mdxTextExpression `x${1}`',
      'text  b ',
      'mdxTextExpression `y${2}`',
    ]);
    assert.deepEqual(read("<b style={{ a: `$` }}>x</b> {'q'} $ z"), [
      'text x',
      'text  ',
      "mdxTextExpression 'q'",
      'text  $ z',
    ]);
  });

  test('don’t affect an adjacent formula', () => {
    assert.deepEqual(read("{'$'} costs $x^{2}$ or $\\frac{a}{b}$ in US{'$'}"), [
      "mdxTextExpression '$'",
      'text  costs ',
      'inlineMath x^{2}',
      'text  or ',
      'inlineMath \\frac{a}{b}',
      'text  in US',
      "mdxTextExpression '$'",
    ]);
  });

  test('are literal in code', () => {
    for (const text of ['```\n{ a: $b }\n```\n', '\\{$x\\}']) assert.equal(maskSigns(text), text);
    assert.deepEqual(read('`{$}` $x$'), ['inlineCode {$}', 'text  ', 'inlineMath x']);
    assert.deepEqual(read('| a |\n| - |\n| `b $+` |\n| $2^{y−1}$ |\n'), [
      'text a',
      'inlineCode b $+',
      'inlineMath 2^{y−1}',
    ]);
  });

  test('are found in linear time', () => {
    for (const part of ['{', '{ $ ', "{ ' ", '`a``b```c', '{`', '\\{ `', "{'$'} ", '$ ', '$<b>', '$ `', '`$']) {
      const started = process.cpuUsage();
      maskSigns(part.repeat(1_000_000 / part.length));
      assert.ok(process.cpuUsage(started).user < 2_000_000, part);
    }
  });
});
