/** Storage may be switched off or full: what is kept there is a convenience. */
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
    // The same convenience.
  }
}
