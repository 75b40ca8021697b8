import type { EndpointRow } from './tables.ts';

/**
 * Returns the address as it is shown. A chat's incoming webhook needs no credential other than its address, so readers
 * of endpoints see only the host and the end.
 */
export function showAddress({ url, format }: Pick<EndpointRow, 'url' | 'format'>): string {
  if (format === 'standard') return url;
  return `${new URL(url).origin}/…${url.slice(-4)}`;
}
