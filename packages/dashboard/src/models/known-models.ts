import type { Provider } from './provider.ts';

/** A model's purpose: agent jobs and answers, or comparing searches by meaning. */
export type ModelUse = 'writing' | 'search';

export interface KnownModel {
  readonly model: string;
  /**
   * US dollars per million input and output tokens, from the pages below. `undefined` if they depend on the length of
   * the request, or are announced only for a limited time: the form links to the provider's list.
   */
  readonly prices: readonly [input: number, output: number] | undefined;
}

/** The same models for both of the provider's interfaces. Their prices depend on the length of the request. */
const openaiModels: readonly KnownModel[] = [
  { model: 'gpt-6.1-terra', prices: undefined },
  { model: 'gpt-6.1-sol', prices: undefined },
];

/**
 * Models that the form suggests. The lists are short on purpose: each provider's own page has the current names and
 * prices, and the form accepts any name. Models on the user's own machine have no price.
 *
 * Names and prices as of November 2026, from:
 * - Anthropic: platform.claude.com/docs/en/about-claude/models/overview and the pages of its models
 * - OpenAI: developers.openai.com/api/docs/deprecations (replacements of gpt-5),
 *   …/api/docs/models/text-embedding-3-large
 * - Google: ai.google.dev/gemini-api/docs/deprecations; its list prices for 3.8 Flash apply until December 31, 2026
 */
const knownModels: Readonly<Record<ModelUse, Readonly<Partial<Record<Provider, readonly KnownModel[]>>>>> = {
  writing: {
    anthropic: [
      { model: 'claude-sonnet-5-5', prices: [2, 10] },
      { model: 'claude-opus-5-5', prices: [4, 20] },
      { model: 'claude-opus-5', prices: [5, 25] },
    ],
    openai: openaiModels,
    'openai-chat': openaiModels,
    google: [{ model: 'gemini-3.8-flash', prices: undefined }],
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

/** The pages where a provider's keys are created and its models and prices are published. */
export interface ProviderPages {
  readonly keys: string;
  readonly prices: string;
}

const openai: ProviderPages = {
  keys: 'https://platform.openai.com/api-keys',
  prices: 'https://developers.openai.com/api/docs/pricing',
};

export const providerPages: Readonly<Partial<Record<Provider, ProviderPages>>> = {
  anthropic: {
    keys: 'https://platform.claude.com/settings/keys',
    prices: 'https://platform.claude.com/docs/en/about-claude/models/overview',
  },
  openai,
  'openai-chat': openai,
  google: {
    keys: 'https://ai.google.dev/gemini-api/docs/api-key',
    prices: 'https://ai.google.dev/gemini-api/docs/pricing',
  },
};
