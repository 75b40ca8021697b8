import { SecretBoxError } from './errors.ts';

/** Returns the result of `open`, or `undefined` if no key can open the text. */
export function tryOpen<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
