import type { Budget } from './budget.ts';
import type { Caller } from './caller.ts';
import {
  Closure,
  createLibrary,
  createObject,
  isValueObject,
  JsxElement,
  NativeFunction,
  openValue,
  toNumber,
  toText,
  type Value,
  type ValueObject,
  Scope,
} from './values.ts';
import { dateGlobal } from './date-value.ts';
import { parseJson, stringifyJson } from './json.ts';
import { ExpressionFault } from './errors.ts';

const native = (call: (args: readonly Value[]) => Value): NativeFunction => new NativeFunction(call);

/**
 * The names that exist without being defined. React's hooks return their first value, as when a page is rendered on a
 * server: state returns its initial value, effects do nothing.
 */
export function createGlobals(interpreter: Caller): Scope {
  const scope = new Scope();
  const hooks = createHooks(interpreter);
  for (const [name, value] of Object.entries(hooks)) scope.declare(name, value);
  const elements = elementFunctions(interpreter);
  for (const [name, value] of elements) scope.declare(name, value);
  const react = createObject([...Object.entries(hooks), ['Fragment', undefined], ...elements]);
  scope.declare('React', react);
  scope.declare('globalThis', createObject([['React', react]]));
  scope.declare('Fragment', undefined);
  // Only for signed-in readers; an exported site has none.
  scope.declare('user', createObject());
  scope.declare('undefined', undefined);
  scope.declare('NaN', NaN);
  scope.declare('Infinity', Infinity);
  for (const [name, value] of conversions(interpreter)) scope.declare(name, value);
  scope.declare('Math', mathObject(interpreter));
  scope.declare('Date', dateGlobal(interpreter));
  scope.declare('console', createObject(['log', 'info', 'warn', 'error', 'debug'].map((name) => [name, nothing])));
  scope.declare('Object', objectObject(interpreter));
  scope.declare('Array', arrayFunction(interpreter));
  scope.declare(
    'JSON',
    createLibrary('JSON', [
      ['stringify', native(([value, , space]) => stringifyJson(value, space, interpreter.budget))],
      ['parse', native(([text]) => parseJson(toText(text, interpreter.budget), interpreter.budget))],
    ]),
  );
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

/** Functions that components call on elements, especially on their children. */
function elementFunctions(interpreter: Caller): readonly (readonly [string, Value])[] {
  return [
    ['Children', childrenObject(interpreter)],
    ['isValidElement', native(([value]) => openValue(value) instanceof JsxElement)],
    ['cloneElement', native(([element, props, ...children]) => cloneElement(element, props, children))],
    ['createElement', native(([type, props, ...children]) => createElement(type, props, children))],
  ];
}

function cloneElement(value: Value, changes: Value, children: readonly Value[]): Value {
  const element = openValue(value);
  if (!(element instanceof JsxElement)) return value;
  const props = createObject([...Object.entries(element.props), ...entriesOf(changes)]);
  const hasOwn = children.length > 0 || props['children'] !== undefined;
  return new JsxElement(element.tag, element.target, props, hasOwn ? childrenOf(props, children) : element.children);
}

function createElement(type: Value, changes: Value, children: readonly Value[]): Value {
  const props = createObject(entriesOf(changes));
  const tag = typeof type === 'string' ? type : type instanceof Closure ? type.name : undefined;
  return new JsxElement(tag, typeof type === 'string' ? undefined : type, props, childrenOf(props, children));
}

function childrenOf(props: ValueObject, children: readonly Value[]): readonly Value[] {
  if (children.length > 0) return children;
  const own = props['children'];
  return own === undefined ? [] : [own];
}

function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  return isValueObject(value) ? Object.entries(value) : [];
}

