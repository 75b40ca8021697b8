import type { Encoding } from './read-dashboard.ts';

/**
 * Returns the smallest encoding that a client accepts (RFC 9110, 12.5.3). Without the header, only the uncompressed
 * body is safe.
 */
export function chooseEncoding(header: string | undefined, has: (encoding: Encoding) => boolean): Encoding {
  const accepted = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined || Number(weight) > 0] as const;
    }),
  );
  const isAccepted = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false;
  return (['br', 'gzip'] as const).find((encoding) => has(encoding) && isAccepted(encoding)) ?? 'identity';
}
