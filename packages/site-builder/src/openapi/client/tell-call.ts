import type { PlaygroundData } from './playground-data.ts';

/**
 * Notifies the page that a request was sent, for the site's analytics: method, operation path with parameter names, and
 * response status class. Contains no reader input, host or key. Without analytics, nothing listens.
 *
 * @param status of the response, or `undefined` if none arrived
 */
export function tellCall({ method, path }: Pick<PlaygroundData, 'method' | 'path'>, status: number | undefined): void {
  const detail = { method, operation: path, status: toStatusClass(status) };
  document.dispatchEvent(new CustomEvent('docwright:call', { detail }));
}

/** `404` → `4xx`. An opaque response with status 0 has no class. */
export function toStatusClass(status: number | undefined): string {
  const first = Math.floor((status ?? 0) / 100);
  return first >= 1 && first <= 5 ? `${first}xx` : 'none';
}
