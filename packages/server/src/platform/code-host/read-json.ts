/** Reads fields of an external response. An error names the field that is missing or has the wrong type. */
import { CodeHostError } from './errors.ts';

export type Json = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw unexpected('an object');
}

export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unexpected('a list');
}

export function textOf(object: Json, field: string): string {
  const value = object[field];
  if (typeof value === 'string') return value;
  throw unexpected(`a string "${field}"`);
}

export function numberOf(object: Json, field: string): number {
  const value = object[field];
  if (typeof value === 'number') return value;
  throw unexpected(`a number "${field}"`);
}

export function flagOf(object: Json, field: string): boolean {
  const value = object[field];
  if (typeof value === 'boolean') return value;
  throw unexpected(`a boolean "${field}"`);
}

/** The string, or `undefined` for null and missing fields. */
export function optionalText(object: Json, field: string): string | undefined {
  const value = object[field];
  return typeof value === 'string' ? value : undefined;
}

export function optionalObject(object: Json, field: string): Json | undefined {
  const value = object[field];
  return value === null || value === undefined ? undefined : asObject(value);
}

function unexpected(wanted: string): CodeHostError {
  return new CodeHostError('unexpected-answer', `The code host's response lacks ${wanted}.`);
}
