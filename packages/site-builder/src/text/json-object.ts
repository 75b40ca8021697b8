export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own keys only: `__proto__` and `constructor` of a file are keys like any other. */
export function fieldOf(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A value for a message: short, and never the whole of a large object. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 80 ? `${value.slice(0, 77)}…` : value}"`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
