import type { Budget } from './budget.ts';
import { unsupported } from './errors.ts';
import { Closure, NativeFunction, toText, type Value } from './values.ts';

type Primitive = string | number | bigint | boolean | null | undefined;

export function applyBinary(operator: string, left: Value, right: Value, budget: Budget): Value {
  switch (operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return looselyEqual(left, right);
    case '!=':
      return !looselyEqual(left, right);
    case '+':
      return add(left, right, budget);
    case '<':
      return compare(left, right, (a, b) => a < b);
    case '>':
      return compare(left, right, (a, b) => a > b);
    case '<=':
      return compare(left, right, (a, b) => a <= b);
    case '>=':
      return compare(left, right, (a, b) => a >= b);
    case 'in':
      return typeof right === 'object' && right !== null && Object.hasOwn(right, toText(left));
    default:
      return arithmetic(operator, Number(left), Number(right));
  }
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
    return budget.text(toText(left) + toText(right));
  }
  return Number(left) + Number(right);
}

function compare(left: Value, right: Value, test: (a: string | number, b: string | number) => boolean): boolean {
  return typeof left === 'string' && typeof right === 'string' ? test(left, right) : test(Number(left), Number(right));
}

function looselyEqual(left: Value, right: Value): boolean {
  if (isPrimitive(left) && isPrimitive(right)) {
    // Authors write `x == null` and `x == "1"`; the language's own rule is what they mean.
    // oxlint-disable-next-line eslint/eqeqeq
    return left == right;
  }
  return left === right;
}

function isPrimitive(value: Value): value is Primitive {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}

export function applyUnary(operator: string, value: Value): Value {
  switch (operator) {
    case '!':
      return !value;
    case '-':
      return -Number(value);
    case '+':
      return Number(value);
    case '~':
      return ~Number(value);
    case 'void':
      return undefined;
    case 'typeof':
      return value instanceof Closure || value instanceof NativeFunction ? 'function' : typeof value;
    default:
      throw unsupported(`the operator "${operator}"`);
  }
}
