/** The reader's last searches from which a result was opened, newest first. They never leave the browser. */
const key = 'docwright-searches';
const MAX_RECENT = 5;

export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    // Storage can be disabled, or contain another program's data.
    return [];
  }
}

export function rememberSearch(query: string): void {
  const text = query.trim().slice(0, 100);
  if (text === '') return;
  const kept = [text, ...recentSearches().filter((one) => one !== text)].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage, searches aren't remembered.
  }
}
