import type { EndpointRow } from './tables.ts';

/** Of a chat's incoming webhook the address is all that it takes to write there: who may read endpoints sees its host and end. */
export function showAddress({ url, format }: Pick<EndpointRow, 'url' | 'format'>): string {
  if (format === 'standard') return url;
  return `${new URL(url).origin}/…${url.slice(-4)}`;
}
