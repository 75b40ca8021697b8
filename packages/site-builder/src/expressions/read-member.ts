import { ExpressionFault, unsupported } from './errors.ts';
import { arrayMethods } from './array-methods.ts';
import { stringMethods } from './string-methods.ts';
import { type Budget } from './budget.ts';
import {
  Closure,
  createObject,
  isValueObject,
  JsxElement,
  NativeFunction,
  Opaque,
  toText,
  type Value,
} from './values.ts';

export interface Caller {
  call(target: Value, args: readonly Value[]): Value;
  readonly budget: Budget;
}

/** `object[key]`: own keys of plain objects, elements and listed methods of texts and lists, and nothing else. */
export function readMember(object: Value, key: string, caller: Caller): Value {
  if (object === null || object === undefined) {
    throw new ExpressionFault('expression-error', `"${key}" is read of ${String(object)}`, key);
  }
  if (typeof object === 'string') {
    if (key === 'length') return object.length;
    if (/^\d+$/.test(key)) return object[Number(key)];
    const method = stringMethods.get(key);
    return method === undefined ? undefined : new NativeFunction((args) => method(object, args, caller));
  }
  if (Array.isArray(object)) {
    if (key === 'length') return object.length;
    if (/^\d+$/.test(key)) return object[Number(key)];
    const method = arrayMethods.get(key);
    return method === undefined ? undefined : new NativeFunction((args) => method(object, args, caller));
  }
  if (object instanceof NativeFunction) return readObjectMember(object.members, key);
  if (typeof object === 'number') return readNumberMember(object, key);
  if (isValueObject(object)) return readObjectMember(object, key);
  if (object instanceof RegExp && key === 'test')
    return new NativeFunction(([text]) => testRegExp(object, toText(text)));
  if (typeof object === 'boolean' || object instanceof RegExp) {
    return key === 'toString' ? new NativeFunction(() => toText(object)) : undefined;
  }
  if (object instanceof JsxElement) return readElementMember(object, key);
  if (object instanceof Opaque || object instanceof Closure) return undefined;
  throw unsupported(`reading "${key}" of this value`);
}

function readObjectMember(object: Record<string, Value>, key: string): Value {
  if (Object.hasOwn(object, key)) return object[key];
  if (key === 'hasOwnProperty') return new NativeFunction(([name]) => Object.hasOwn(object, toText(name)));
  return undefined;
}

/** What components ask of their children. */
function readElementMember(element: JsxElement, key: string): Value {
  if (key === 'props')
    return createObject([
      ...Object.entries(element.props),
      ['children', element.children.length === 1 ? element.children[0] : [...element.children]],
    ]);
  if (key === 'type') return element.target ?? element.tag;
  return key === 'key' ? element.props['key'] : undefined;
}

function readNumberMember(value: number, key: string): Value {
  if (key === 'toFixed') return new NativeFunction(([digits]) => value.toFixed(Math.min(Number(digits ?? 0) || 0, 20)));
  if (key === 'toString')
    return new NativeFunction(([base]) => value.toString(Math.min(36, Math.max(2, Number(base ?? 10) || 10))));
  // The build's own language must not decide what a page says.
  if (key === 'toLocaleString') return new NativeFunction(() => value.toLocaleString('en-US'));
  return undefined;
}

/** A pattern of an author runs on short texts only: its time can grow exponentially with the text. */
function testRegExp(pattern: RegExp, text: string): boolean {
  if (text.length > 200 || pattern.source.length > 100) throw unsupported('a regular expression over a long text');
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text);
}
