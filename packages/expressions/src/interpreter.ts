import { createDate } from './date-value.ts';
import type {
  Expression,
  MemberExpression,
  Node,
  SimpleCallExpression,
  NewExpression as SimpleNewExpression,
  SpreadElement,
  Super,
  TemplateLiteral,
  PrivateIdentifier,
} from 'estree-jsx';
import type { Budget } from './budget.ts';
import { ExpressionFault, unsupported } from './errors.ts';
import { createGlobals } from './globals.ts';
import { evaluateJsx } from './evaluate-jsx.ts';
import { applyBinary, applyUnary } from './operators.ts';
import { bindPattern } from './bind-pattern.ts';
import { readMember } from './read-member.ts';
import type { Caller } from './caller.ts';
import { copyPattern } from './run-pattern.ts';
import { runBody } from './run-statements.ts';
import {
  Scope,
  Closure,
  createObject,
  isValueObject,
  NativeFunction,
  openValue,
  toNumber,
  toText,
  type Value,
  type ValueObject,
} from './values.ts';

/**
 * Evaluates the expressions of a page on their syntax tree. It doesn't run the site's code in the JavaScript engine:
 *
 * 1. Every value is a `Value`, from which no part of the builder is reachable.
 * 2. Every node counts toward the page's step limit, and every call toward its depth limit.
 * 3. Anything unsupported throws an `ExpressionFault`; it never guesses.
 */
export class Interpreter implements Caller {
  readonly budget: Budget;
  #globals: Scope | undefined;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** Created when the first name is looked up, because most pages look up none. */
  get globals(): Scope {
    return (this.#globals ??= createGlobals(this));
  }

  evaluate(node: Expression | Super | PrivateIdentifier | SpreadElement, scope: Scope): Value {
    this.budget.step();
    switch (node.type) {
      case 'Literal':
        return this.#literal(node.value);
      case 'Identifier':
        return this.#identifier(node.name, scope);
      case 'TemplateLiteral':
        return this.#template(node, scope);
      case 'ArrayExpression':
        return this.budget.list(this.#list(node.elements, scope));
      case 'ObjectExpression':
        return this.#object(node.properties, scope);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return new Closure(node, scope, '');
      case 'ConditionalExpression':
        return this.evaluate(this.evaluate(node.test, scope) ? node.consequent : node.alternate, scope);
      case 'LogicalExpression':
        return this.#logical(node.operator, node.left, node.right, scope);
      case 'BinaryExpression':
        return applyBinary(
          node.operator,
          this.evaluate(node.left, scope),
          this.evaluate(node.right, scope),
          this.budget,
        );
      case 'UnaryExpression':
        return this.#unary(node.operator, node.argument, scope);
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'ChainExpression':
        return this.#chain(node.expression, scope);
      case 'CallExpression':
        return this.#call(node, scope);
      case 'SequenceExpression':
        return node.expressions.map((inner) => this.evaluate(inner, scope)).at(-1);
      case 'AssignmentExpression':
        return this.#assign(node, scope);
      case 'UpdateExpression':
        return this.#update(node, scope);
      default:
        return this.#others(node, scope);
    }
  }

  /** Calls an author's function or one of the interpreter's. */
  call(target: Value, args: readonly Value[]): Value {
    if (target instanceof NativeFunction) return target.call(args);
    if (!(target instanceof Closure))
      throw new ExpressionFault('expression-error', `${describeValue(target)} is called but is not a function`);
    return this.budget.enter(() => {
      if (target.node.async === true || target.node.generator === true) throw unsupported('an async function');
      const scope = new Scope(target.scope);
      target.node.params.forEach((param, index) => {
        const rest = param.type === 'RestElement';
        bindPattern(rest ? param.argument : param, rest ? args.slice(index) : args[index], {
          scope,
          interpreter: this,
        });
      });
      const body = target.node.body;
      return body.type === 'BlockStatement' ? runBody(body, scope, this) : this.evaluate(body, scope);
    });
  }

  #literal(value: unknown): Value {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return value;
    if (typeof value === 'bigint') return value;
    if (value instanceof RegExp) return copyPattern(value);
    throw unsupported('this literal');
  }

  #identifier(name: string, scope: Scope): Value {
    if (scope.has(name)) return scope.get(name);
    if (this.globals.has(name)) return this.globals.get(name);
    throw new ExpressionFault('undefined-name', `"${name}" is not defined`, name);
  }

