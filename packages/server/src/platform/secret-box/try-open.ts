import { SecretBoxError } from './errors.ts';

/** What `open` gives; undefined for what none of the keys opens. */
export function tryOpen<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
