import type { PlaygroundData } from './playground-data.ts';

/**
 * Tells the page that a request was sent, for the site's count of its readers: method, path of the operation with the names of
 * its parameters, and kind of answer. Nothing that a reader filled in, no host, no key. Where nobody counts, nobody hears it.
 *
 * @param status of the answer; undefined where none came
 */
export function tellCall({ method, path }: Pick<PlaygroundData, 'method' | 'path'>, status: number | undefined): void {
  const detail = { method, operation: path, status: toStatusClass(status) };
  document.dispatchEvent(new CustomEvent('docwright:call', { detail }));
}

/** `404` → `4xx`. An opaque answer of status 0 tells nothing. */
export function toStatusClass(status: number | undefined): string {
  const first = Math.floor((status ?? 0) / 100);
  return first >= 1 && first <= 5 ? `${first}xx` : 'none';
}
