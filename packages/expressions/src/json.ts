import type { Budget } from './budget.ts';
import { ExpressionFault } from './errors.ts';
import { createObject, DateValue, isValueObject, type Value } from './values.ts';

const maxDepth = 50;

/** Parses JSON, whose objects, lists and strings count against the page's budget. @throws ExpressionFault */
export function parseJson(text: string, budget: Budget): Value {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text) as unknown;
  } catch {
    throw new ExpressionFault('expression-error', `"${text.slice(0, 40)}" is not JSON`);
  }
  return toValue(parsed, 0, budget);
}

function toValue(parsed: unknown, depth: number, budget: Budget): Value {
  budget.step();
  requireDepth('JSON.parse', depth);
  if (Array.isArray(parsed)) return budget.list(parsed.map((item) => toValue(item, depth + 1, budget)));
  if (typeof parsed === 'object' && parsed !== null)
    return createObject(Object.entries(parsed).map(([key, item]) => [key, toValue(item, depth + 1, budget)]));
  if (typeof parsed === 'string') return budget.text(parsed);
  return typeof parsed === 'number' || typeof parsed === 'boolean' ? parsed : null;
}

export function stringifyJson(value: Value, space: Value, budget: Budget): string {
  const indent = typeof space === 'number' || typeof space === 'string' ? space : undefined;
  return budget.text(JSON.stringify(toPlain(value, 0, budget), null, indent) ?? '');
}

function toPlain(value: Value, depth: number, budget: Budget): unknown {
  budget.step();
  requireDepth('JSON.stringify', depth);
  if (typeof value === 'string') return budget.text(value);
  if (typeof value === 'bigint') throw new ExpressionFault('expression-error', "JSON can't contain a BigInt");
  if (Array.isArray(value)) return value.map((item) => toPlain(item, depth + 1, budget));
  if (isValueObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item, depth + 1, budget)]));
  if (value instanceof DateValue) return Number.isNaN(value.time) ? null : new Date(value.time).toISOString();
  return typeof value === 'object' ? null : value;
}

function requireDepth(what: string, depth: number): void {
  if (depth > maxDepth)
    throw new ExpressionFault('expression-limit', `${what} of a value nested deeper than ${maxDepth} levels`);
}
