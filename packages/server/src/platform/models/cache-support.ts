import type { ModelSettings } from './model-settings.ts';

/** How a request marks content to be cached. */
export type CacheMarking =
  /** `cache_control` on tools, the system prompt, and messages. */
  | 'anthropic'
  /** `cachePoint` blocks after the system prompt and after messages. */
  | 'bedrock'
  /** `cache_control` on the system prompt and on the whole request. OpenRouter hangs if a tool's message has a mark. */
  | 'openrouter'
  /** The provider caches prefixes without marks; a key groups a job's requests. */
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

/**
 * Claude 3.5 Haiku, 3.7 Sonnet and later models accept cache points; other models refuse requests with cache points.
 */
const cachesOnBedrock = /anthropic\.claude-(?!v\d|instant|3-(?:opus|sonnet|haiku|5-sonnet-20240620))/;

const isOpenRouter = (baseUrl: string): boolean => /(?:^|\.)openrouter\.ai$/.test(URL.parse(baseUrl)?.hostname ?? '');

/** Prices of Claude's cached tokens, relative to the input price. Reading costs a tenth with all providers. */
export const markedCacheShares = { read: 0.1, write: 1.25 };
