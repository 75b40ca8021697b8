import { wrapLanguageModel } from 'ai';
import type { LanguageModelMiddleware } from 'ai';
import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { markedCacheShares, type CacheMarking } from './cache-support.ts';
import type { ModelPrices } from './model-settings.ts';

/**
 * A model that adds the cost of each answer in the format that the agent loop reads. Adds nothing if the cost is
 * unknown.
 */
export function priceModel(model: AgentModel, prices: ModelPrices | undefined): AgentModel {
  if (prices === undefined) return model;
  const middleware: LanguageModelMiddleware = {
    specificationVersion: 'v4',
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      const costUsd = findCost(result.usage, prices);
      if (costUsd === undefined) return result;
      return { ...result, providerMetadata: { ...result.providerMetadata, docwright: { costUsd } } };
    },
  };
  return wrapLanguageModel({ model, middleware });
}

/** Adds prices for the cache. If they aren't set, the vendor's usual shares of the input price are used. */
export function withCachePrices(prices: ModelPrices, marking: CacheMarking): ModelPrices {
  const isMarked = marking === 'anthropic' || marking === 'bedrock' || marking === 'openrouter';
  const { inputUsdPerMillion: input } = prices;
  return {
    ...prices,
    cachedInputUsdPerMillion: prices.cachedInputUsdPerMillion ?? input * (isMarked ? markedCacheShares.read : 1),
    cacheWriteUsdPerMillion: prices.cacheWriteUsdPerMillion ?? input * (isMarked ? markedCacheShares.write : 1),
  };
}

/**
 * Returns the cost in US dollars, or `undefined` if a token count is missing. The input total includes tokens that were
 * read from or written to a cache.
 */
export function findCost(usage: LanguageModelV4Usage, prices: ModelPrices): number | undefined {
  const input = usage.inputTokens.total;
  const output = usage.outputTokens.total;
  if (input === undefined || output === undefined) return undefined;
  const cached = Math.min(usage.inputTokens.cacheRead ?? 0, input);
  const written = Math.min(usage.inputTokens.cacheWrite ?? 0, input - cached);
  const cachedPrice = prices.cachedInputUsdPerMillion ?? prices.inputUsdPerMillion;
  const writePrice = prices.cacheWriteUsdPerMillion ?? prices.inputUsdPerMillion;
  const micro =
    (input - cached - written) * prices.inputUsdPerMillion +
    cached * cachedPrice +
    written * writePrice +
    output * prices.outputUsdPerMillion;
  return micro / 1_000_000;
}
