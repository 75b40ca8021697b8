import type { Budget } from './budget.ts';
import { unsupported } from './errors.ts';
import { Closure, NativeFunction, Opaque, openValue, toNumber, toText, type Value } from './values.ts';

type Primitive = string | number | bigint | boolean | null | undefined;

export function applyBinary(operator: string, left: Value, right: Value, budget: Budget): Value {
  switch (operator) {
    case '===':
      return openText(left) === openText(right);
    case '!==':
      return openText(left) !== openText(right);
    case '==':
      return looselyEqual(openText(left), openText(right));
    case '!=':
      return !looselyEqual(openText(left), openText(right));
    case '+':
      return add(left, right, budget);
    case '<':
      return compare([left, right], budget, (a, b) => a < b);
    case '>':
      return compare([left, right], budget, (a, b) => a > b);
    case '<=':
      return compare([left, right], budget, (a, b) => a <= b);
    case '>=':
      return compare([left, right], budget, (a, b) => a >= b);
    case 'in':
      return typeof right === 'object' && right !== null && Object.hasOwn(right, toText(left, budget));
    default:
      return arithmetic(operator, toNumber(left, budget), toNumber(right, budget));
  }
}

/** Opens children that consist of text, which are compared as text. Other children are compared only by identity. */
function openText(value: Value): Value {
  if (!(value instanceof Opaque)) return value;
  const opened = openValue(value);
  return isPrimitive(opened) ? opened : value;
}

function arithmetic(operator: string, left: number, right: number): number {
  switch (operator) {
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '**':
      return left ** right;
    case '|':
      return left | right;
    case '&':
      return left & right;
    default:
      throw unsupported(`the operator "${operator}"`);
  }
}

function add(left: Value, right: Value, budget: Budget): Value {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' || typeof right === 'string' || typeof left === 'object' || typeof right === 'object') {
    return budget.text(toText(left, budget) + toText(right, budget));
  }
  return toNumber(left, budget) + toNumber(right, budget);
}

function compare(
  [left, right]: readonly [Value, Value],
  budget: Budget,
  test: (a: string | number, b: string | number) => boolean,
): boolean {
  if (typeof left === 'string' && typeof right === 'string') return test(left, right);
  return test(toNumber(left, budget), toNumber(right, budget));
}

function looselyEqual(left: Value, right: Value): boolean {
  if (isPrimitive(left) && isPrimitive(right)) {
    // Authors write `x == null` and `x == "1"` and expect JavaScript's own rule.
    // oxlint-disable-next-line eslint/eqeqeq
    return left == right;
  }
  return left === right;
}

function isPrimitive(value: Value): value is Primitive {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

export function applyUnary(operator: string, value: Value, budget: Budget): Value {
  if (operator === 'typeof') return typeOf(openValue(value));
  switch (operator) {
    case '!':
      return !value;
    case '-':
      return -toNumber(value, budget);
    case '+':
      return toNumber(value, budget);
    case '~':
      return ~toNumber(value, budget);
    case 'void':
      return undefined;
    default:
      throw unsupported(`the operator "${operator}"`);
  }
}

function typeOf(value: Value): string {
  return value instanceof Closure || value instanceof NativeFunction ? 'function' : typeof value;
}