  #template({ quasis, expressions }: TemplateLiteral, scope: Scope): string {
    let text = '';
    for (const [index, { value }] of quasis.entries()) {
      const inner = expressions[index];
      text +=
        (value.cooked ?? value.raw) + (inner === undefined ? '' : toText(this.evaluate(inner, scope), this.budget));
      this.budget.textChars(text.length);
    }
    return this.budget.text(text);
  }

  #list(elements: readonly (Expression | SpreadElement | null)[], scope: Scope): Value[] {
    const list: Value[] = [];
    for (const element of elements) {
      if (element === null) list.push(undefined);
      else if (element.type !== 'SpreadElement') list.push(this.evaluate(element, scope));
      else this.#spread(this.evaluate(element.argument, scope), list);
    }
    return list;
  }

  #spread(spread: Value, list: Value[]): void {
    const value = openValue(spread);
    if (!Array.isArray(value) && typeof value !== 'string')
      throw new ExpressionFault('expression-error', `${describeValue(value)} is spread but is not a list`);
    this.budget.listItems(list.length + value.length);
    this.budget.step(value.length);
    for (const item of value) list.push(item);
  }

  #object(properties: Extract<Expression, { type: 'ObjectExpression' }>['properties'], scope: Scope): ValueObject {
    const object = createObject();
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.evaluate(property.argument, scope);
        if (isValueObject(spread)) for (const [key, value] of Object.entries(spread)) object[key] = value;
        continue;
      }
      if (property.kind !== 'init') throw unsupported('a getter or setter');
      const value = property.value;
      object[this.#key(property.key, property.computed, scope)] = this.evaluate(value as Expression, scope);
    }
    this.budget.step(Object.keys(object).length);
    return object;
  }

  #key(node: Expression | PrivateIdentifier, computed: boolean, scope: Scope): string {
    if (!computed && node.type === 'Identifier') return node.name;
    return toText(this.evaluate(node, scope), this.budget);
  }

  #logical(operator: '||' | '&&' | '??', left: Expression, right: Expression, scope: Scope): Value {
    const value = this.evaluate(left, scope);
    if (operator === '||') return value ? value : this.evaluate(right, scope);
    if (operator === '&&') return value ? this.evaluate(right, scope) : value;
    return value === null || value === undefined ? this.evaluate(right, scope) : value;
  }

  #unary(operator: string, argument: Expression, scope: Scope): Value {
    const isUnknownName =
      operator === 'typeof' &&
      argument.type === 'Identifier' &&
      !scope.has(argument.name) &&
      !this.globals.has(argument.name);
    return isUnknownName ? 'undefined' : applyUnary(operator, this.evaluate(argument, scope), this.budget);
  }

  #member(node: MemberExpression, scope: Scope): Value {
    const object = this.evaluate(node.object, scope);
    if (node.optional && (object === null || object === undefined)) throw shortCircuit;
    return readMember(object, this.#key(node.property, node.computed, scope), this);
  }

  /** Evaluates an optional chain: `a?.b.c` is undefined as a whole if `a` is. */
  #chain(node: Expression, scope: Scope): Value {
    try {
      return this.evaluate(node, scope);
    } catch (error) {
      if (error === shortCircuit) return undefined;
      throw error;
    }
  }

  #call(node: SimpleCallExpression, scope: Scope): Value {
    const target = openValue(this.evaluate(node.callee, scope));
    if (node.optional && (target === null || target === undefined)) throw shortCircuit;
    if (!(target instanceof Closure) && !(target instanceof NativeFunction)) throw noFunction(node.callee, target);
    return this.call(target, this.#list(node.arguments, scope));
  }

  #assign(node: Extract<Expression, { type: 'AssignmentExpression' }>, scope: Scope): Value {
    const right = (): Value => this.evaluate(node.right, scope);
    const target = node.left;
    const operator = node.operator.slice(0, -1);
    if (target.type !== 'Identifier' && target.type !== 'MemberExpression')
      throw unsupported('an assignment by destructuring');
    const value = operator === '' ? right() : this.#combine(operator, target, node.right, scope);
    this.#store(target, value, scope);
    return value;
  }

  #combine(operator: string, target: Expression, right: Expression, scope: Scope): Value {
    if (operator === '||' || operator === '&&' || operator === '??')
      return this.#logical(operator, target, right, scope);
    return applyBinary(operator, this.evaluate(target, scope), this.evaluate(right, scope), this.budget);
  }

  #store(target: Expression, value: Value, scope: Scope): void {
    if (target.type === 'Identifier') {
      if (!scope.assign(target.name, value))
        throw new ExpressionFault('undefined-name', `"${target.name}" is not defined`, target.name);
      return;
    }
    if (target.type !== 'MemberExpression') throw unsupported('this assignment');
    const object = this.evaluate(target.object, scope);
    const key = this.#key(target.property, target.computed, scope);
    if (isValueObject(object)) object[key] = value;
    else if (Array.isArray(object) && /^\d{1,4}$/.test(key)) object[Number(key)] = value;
    else if (object instanceof RegExp && key === 'lastIndex') object.lastIndex = toNumber(value, this.budget);
    else throw unsupported(`setting "${key}"`);
  }

  #update(node: Extract<Expression, { type: 'UpdateExpression' }>, scope: Scope): Value {
    const before = toNumber(this.evaluate(node.argument, scope), this.budget);
    const after = node.operator === '++' ? before + 1 : before - 1;
    this.#store(node.argument, after, scope);
    return node.prefix ? after : before;
  }

  /**
   * Evaluates `new`: `new Set(list)` is the list without repetitions, and `new Error(text)` is an object with its
   * message.
   */
  #construct(node: SimpleNewExpression, scope: Scope): Value {
    const name = node.callee.type === 'Identifier' ? node.callee.name : '…';
    const args = this.#list(node.arguments, scope);
    const [first] = args;
    if (name === 'Date') return createDate(args, this);
    if (name === 'Array') return this.call(this.globals.get('Array'), args);
    if (name === 'Set') return this.budget.list([...new Set(Array.isArray(first) ? first : [])]);
    if (name === 'Error') return createObject([['message', first]]);
    throw unsupported(`"new ${name}"`);
  }

  #others(node: Node, scope: Scope): Value {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return evaluateJsx(node, scope, this);
    if (node.type === 'NewExpression') return this.#construct(node, scope);
    if (node.type === 'TaggedTemplateExpression') throw unsupported('a tagged template');
    throw unsupported(`"${node.type}"`);
  }
}

/** Thrown to leave an optional chain; never visible outside it. */
const shortCircuit = new Error('optional chain');

function noFunction(callee: Expression | Super, target: Value): ExpressionFault {
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? `.${callee.property.name}`
        : '';
  if (target === undefined && name.startsWith('.')) return unsupported(`the method "${name.slice(1)}"`);
  return new ExpressionFault('expression-error', `"${name}" is called but is ${describeValue(target)}`);
}

function describeValue(value: Value): string {
  if (typeof value === 'string') return `the text "${value.slice(0, 40)}"`;
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}
