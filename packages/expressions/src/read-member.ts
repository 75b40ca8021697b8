import type { Caller } from './caller.ts';
import { ExpressionFault, unsupported } from './errors.ts';
import { arrayMethods } from './array-methods.ts';
import { readDateMember } from './date-value.ts';
import { findNext, readMatchPosition, toMatchList } from './run-pattern.ts';
import { stringMethods } from './string-methods.ts';
import {
  Closure,
  createObject,
  DateValue,
  isValueObject,
  JsxElement,
  libraryName,
  NativeFunction,
  Opaque,
  openValue,
  toNumber,
  toText,
  type Value,
} from './values.ts';

/** `object[key]`: own keys of plain objects and elements, and the listed methods of strings and lists. */
export function readMember(value: Value, key: string, caller: Caller): Value {
  const object = openValue(value);
  if (object === null || object === undefined) {
    throw new ExpressionFault('expression-error', `"${key}" is read from ${object}`, key);
  }
  if (typeof object === 'string') {
    if (key === 'length') return object.length;
    if (/^\d+$/.test(key)) return object[Number(key)];
    const method = stringMethods.get(key);
    return method === undefined ? undefined : new NativeFunction((args) => method(object, args, caller));
  }
  if (Array.isArray(object)) {
    // A `Set` is represented as a list, whose length is its size.
    if (key === 'length' || key === 'size') return object.length;
    if (/^\d+$/.test(key)) return object[Number(key)];
    if (key === 'index' || key === 'input') return readMatchPosition(object)?.[key];
    const method = arrayMethods.get(key);
    return method === undefined ? undefined : new NativeFunction((args) => method(object, args, caller));
  }
  if (object instanceof NativeFunction) return readObjectMember(object.members, key, caller);
  if (typeof object === 'number') return readNumberMember(object, key, caller);
  if (isValueObject(object)) return readObjectMember(object, key, caller);
  if (object instanceof RegExp) return readPatternMember(object, key, caller);
  if (typeof object === 'boolean')
    return key === 'toString' ? new NativeFunction(() => toText(object, caller.budget)) : undefined;
  if (object instanceof DateValue) return readDateMember(object, key);
  if (object instanceof JsxElement) return readElementMember(object, key);
  if (object instanceof Opaque || object instanceof Closure) return undefined;
  throw unsupported(`reading "${key}" of this value`);
}

function readObjectMember(object: Record<string, Value>, key: string, { budget }: Caller): Value {
  if (Object.hasOwn(object, key)) return object[key];
  if (key === 'hasOwnProperty') return new NativeFunction(([name]) => Object.hasOwn(object, toText(name, budget)));
  const library = libraryName(object);
  if (library !== undefined && key !== 'prototype' && Object.hasOwn(standardLibrary[library] ?? {}, key))
    throw unsupported(`"${library}.${key}"`);
  return undefined;
}

/** Distinguishes a function that only the interpreter lacks from a name that JavaScript also lacks. */
const standardLibrary: Readonly<Record<string, object>> = { Array, JSON, Math, Number, Object, String };

function readPatternMember(pattern: RegExp, key: string, { budget }: Caller): Value {
  if (key === 'test')
    return new NativeFunction(([text]) => findNext(pattern, toText(text, budget), budget) !== undefined);
  if (key === 'exec')
    return new NativeFunction(([value]) => {
      const text = toText(value, budget);
      const found = findNext(pattern, text, budget);
      return found === undefined ? null : toMatchList(found, text);
    });
  if (key === 'toString') return new NativeFunction(() => toText(pattern, budget));
  if (key === 'lastIndex' || key === 'source' || key === 'flags' || key === 'global') return pattern[key];
  return undefined;
}

/** The properties that components can read from their children. */
function readElementMember(element: JsxElement, key: string): Value {
  if (key === 'props') {
    const { children } = element;
    const own: readonly (readonly [string, Value])[] =
      children.length === 0 ? [] : [['children', children.length === 1 ? children[0] : [...children]]];
    return createObject([...Object.entries(element.props), ...own]);
  }
  if (key === 'type') return element.target ?? element.tag;
  return key === 'key' ? element.props['key'] : undefined;
}

function readNumberMember(value: number, key: string, { budget }: Caller): Value {
  const within = (argument: Value, least: number, most: number, otherwise: number): number =>
    Math.min(most, Math.max(least, toNumber(argument ?? otherwise, budget) || otherwise));
  if (key === 'toFixed') return new NativeFunction(([digits]) => value.toFixed(within(digits, 0, 20, 0)));
  if (key === 'toString') return new NativeFunction(([base]) => value.toString(within(base, 2, 36, 10)));
  // The locale of the build machine must not affect a page.
  if (key === 'toLocaleString') return new NativeFunction(() => value.toLocaleString('en-US'));
  return undefined;
}
