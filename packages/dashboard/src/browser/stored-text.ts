/** Reads a stored value. Errors are ignored, because storage can be disabled and the values aren't essential. */
export function readStored(key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(
  key: string,
  value: string | undefined,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): void {
  try {
    if (value === undefined || value === '') globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // Failures are also ignored here.
  }
}

/** Lists the stored keys that begin with a prefix. */
export function listStored(prefix: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string[] {
  try {
    return Object.keys(globalThis[storage]).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes all stored values whose keys begin with a prefix. */
export function forgetStored(prefix: string, storage: 'localStorage' | 'sessionStorage'): void {
  for (const key of listStored(prefix, storage)) writeStored(key, undefined, storage);
}
