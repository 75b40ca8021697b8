import type { ArrowFunctionExpression, FunctionExpression, FunctionDeclaration } from 'estree-jsx';
import type { Budget } from './budget.ts';

/**
 * The possible values of an expression. Objects have no prototype and are read only by their own keys, so that no
 * internals of the builder can be reached from an expression.
 */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | bigint
  | RegExp
  | DateValue
  | Value[]
  | ValueObject
  | Closure
  | NativeFunction
  | JsxElement
  | Opaque;

export interface ValueObject {
  [key: string]: Value;
}

export function isValueObject(value: Value): value is ValueObject {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;
}

export function createObject(entries: Iterable<readonly [string, Value]> = []): ValueObject {
  const object = Object.create(null) as ValueObject;
  for (const [key, value] of entries) object[key] = value;
  return object;
}

const libraries = new WeakMap<ValueObject, string>();

/**
 * Creates a part of JavaScript's standard library, such as `Math`. Reading a member that is missing here is a fault,
 * not `undefined`.
 */
export function createLibrary(name: string, entries: Iterable<readonly [string, Value]>): ValueObject {
  const library = createObject(entries);
  libraries.set(library, name);
  return library;
}

export const libraryName = (object: ValueObject): string | undefined => libraries.get(object);

/** A time in milliseconds since 1970; NaN if the string wasn't a date. */
export class DateValue {
  readonly time: number;

  constructor(time: number) {
    this.time = time;
  }
}

/** A function that the site's author wrote. */
export class Closure {
  readonly node: ArrowFunctionExpression | FunctionExpression | FunctionDeclaration;
  readonly scope: Scope;
  /** For messages and for matching an island to its component. */
  readonly name: string;

  constructor(node: Closure['node'], scope: Scope, name: string) {
    this.node = node;
    this.scope = scope;
    this.name = name;
  }
}

/** A function of the interpreter itself (`items.map`, `Math.max`, …). */
export class NativeFunction {
  readonly call: (args: readonly Value[]) => Value;
  /** The function's own members, such as `Number.isInteger`. */
  readonly members: ValueObject;

  constructor(call: (args: readonly Value[]) => Value, members: ValueObject = createObject()) {
    this.call = call;
    this.members = members;
  }
}

/** `<Tag …>children</Tag>` in an expression. `tag` is `undefined` for a fragment. */
export class JsxElement {
  readonly tag: string | undefined;
  /** The author's binding of the tag's name, if any. */
  readonly target: Value;
  readonly props: ValueObject;
  readonly children: readonly Value[];

  constructor(tag: string | undefined, target: Value, props: ValueObject, children: readonly Value[]) {
    this.tag = tag;
    this.target = target;
    this.props = props;
    this.children = children;
  }
}

/**
 * A value of the renderer that expressions pass on: children, snippet components. An expression that inspects it sees
 * what `open` returns; without `open` it can't be inspected.
 */
export class Opaque {
  readonly content: unknown;
  readonly open: (() => Value) | undefined;

  constructor(content: unknown, open?: () => Value) {
    this.content = content;
    this.open = open;
  }
}

/** The value that an expression receives when it inspects this one: children are a list, an element or a string. */
export function openValue(value: Value): Value {
  let opened = value;
  while (opened instanceof Opaque && opened.open !== undefined) opened = opened.open();
  return opened;
}

/**
 * Text as JavaScript would write it into a page. Objects produce nothing. Every item of a list costs a step, because a
 * short list whose items repeatedly contain other lists can produce very long text.
 */
export function toText(value: Value, budget: Budget): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (Array.isArray(value)) return joinTexts(value, ',', budget);
      if (value === null) return 'null';
      if (value === undefined) return 'undefined';
      if (value instanceof DateValue) return new Date(value.time).toUTCString();
      if (value instanceof Opaque && value.open !== undefined) return toText(openValue(value), budget);
      return value instanceof RegExp ? String(value) : '[object Object]';
  }
}

export function joinTexts(list: readonly Value[], by: string, budget: Budget): string {
  budget.step(list.length);
  let chars = 0;
  const texts = list.map((item) => {
    const text = item === null || item === undefined ? '' : toText(item, budget);
    chars += text.length + by.length;
    budget.textChars(chars);
    return text;
  });
  return budget.text(texts.join(by));
}

/** The number as JavaScript would convert it. */
export function toNumber(value: Value, budget: Budget): number {
  if (Array.isArray(value)) return Number(toText(value, budget));
  if (value instanceof DateValue) return value.time;
  // JavaScript itself can't convert an object without a prototype.
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value);
}

/** Names and their values, nested in an outer scope. */
export class Scope {
  readonly #names = new Map<string, Value>();
  readonly #outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  declare(name: string, value: Value): void {
    this.#names.set(name, value);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.#outer?.has(name) ?? false);
  }

  get(name: string): Value {
    return this.#names.has(name) ? this.#names.get(name) : this.#outer?.get(name);
  }

  /** Rebinds the nearest declaration; returns false if none exists. */
  assign(name: string, value: Value): boolean {
    if (!this.#names.has(name)) return this.#outer?.assign(name, value) ?? false;
    this.#names.set(name, value);
    return true;
  }

  /** Names declared in this scope, not in outer scopes. */
  ownNames(): Iterable<string> {
    return this.#names.keys();
  }
}
