/** What the reader chose, kept between pages. A browser that forbids storage forgets; nothing else breaks. */
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
    // Private windows and blocked storage: the choice holds for this page.
  }
}
