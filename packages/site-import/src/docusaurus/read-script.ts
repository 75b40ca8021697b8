import { parse, type AnyNode, type Program } from 'acorn';
import { transform } from 'sucrase';

/** A configuration has a few hundred values; reading a hostile configuration stops at this limit. */
const maxSteps = 200_000;
const maxDepth = 100;

/** A value that is known only by running the script. */
export const unknownValue: unique symbol = Symbol('unknown');

/**
 * Reads the literal parts of the exports of a JavaScript or TypeScript configuration: literals, objects, lists,
 * constants of the file, spreads of them, `require.resolve('x')`, and the return value of a function without arguments.
 * No code is executed.
 */
export function readScript(text: string): { readonly value: unknown; readonly fault?: string } {
  try {
    const { code } = transform(text, { transforms: ['typescript'], disableESTransforms: true });
    const program = parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      allowReturnOutsideFunction: true,
    });
    const reader = new ScriptReader(program);
    return { value: reader.readExport() };
  } catch (error) {
    return { value: undefined, fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

class ScriptReader {
  readonly #program: Program;
  readonly #constants = new Map<string, AnyNode>();
  #steps = 0;

  constructor(program: Program) {
    this.#program = program;
    for (const node of program.body) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      if (declared?.type === 'FunctionDeclaration') this.#constants.set(declared.id.name, declared);
      if (declared?.type !== 'VariableDeclaration') continue;
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init !== null && init !== undefined) this.#constants.set(id.name, init);
    }
  }

  readExport(): unknown {
    for (const node of this.#program.body) {
      if (node.type === 'ExportDefaultDeclaration') return this.#read(node.declaration, 0);
      if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') continue;
      const { left, right } = node.expression;
      if (left.type === 'MemberExpression' && left.object.type === 'Identifier' && left.object.name === 'module')
        return this.#read(right, 0);
    }
    return undefined;
  }

  #read(node: AnyNode, depth: number): unknown {
    if (++this.#steps > maxSteps || depth > maxDepth) return unknownValue;
    const inner = (one: AnyNode): unknown => this.#read(one, depth + 1);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'object' && node.value !== null ? unknownValue : node.value;
      case 'TemplateLiteral':
        return this.#readTemplate(node, inner);
      case 'ObjectExpression':
        return this.#readObject(node, inner);
      case 'ArrayExpression':
        return this.#readArray(node, inner);
      case 'Identifier':
        return this.#readConstant(node.name, depth);
      case 'MemberExpression':
        return this.#readMember(node, inner);
      case 'CallExpression':
        return this.#readCall(node, inner);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.#readResult(node.body, inner);
      case 'AwaitExpression':
        return inner(node.argument);
      case 'ParenthesizedExpression':
        return inner(node.expression);
      case 'LogicalExpression': {
        const left = inner(node.left);
        return left === unknownValue ? inner(node.right) : left;
      }
      case 'ConditionalExpression':
        return inner(node.alternate);
      case 'UnaryExpression':
        return node.operator === '!' ? inner(node.argument) !== true : unknownValue;
      default:
        return unknownValue;
    }
  }

  #readConstant(name: string, depth: number): unknown {
    const node = this.#constants.get(name);
    return node === undefined ? (name === 'undefined' ? undefined : unknownValue) : this.#read(node, depth + 1);
  }

  #readTemplate(node: Extract<AnyNode, { type: 'TemplateLiteral' }>, inner: (one: AnyNode) => unknown): unknown {
    const parts = node.quasis.map(({ value }, index) => {
      const expression = node.expressions[index];
      const filled = expression === undefined ? '' : inner(expression);
      return typeof filled === 'string' || typeof filled === 'number'
        ? (value.cooked ?? '') + String(filled)
        : unknownValue;
    });
    return parts.includes(unknownValue) ? unknownValue : parts.join('');
  }

  #readObject(node: Extract<AnyNode, { type: 'ObjectExpression' }>, inner: (one: AnyNode) => unknown): unknown {
    const entries: [string, unknown][] = [];
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = inner(property.argument);
        if (typeof spread === 'object' && spread !== null) entries.push(...Object.entries(spread));
        continue;
      }
      const { key } = property;
      const name = property.computed ? inner(key) : key.type === 'Identifier' ? key.name : inner(key);
      if (typeof name === 'string' || typeof name === 'number') entries.push([String(name), inner(property.value)]);
    }
    // Object.fromEntries defines own keys, so `__proto__` is an ordinary key.
    return Object.fromEntries(entries);
  }

  #readArray(node: Extract<AnyNode, { type: 'ArrayExpression' }>, inner: (one: AnyNode) => unknown): unknown[] {
    return node.elements.flatMap((element): unknown[] => {
      if (element === null) return [];
      if (element.type !== 'SpreadElement') return [inner(element)];
      const spread = inner(element.argument);
      return Array.isArray(spread) ? spread : [];
    });
  }

  #readMember(node: Extract<AnyNode, { type: 'MemberExpression' }>, inner: (one: AnyNode) => unknown): unknown {
    const object = inner(node.object);
    const key = node.computed
      ? inner(node.property)
      : node.property.type === 'Identifier'
        ? node.property.name
        : undefined;
    if (typeof object !== 'object' || object === null || typeof key !== 'string' || !Object.hasOwn(object, key))
      return unknownValue;
    return (object as Record<string, unknown>)[key];
  }

  /** Reads `require.resolve('x')` and `path.resolve(__dirname, 'x')` as `x`, and `[…].filter(Boolean)` as the list. */
  #readCall(node: Extract<AnyNode, { type: 'CallExpression' }>, inner: (one: AnyNode) => unknown): unknown {
    const { callee } = node;
    const name =
      callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : undefined;
    if (callee.type === 'MemberExpression' && name === 'filter') {
      const list = inner(callee.object);
      return Array.isArray(list)
        ? list.filter((one) => one !== null && one !== false && one !== undefined)
        : unknownValue;
    }
    if (name === 'resolve' || name === 'join') {
      const last = node.arguments.at(-1);
      const value = last === undefined || last.type === 'SpreadElement' ? unknownValue : inner(last);
      return typeof value === 'string' ? value : unknownValue;
    }
    return unknownValue;
  }

  #readResult(body: AnyNode, inner: (one: AnyNode) => unknown): unknown {
    if (body.type !== 'BlockStatement') return inner(body);
    for (const statement of body.body) {
      if (statement.type !== 'VariableDeclaration') continue;
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && init !== null && init !== undefined && !this.#constants.has(id.name))
          this.#constants.set(id.name, init);
    }
    const result = body.body.find((statement) => statement.type === 'ReturnStatement');
    return result?.type === 'ReturnStatement' && result.argument !== null && result.argument !== undefined
      ? inner(result.argument)
      : unknownValue;
  }
}

/** Reads the literal value of an expression, as far as possible. */
export function readExpression(text: string): unknown {
  return readScript(`module.exports = ${text};`).value;
}
