import type { ModelSettings } from './model-settings.ts';

/** How a request says what to cache. */
export type CacheMarking =
  /** `cache_control` on tools, system and messages. */
  | 'anthropic'
  /** `cachePoint` blocks after system and messages. */
  | 'bedrock'
  /** `cache_control` on the system prompt, and for the whole request. OpenRouter hangs on it in a tool's message. */
  | 'openrouter'
  /** The provider caches prefixes by itself; a key keeps the requests of one job together. */
  | 'openai'
  | 'none';

export function findCacheMarking({ provider, model, baseUrl = '' }: ModelSettings): CacheMarking {
  switch (provider) {
    case 'anthropic':
      return 'anthropic';
    case 'bedrock':
      return cachesOnBedrock.test(model) ? 'bedrock' : 'none';
    case 'openai':
    case 'openai-chat':
      return 'openai';
    case 'openai-compatible':
      return isOpenRouter(baseUrl) && /^~?anthropic\//.test(model) ? 'openrouter' : 'none';
    default:
      return 'none';
  }
}

/** Claude 3.5 Haiku, 3.7 Sonnet and later models accept cache points; other models refuse a request with them. */
const cachesOnBedrock = /anthropic\.claude-(?!v\d|instant|3-(?:opus|sonnet|haiku|5-sonnet-20240620))/;

const isOpenRouter = (baseUrl: string): boolean => /(?:^|\.)openrouter\.ai$/.test(URL.parse(baseUrl)?.hostname ?? '');

/** Prices of Claude's cached tokens, as shares of the input price. Reading costs a tenth at every provider. */
export const markedCacheShares = { read: 0.1, write: 1.25 };
