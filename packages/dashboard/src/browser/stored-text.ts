/** Storage can be disabled or full: its content is only a convenience. */
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
    // Failures are ignored here too.
  }
}

/** Removes all texts whose keys begin so. */
export function forgetStored(prefix: string, storage: 'localStorage' | 'sessionStorage'): void {
  try {
    for (const key of Object.keys(globalThis[storage])) if (key.startsWith(prefix)) globalThis[storage].removeItem(key);
  } catch {
    // Failures are ignored here too.
  }
}
