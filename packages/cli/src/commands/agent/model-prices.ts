import type { ProjectModels } from '@docwright/sdk';
import { InvalidArgumentError } from 'commander';

type Prices = NonNullable<ProjectModels['models'][number]['prices']>;

/**
 * Parses `input/output[/cached[/written]]`. With `written`, `cached` can be empty, because the API accepts either price
 * alone.
 */
export function parsePrices(text: string): Prices {
  const prices = text.split('/');
  const [input, output, cached = '', written = ''] = prices;
  const given = written === '' ? prices : prices.filter((price, index) => index !== 2 || price !== '');
  if (prices.length < 2 || prices.length > 4 || !given.every((price) => /^\d+(?:\.\d+)?$/.test(price)))
    throw new InvalidArgumentError('Use the form 3/15, or 3/15/0.3/3.75 with the prices of the cache.');
  return {
    inputUsdPerMillion: Number(input),
    outputUsdPerMillion: Number(output),
    ...(cached !== '' && { cachedInputUsdPerMillion: Number(cached) }),
    ...(written !== '' && { cacheWriteUsdPerMillion: Number(written) }),
  };
}

/** Formats prices as `parsePrices` accepts them. */
export function formatPrices(prices: Prices): string {
  const { inputUsdPerMillion, outputUsdPerMillion, cachedInputUsdPerMillion, cacheWriteUsdPerMillion } = prices;
  const parts = [inputUsdPerMillion, outputUsdPerMillion, cachedInputUsdPerMillion, cacheWriteUsdPerMillion];
  return parts.slice(0, parts.findLastIndex((part) => part !== undefined) + 1).join('/');
}
