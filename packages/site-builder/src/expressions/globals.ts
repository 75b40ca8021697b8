import type { Caller } from './read-member.ts';
import {
  Closure,
  createObject,
  isValueObject,
  JsxElement,
  NativeFunction,
  toText,
  type Value,
  type ValueObject,
} from './values.ts';
import { Scope } from './scope.ts';
import { ExpressionFault } from './errors.ts';

const native = (call: (args: readonly Value[]) => Value): NativeFunction => new NativeFunction(call);
const numbers = (args: readonly Value[]): number[] => args.map(Number);

/**
 * The names that exist without being defined. React's hooks give their first value, as they do when a page is rendered on a
 * server: state its initial value, effects nothing.
 */
export function createGlobals(interpreter: Caller): Scope {
  const scope = new Scope();
  const hooks = createHooks(interpreter);
  for (const [name, value] of Object.entries(hooks)) scope.declare(name, value);
  const react = createObject([
    ...Object.entries(hooks),
    ['Fragment', undefined],
    ['Children', childrenObject(interpreter)],
    ['isValidElement', native(([value]) => value instanceof JsxElement)],
  ]);
  scope.declare('React', react);
  scope.declare('globalThis', createObject([['React', react]]));
  scope.declare('Fragment', undefined);
  // Signed-in readers only; an exported site has none.
  scope.declare('user', createObject());
  scope.declare('undefined', undefined);
  scope.declare('NaN', NaN);
  scope.declare('Infinity', Infinity);
  scope.declare(
    'String',
    native(([value]) => (value === undefined ? '' : toText(value))),
  );
  scope.declare('Number', new NativeFunction(([value]) => Number(value), numberObject()));
  scope.declare(
    'Boolean',
    native(([value]) => Boolean(value)),
  );
  scope.declare(
    'parseInt',
    native(([value, base]) => Number.parseInt(toText(value), Number(base ?? 10))),
  );
  scope.declare(
    'parseFloat',
    native(([value]) => Number.parseFloat(toText(value))),
  );
  scope.declare(
    'encodeURIComponent',
    native(([value]) => encodeURIComponent(toText(value).toWellFormed())),
  );
  scope.declare(
    'btoa',
    native(([value]) => convertBase64(value, btoa)),
  );
  scope.declare(
    'atob',
    native(([value]) => convertBase64(value, atob)),
  );
  scope.declare('Math', mathObject());
  scope.declare('Object', objectObject());
  scope.declare(
    'Array',
    createObject([
      ['isArray', native(([value]) => Array.isArray(value))],
      ['from', native((args) => arrayFrom(args, interpreter))],
    ]),
  );
  scope.declare('JSON', createObject([['stringify', native(([value, , space]) => stringify(value, space))]]));
  return scope;
}

const nothing = native(() => undefined);

/** A hook's first result, as on a server. */
function createHooks(interpreter: Caller): Readonly<Record<string, Value>> {
  const initial = (value: Value): Value => (value instanceof Closure ? interpreter.call(value, []) : value);
  return {
    useState: native(([value]) => [initial(value), nothing]),
    useReducer: native(([, value]) => [value, nothing]),
    useMemo: native(([make]) => interpreter.call(make, [])),
    useRef: native(([value]) => createObject([['current', value]])),
    useId: native(() => 'id'),
    useCallback: native(([callback]) => callback),
    useEffect: nothing,
    useLayoutEffect: nothing,
    useInsertionEffect: nothing,
    useImperativeHandle: nothing,
    useDeferredValue: native(([value]) => value),
    useTransition: native(() => [false, nothing]),
    memo: native(([component]) => component),
    forwardRef: native(([component]) => component),
  };
}

/** Children that were written as MDX are one opaque child. */
function childrenObject(interpreter: Caller): ValueObject {
  const toList = (value: Value): Value[] =>
    Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return createObject([
    ['toArray', native(([children]) => toList(children))],
    ['count', native(([children]) => toList(children).length)],
    ['only', native(([children]) => toList(children)[0])],
    [
      'map',
      native(([children, target]) => toList(children).map((child, index) => interpreter.call(target, [child, index]))),
    ],
    [
      'forEach',
      native(
        ([children, target]) =>
          toList(children).forEach((child, index) => interpreter.call(target, [child, index])) as undefined,
      ),
    ],
  ]);
}

