import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Budget, ExpressionFault, Interpreter, parseExpression, Scope, type Value } from './index.ts';

function evaluate(text: string): Value {
  const parsed = parseExpression(text);
  if (!parsed.ok || parsed.node === undefined) throw new Error(`${text} is not an expression`);
  return new Interpreter(new Budget(50_000)).evaluate(parsed.node, new Scope());
}

function faultOf(text: string): string {
  try {
    evaluate(text);
    return '';
  } catch (error) {
    return error instanceof ExpressionFault ? error.message : String(error);
  }
}

/** Also evaluated by the engine that runs the test. */
const pure = [
  'Math.max(1, 2)',
  'Math.min(...[3, 1, 2])',
  'Math.round(2.5) + Math.trunc(-2.5) + Math.sign(-3)',
  'Math.LN2 + Math.LN10 + Math.LOG2E + Math.LOG10E + Math.SQRT2 + Math.SQRT1_2 + Math.E',
  'Math.asin(1) + Math.acos(0) + Math.atan(1) + Math.sinh(1) + Math.tanh(1) + Math.acosh(2)',
  'Math.log1p(1) + Math.expm1(1) + Math.fround(5.5) + Math.clz32(1) + Math.imul(3, 4) + Math.hypot(3, 4)',
  'Number.MAX_VALUE > 1 && Number.EPSILON > 0 && Number.MIN_VALUE > 0',
  'Number.POSITIVE_INFINITY === Infinity && Number.NEGATIVE_INFINITY === -Infinity',
  'Number("12").toFixed(2) + Number.parseFloat("1.5") + Number.isInteger(3)',
  'JSON.stringify({ a: [1, "b"] })',
  'Object.keys({ a: 1, b: 2 }).join() + Object.entries({ a: 1 }).join()',
  'Object.is(NaN, NaN) && Object.hasOwn({ a: 1 }, "a") && !Object.hasOwn({ a: 1 }, "b")',
  'Object.fromEntries([["a", 1]]).a',
  'Array(3).fill(0).join()',
  'Array(1, 2).join() + Array("3").join()',
  'new Array(2).fill("x").join()',
  '[...Array(3)].map((_, index) => index + 1).join()',
  'Array.isArray(Array(2)) && Array.of(7).length',
  'String(5) + String.fromCharCode(65)',
  'Date.UTC(2020, 1, 1)',
];

describe('a pure JavaScript function returns the same value as in the engine', () => {
  for (const text of pure)
    // oxlint-disable-next-line no-eval -- evaluates only the expressions above
    test(text, () => assert.deepEqual(evaluate(text), (0, eval)(text)));
});

describe('a global function or member', () => {
  for (const [text, name] of [
    ['Math.random()', 'Math.random'],
    ['Object.groupBy([1], String)', 'Object.groupBy'],
    ['Array.fromAsync([])', 'Array.fromAsync'],
    ['String.raw', 'String.raw'],
  ] as const)
    test(`that the build doesn’t support is named in the fault: ${text}`, () =>
      assert.match(faultOf(text), new RegExp(`"${name}"`)));

  test('is undefined if JavaScript also lacks it', () => {
    for (const text of ['Math.none', 'Object.none', 'JSON.none', 'Number.none', 'Array.none'])
      assert.equal(evaluate(text), undefined);
  });

  test('that creates long arrays stops at a limit', () => {
    for (const text of ['Array(1e9).length', 'Array(1e308).fill(0).length', 'Array(NaN).length', 'Array(-1).length'])
      assert.ok(Number(evaluate(text)) <= 10_000, text);
    assert.notEqual(faultOf('[...Array(9999)].map(() => [...Array(9999)])'), '');
  });
});
