export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a field of an object. Reads only own properties: `__proto__` and `constructor` in a file are ordinary keys.
 */
export function fieldOf(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Shortens a value for a message; never contains a whole large object. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value.length > 80 ? `${value.slice(0, 77)}…` : value}"`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
