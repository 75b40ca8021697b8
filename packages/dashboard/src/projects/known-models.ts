import type { Provider } from './provider.ts';

/** What a model is for: agent jobs and answers, or the comparison of searches by meaning. */
export type ModelUse = 'writing' | 'search';

export interface KnownModel {
  readonly model: string;
  /**
   * US dollars per million input and output tokens. Nothing compares them with the provider's list prices, so the form
   * links to these. `undefined` if they depend on the length of the request.
   */
  readonly prices: readonly [input: number, output: number] | undefined;
}

/** The same models for both of the provider's interfaces. */
const openaiModels: readonly KnownModel[] = [
  { model: 'gpt-5', prices: [1.25, 10] },
  { model: 'gpt-5-mini', prices: [0.25, 2] },
];

/**
 * Models that the form suggests. The lists are short on purpose: each provider's own page has the current names and
 * prices, and the form accepts any name. A model on one's own machine has no price.
 */
const knownModels: Readonly<Record<ModelUse, Readonly<Partial<Record<Provider, readonly KnownModel[]>>>>> = {
  writing: {
    anthropic: [
      { model: 'claude-sonnet-4-5', prices: [3, 15] },
      { model: 'claude-haiku-4-5', prices: [1, 5] },
      { model: 'claude-opus-4-5', prices: [5, 25] },
    ],
    openai: openaiModels,
    'openai-chat': openaiModels,
    google: [
      { model: 'gemini-2.5-flash', prices: [0.3, 2.5] },
      { model: 'gemini-2.5-pro', prices: undefined },
    ],
    ollama: [
      { model: 'qwen3:8b', prices: [0, 0] },
      { model: 'gpt-oss:20b', prices: [0, 0] },
    ],
  },
  search: {
    openai: [
      { model: 'text-embedding-3-small', prices: [0.02, 0] },
      { model: 'text-embedding-3-large', prices: [0.13, 0] },
    ],
    ollama: [{ model: 'nomic-embed-text', prices: [0, 0] }],
  },
};

export const listKnownModels = (provider: Provider, use: ModelUse): readonly KnownModel[] =>
  knownModels[use][provider] ?? [];

/** Where people create a provider's keys, and where it publishes its models with their prices. */
export interface ProviderPages {
  readonly keys: string;
  readonly prices: string;
}

const openai: ProviderPages = {
  keys: 'https://platform.openai.com/api-keys',
  prices: 'https://platform.openai.com/docs/pricing',
};

export const providerPages: Readonly<Partial<Record<Provider, ProviderPages>>> = {
  anthropic: { keys: 'https://console.anthropic.com/settings/keys', prices: 'https://claude.com/pricing#api' },
  openai,
  'openai-chat': openai,
  google: { keys: 'https://aistudio.google.com/apikey', prices: 'https://ai.google.dev/gemini-api/docs/pricing' },
};
