/**
 * Reads one of the reader's choices, which are stored between pages. Without storage, they are lost, but everything
 * else works.
 */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // In private windows or with blocked storage, the choice applies only to this page.
  }
}
