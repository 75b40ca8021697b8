import { BundleError } from '../errors.ts';
import type { BundleErrorCode } from '../errors.ts';
import { readBundle } from './read-bundle.ts';
import type { ReadBundle, ReadBundleRequest } from './read-bundle.ts';

export type BundleVerdict =
  | { readonly ok: true; readonly bundle: ReadBundle }
  | { readonly ok: false; readonly code: BundleErrorCode; readonly message: string };

/** Reads a whole bundle without storing it. Returns whether a deployment would accept it, and if not, why. */
export async function verifyBundle(request: Omit<ReadBundleRequest, 'sink'>): Promise<BundleVerdict> {
  const sink = { begin: () => undefined, write: () => undefined, end: () => undefined };
  try {
    return { ok: true, bundle: await readBundle({ ...request, sink }) };
  } catch (error) {
    if (error instanceof BundleError) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