function childrenObject(interpreter: Caller): ValueObject {
  const toList = (value: Value): Value[] => {
    const children = openValue(value);
    // As in React: nested lists are one list, and values that show nothing aren't children.
    if (Array.isArray(children)) {
      interpreter.budget.step(children.length);
      return interpreter.budget.list(children.flatMap(toList));
    }
    return children === undefined || children === null || typeof children === 'boolean' ? [] : [value];
  };
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

/** Functions that convert values to another type. */
function conversions({ budget }: Caller): readonly (readonly [string, Value])[] {
  const parseInteger = native(([value, base]) => Number.parseInt(toText(value, budget), toNumber(base ?? 10, budget)));
  const parseDecimal = native(([value]) => Number.parseFloat(toText(value, budget)));
  const number = createLibrary('Number', [
    ['isInteger', native(([value]) => Number.isInteger(value))],
    ['isSafeInteger', native(([value]) => Number.isSafeInteger(value))],
    ['isFinite', native(([value]) => Number.isFinite(value))],
    ['isNaN', native(([value]) => Number.isNaN(value))],
    ['parseInt', parseInteger],
    ['parseFloat', parseDecimal],
    ['MAX_SAFE_INTEGER', Number.MAX_SAFE_INTEGER],
    ['MIN_SAFE_INTEGER', Number.MIN_SAFE_INTEGER],
    ['MAX_VALUE', Number.MAX_VALUE],
    ['MIN_VALUE', Number.MIN_VALUE],
    ['EPSILON', Number.EPSILON],
    ['POSITIVE_INFINITY', Infinity],
    ['NEGATIVE_INFINITY', -Infinity],
    ['NaN', NaN],
  ]);
  const string = createLibrary('String', [
    ['fromCharCode', native((args) => String.fromCharCode(...numbersOf(args, budget)))],
    ['fromCodePoint', native((args) => fromCodePoints(numbersOf(args, budget)))],
  ]);
  return [
    ['String', new NativeFunction(([value]) => (value === undefined ? '' : toText(value, budget)), string)],
    ['Number', new NativeFunction(([value]) => toNumber(value, budget), number)],
    ['Boolean', native(([value]) => Boolean(value))],
    ['parseInt', parseInteger],
    ['parseFloat', parseDecimal],
    ['isNaN', native(([value]) => Number.isNaN(toNumber(value, budget)))],
    ['isFinite', native(([value]) => Number.isFinite(toNumber(value, budget)))],
    ['encodeURI', native(([value]) => encodeURI(toText(value, budget).toWellFormed()))],
    ['decodeURIComponent', native(([value]) => decodePercents(toText(value, budget)))],
    ['encodeURIComponent', native(([value]) => encodeURIComponent(toText(value, budget).toWellFormed()))],
    ['btoa', native(([value]) => convertBase64(toText(value, budget), btoa))],
    ['atob', native(([value]) => convertBase64(toText(value, budget), atob))],
  ];
}

const mathConstants = ['PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2'] as const;
/** Functions of one number. `Math.random` isn't supported, because it would change a page with every build. */
const mathFunctions = [
  ...(['abs', 'ceil', 'floor', 'fround', 'round', 'sign', 'trunc', 'clz32'] as const),
  ...(['sqrt', 'cbrt', 'exp', 'expm1', 'log', 'log10', 'log1p', 'log2'] as const),
  ...(['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'] as const),
] as const;

function mathObject({ budget }: Caller): ValueObject {
  const one = (use: (number: number) => number): NativeFunction => native(([value]) => use(toNumber(value, budget)));
  const numbers = (args: readonly Value[]): number[] => numbersOf(args, budget);
  return createLibrary('Math', [
    ...mathConstants.map((name) => [name, Math[name]] as const),
    ...mathFunctions.map((name) => [name, one(Math[name])] as const),
    ['max', native((args) => Math.max(...numbers(args)))],
    ['min', native((args) => Math.min(...numbers(args)))],
    ['pow', native(([value, power]) => toNumber(value, budget) ** toNumber(power, budget))],
    ['atan2', native(([y, x]) => Math.atan2(toNumber(y, budget), toNumber(x, budget)))],
    ['imul', native(([left, right]) => Math.imul(toNumber(left, budget), toNumber(right, budget)))],
    ['hypot', native((args) => Math.hypot(...numbers(args)))],
  ]);
}

function objectObject({ budget }: Caller): ValueObject {
  const members = (value: Value): ValueObject => {
    const object = requireObject(value);
    budget.step(Object.keys(object).length);
    return object;
  };
  return createLibrary('Object', [
    ['keys', native(([value]) => Object.keys(members(value)))],
    ['values', native(([value]) => Object.values(members(value)))],
    ['entries', native(([value]) => Object.entries(members(value)).map(([key, item]): Value => [key, item]))],
    [
      'fromEntries',
      native(([value]) =>
        createObject(
          (Array.isArray(value) ? budget.list(value) : []).map((pair) =>
            Array.isArray(pair) ? [toText(pair[0], budget), pair[1]] : ['', undefined],
          ),
        ),
      ),
    ],
    ['assign', native(([target, ...sources]) => assign(requireObject(target), sources))],
    ['freeze', native(([value]) => value)],
    ['is', native(([left, right]) => Object.is(left, right))],
    ['hasOwn', native(([object, key]) => Object.hasOwn(members(object), toText(key, budget)))],
  ]);
}

function requireObject(value: Value): ValueObject {
  if (isValueObject(value)) return value;
  if (Array.isArray(value)) return createObject(value.map((item, index) => [String(index), item]));
  throw new ExpressionFault('expression-error', 'the value must be an object');
}

function assign(target: ValueObject, sources: readonly Value[]): ValueObject {
  for (const source of sources) {
    if (isValueObject(source)) for (const [key, value] of Object.entries(source)) target[key] = value;
  }
  return target;
}

/** `Array(3)` is a list of three items without a value, and `Array(1, 2)` is a list of the two values. */
function arrayFunction(caller: Caller): NativeFunction {
  const { budget } = caller;
  const library = createLibrary('Array', [
    ['isArray', native(([value]) => Array.isArray(openValue(value)))],
    ['from', native((args) => arrayFrom(args, caller))],
    ['of', native((args) => budget.list([...args]))],
  ]);
  return new NativeFunction((args) => {
    const [length] = args;
    if (args.length !== 1 || typeof length !== 'number') return budget.list([...args]);
    return listOf(createObject([['length', length]]), budget);
  }, library);
}

/** `Array.from(list or { length }, (item, index) => …)`: the usual way to draw a grid or a row of dots. */
function arrayFrom([value, make]: readonly Value[], caller: Caller): Value {
  const list = listOf(value, caller.budget);
  return make === undefined
    ? list
    : list.map((item, index) => {
        caller.budget.step();
        return caller.call(make, [item, index]);
      });
}

function listOf(given: Value, budget: Budget): Value[] {
  const value = openValue(given);
  if (Array.isArray(value)) return [...budget.list(value)];
  if (typeof value === 'string') return Array.from(budget.text(value));
  const length = isValueObject(value) ? toNumber(value['length'], budget) || 0 : 0;
  return budget.list(Array.from({ length: Math.max(0, Math.min(length, 10_000)) }, () => undefined));
}

function numbersOf(args: readonly Value[], budget: Budget): number[] {
  return budget.list(args.map((value) => toNumber(value, budget)));
}

function fromCodePoints(numbers: readonly number[]): string {
  const wrong = numbers.find((number) => !Number.isInteger(number) || number < 0 || number > 0x10ffff);
  if (wrong !== undefined)
    throw new ExpressionFault(
      'expression-error',
      `${wrong} is not a code point: use a whole number from 0 to 0x10FFFF`,
    );
  return String.fromCodePoint(...numbers);
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ExpressionFault('expression-error', `"${text.slice(0, 40)}" is not percent-encoded UTF-8`);
  }
}

/** `btoa` and `atob`, as in a browser. Text that they don't accept is the author's mistake and causes a fault. */
function convertBase64(text: string, convert: (text: string) => string): string {
  try {
    return convert(text);
  } catch {
    throw new ExpressionFault('expression-error', `"${text.slice(0, 40)}" can't be converted by btoa or atob`);
  }
}
