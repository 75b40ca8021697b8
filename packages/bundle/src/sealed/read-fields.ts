import { BundleError } from '../errors.ts';

/** Throws an error. `problem` must not contain content of the sealed part, because errors are shown and logged. */
export function refuseSealed(problem: string, cause?: unknown): never {
  throw new BundleError('sealed-part-invalid', `the sealed part of the archive is invalid: ${problem}`, { cause });
}

export function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseSealed(`${what} is not an object`);
  return Object.fromEntries(Object.entries(value));
}

export function list(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuseSealed(`${what} is not a list`);
}

export function text(value: unknown, what: string): string {
  return typeof value === 'string' ? value : refuseSealed(`${what} is not a string`);
}

export function count(value: unknown, what: string): number {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isCount ? value : refuseSealed(`${what} is not a number of bytes or a position`);
}

export function digest(value: unknown): string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : refuseSealed('a digest is invalid');
}
