import { asList, asObject, type Spec, type SpecObject } from './read-spec.ts';

/** Maximum number of values in an operation after its references are resolved. */
const maxValues = 20_000;
const maxDepth = 24;

/** The operation with its path's parameters. Local references are replaced by their targets. */
export function resolveOperation(spec: Spec, method: string, path: string): SpecObject | undefined {
  const item = asObject(asObject(spec.root['paths'])?.[path]);
  const operation = asObject(item?.[method.toLowerCase()]);
  if (item === undefined || operation === undefined) return undefined;
  const parameters = [...asList(item['parameters']), ...asList(operation['parameters'])];
  const whole = { ...operation, ...(parameters.length > 0 && { parameters }) };
  return asObject(new Resolver(spec.root).resolve(whole, [], 0));
}

class Resolver {
  readonly #root: SpecObject;
  #left = maxValues;

  constructor(root: SpecObject) {
    this.#root = root;
  }

  /**
   * Resolves references. A reference that contains itself, is nested too deeply, or points to another file is
   * unchanged.
   */
  resolve(value: unknown, open: readonly string[], depth: number): unknown {
    if (typeof value !== 'object' || value === null) return value;
    this.#left -= 1;
    if (this.#left < 0 || depth > maxDepth) return { truncated: true };
    if (Array.isArray(value)) return value.map((one: unknown) => this.resolve(one, open, depth + 1));
    const reference = asObject(value)?.['$ref'];
    if (typeof reference === 'string') {
      const target = open.includes(reference) ? undefined : this.#find(reference);
      return target === undefined ? { $ref: reference } : this.resolve(target, [...open, reference], depth + 1);
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.resolve(one, open, depth + 1)]));
  }

  #find(reference: string): unknown {
    if (!reference.startsWith('#/')) return undefined;
    const keys = reference.slice(2).split('/');
    return keys.reduce<unknown>((value, key) => {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      const object = asObject(value);
      return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
    }, this.#root);
  }
}