function numberObject(): ValueObject {
  return createObject([
    ['isInteger', native(([value]) => Number.isInteger(value))],
    ['isSafeInteger', native(([value]) => Number.isSafeInteger(value))],
    ['isFinite', native(([value]) => Number.isFinite(value))],
    ['isNaN', native(([value]) => Number.isNaN(value))],
    ['parseInt', native(([value, base]) => Number.parseInt(toText(value), Number(base ?? 10)))],
    ['parseFloat', native(([value]) => Number.parseFloat(toText(value)))],
    ['MAX_SAFE_INTEGER', Number.MAX_SAFE_INTEGER],
    ['MIN_SAFE_INTEGER', Number.MIN_SAFE_INTEGER],
  ]);
}

function mathObject(): ValueObject {
  return createObject([
    ['PI', Math.PI],
    ['E', Math.E],
    ['max', native((args) => Math.max(...numbers(args)))],
    ['min', native((args) => Math.min(...numbers(args)))],
    ['floor', native(([value]) => Math.floor(Number(value)))],
    ['ceil', native(([value]) => Math.ceil(Number(value)))],
    ['round', native(([value]) => Math.round(Number(value)))],
    ['abs', native(([value]) => Math.abs(Number(value)))],
    ['pow', native(([value, power]) => Number(value) ** Number(power))],
    ['sqrt', native(([value]) => Math.sqrt(Number(value)))],
    ['log', native(([value]) => Math.log(Number(value)))],
    ['sin', native(([value]) => Math.sin(Number(value)))],
    ['cos', native(([value]) => Math.cos(Number(value)))],
  ]);
}

function objectObject(): ValueObject {
  return createObject([
    ['keys', native(([value]) => Object.keys(requireObject(value)))],
    ['values', native(([value]) => Object.values(requireObject(value)))],
    ['entries', native(([value]) => Object.entries(requireObject(value)).map(([key, item]): Value => [key, item]))],
    [
      'fromEntries',
      native(([value]) =>
        createObject(
          (Array.isArray(value) ? value : []).map((pair) =>
            Array.isArray(pair) ? [toText(pair[0]), pair[1]] : ['', undefined],
          ),
        ),
      ),
    ],
    ['assign', native(([target, ...sources]) => assign(requireObject(target), sources))],
    ['freeze', native(([value]) => value)],
  ]);
}

function requireObject(value: Value): ValueObject {
  if (isValueObject(value)) return value;
  if (Array.isArray(value)) return createObject(value.map((item, index) => [String(index), item]));
  throw new ExpressionFault('expression-error', 'an object is needed and there is none');
}

function assign(target: ValueObject, sources: readonly Value[]): ValueObject {
  for (const source of sources) {
    if (isValueObject(source)) for (const [key, value] of Object.entries(source)) target[key] = value;
  }
  return target;
}

/** `Array.from(list or { length }, (item, index) => …)`: the usual way to draw a grid or a row of dots. */
function arrayFrom([value, make]: readonly Value[], caller: Caller): Value {
  const list = listOf(value);
  return make === undefined
    ? list
    : list.map((item, index) => {
        caller.budget.step();
        return caller.call(make, [item, index]);
      });
}

function listOf(value: Value): Value[] {
  if (Array.isArray(value)) return [...value];
  if (typeof value === 'string') return Array.from(value);
  const length = isValueObject(value) ? Math.max(0, Math.min(Number(value['length']) || 0, 10_000)) : 0;
  return Array.from({ length }, () => undefined);
}

/** `btoa` and `atob` of text that they take, as in a browser; other text is the author's fault and gives nothing. */
function convertBase64(value: Value, convert: (text: string) => string): string {
  try {
    return convert(toText(value));
  } catch {
    throw new ExpressionFault('expression-error', `"${toText(value).slice(0, 40)}" can't be converted by btoa or atob`);
  }
}

function stringify(value: Value, space: Value): string {
  return (
    JSON.stringify(
      toPlain(value, 0),
      null,
      typeof space === 'number' ? space : typeof space === 'string' ? space : undefined,
    ) ?? ''
  );
}

function toPlain(value: Value, depth: number): unknown {
  if (depth > 50)
    throw new ExpressionFault('expression-limit', 'JSON.stringify of a value nested deeper than 50 levels');
  if (Array.isArray(value)) return value.map((item) => toPlain(item, depth + 1));
  if (isValueObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item, depth + 1)]));
  return typeof value === 'object' ? null : value;
}
