/**
 * The only functions that read spec documents. They read only own properties, so `constructor` and `__proto__` are
 * ordinary names.
 */
import type { Json, JsonObject } from './api-spec.ts';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function fieldOf(node: Json | undefined, key: string): Json | undefined {
  return isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

export function textOf(node: Json | undefined, key: string): string {
  const value = fieldOf(node, key);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function flagOf(node: Json | undefined, key: string): boolean {
  return fieldOf(node, key) === true;
}

export function numberOf(node: Json | undefined, key: string): number | undefined {
  const value = fieldOf(node, key);
  return typeof value === 'number' ? value : undefined;
}

export function listOf(node: Json | undefined, key: string): readonly Json[] {
  const value = fieldOf(node, key);
  return isList(value) ? value : [];
}

export function textsOf(node: Json | undefined, key: string): string[] {
  return listOf(node, key).filter((item) => typeof item === 'string');
}

/** Returns an object's entries in file order; empty for any other value. */
export function entriesOf(node: Json | undefined): [string, Json][] {
  if (!isObject(node)) return [];
  const entries: [string, Json][] = [];
  for (const key of Object.keys(node)) {
    const value = node[key];
    if (value !== undefined) entries.push([key, value]);
  }
  return entries;
}

/** Returns a value as shown to readers: strings without quotes, everything else as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Creates an object from entries; safe for any key. */
export function toObject(entries: Iterable<readonly [string, Json]>): JsonObject {
  const result: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const [key, value] of entries) result[key] = value;
  return result;
}

/** Returns a copy of `node` with some fields changed; `undefined` removes a field. */
export function withFields(node: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject {
  const merged = new Map<string, Json>(entriesOf(node));
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return toObject(merged);
}
