import type { Client } from '../api/create-api.ts';
import { listKnownModels, type ModelUse } from './known-models.ts';
import type { Provider, SetModel } from './provider.ts';

type StoredModel = Awaited<ReturnType<Client['getProjectModels']>>['models'][number];

/** An entry of the form, with every field as text. */
export interface ModelDraft {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  readonly region: string;
  readonly apiKey: string;
  readonly inputUsdPerMillion: string;
  readonly outputUsdPerMillion: string;
  /** Fields that the form doesn't show, but must keep. */
  readonly unshown?: Unshown;
}

interface Unshown extends Pick<SetModel, 'contextTokens' | 'outputTokens' | 'seesImages'> {
  readonly cachePrices?: Partial<NonNullable<SetModel['prices']>>;
}

export const providerLabels: Readonly<Record<Provider, string>> = {
  builtin: 'Built-in rules',
  anthropic: 'Anthropic',
  openai: 'OpenAI (Responses)',
  'openai-chat': 'OpenAI (Chat Completions)',
  'openai-compatible': 'OpenAI-compatible server',
  google: 'Google',
  bedrock: 'Amazon Bedrock',
  azure: 'Azure OpenAI',
  ollama: 'Ollama (local)',
  lmstudio: 'LM Studio (local)',
  llamacpp: 'llama.cpp server (local)',
  vllm: 'vLLM (local)',
};

/** Default addresses of these providers, prefilled in the form so that users can change the host or port. */
const localAddresses: Readonly<Partial<Record<Provider, string>>> = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  vllm: 'http://127.0.0.1:8000/v1',
};

export const isLocal = (provider: Provider): boolean => provider in localAddresses;

/** Returns the entry with another provider. Keeps an address that the user entered, but not a default address. */
export function withProvider(draft: ModelDraft, provider: Provider): ModelDraft {
  const isFilledIn = draft.baseUrl === '' || draft.baseUrl === localAddresses[draft.provider];
  // Also removes the name and its settings, because one provider's model name has no meaning for another provider.
  const nameless = withModel(withModel(draft, '', 'writing'), '', 'search');
  return {
    ...nameless,
    provider,
    model: provider === 'builtin' ? 'rules-1' : draft.model,
    baseUrl: isFilledIn ? (localAddresses[provider] ?? '') : draft.baseUrl,
  };
}

/**
 * Returns the entry with another model. The list prices of a known model are filled in; prices that were entered
 * manually, or that belong to the replaced name, aren't mixed with those of another model.
 */
export function withModel(draft: ModelDraft, model: string, use: ModelUse): ModelDraft {
  const priceOf = (name: string) => listKnownModels(draft.provider, use).find((known) => known.model === name)?.prices;
  const { inputUsdPerMillion: input, outputUsdPerMillion: output } = draft;
  const before = priceOf(draft.model);
  const isFilledIn =
    (input === '' && output === '') || (before !== undefined && `${input}/${output}` === before.join('/'));
  const { unshown: _unshown, ...entry } = draft;
  if (!isFilledIn) return { ...entry, model };
  const [inputUsdPerMillion = '', outputUsdPerMillion = ''] = priceOf(model)?.map(String) ?? [];
  return { ...entry, model, inputUsdPerMillion, outputUsdPerMillion };
}

const credentialLabels: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  accessKeyId: 'Access key ID',
  secretAccessKey: 'Secret access key',
  sessionToken: 'Session token',
};

/** Returns a stored credential's name in words. */
export const nameCredential = (name: string): string => credentialLabels[name] ?? name;

export const emptyModel: ModelDraft = {
  provider: 'anthropic',
  model: '',
  baseUrl: '',
  region: '',
  apiKey: '',
  inputUsdPerMillion: '',
  outputUsdPerMillion: '',
};

export const toDraft = ({ provider, model, baseUrl, region, prices, ...tokens }: StoredModel): ModelDraft => ({
  provider,
  model,
  baseUrl: baseUrl ?? '',
  region: region ?? '',
  apiKey: '',
  inputUsdPerMillion: prices === null ? '' : String(prices.inputUsdPerMillion),
  outputUsdPerMillion: prices === null ? '' : String(prices.outputUsdPerMillion),
  unshown: toUnshown(prices, tokens),
});

/**
 * Collects the fields that the form doesn't show. Fields without a value are left out of the request, like all
 * undefined fields.
 */
function toUnshown(
  prices: StoredModel['prices'],
  { contextTokens, outputTokens, seesImages }: Pick<StoredModel, 'contextTokens' | 'outputTokens' | 'seesImages'>,
): Unshown {
  const { inputUsdPerMillion: _input, outputUsdPerMillion: _output, ...cachePrices } = prices ?? {};
  return {
    contextTokens: contextTokens ?? undefined,
    outputTokens: outputTokens ?? undefined,
    seesImages: seesImages ?? undefined,
    cachePrices,
  };
}

export function toModelBody(draft: ModelDraft): SetModel {
  const { provider, model, baseUrl, region, apiKey, inputUsdPerMillion, outputUsdPerMillion } = draft;
  const { cachePrices, ...tokens } = draft.unshown ?? {};
  const hasPrices = inputUsdPerMillion !== '' && outputUsdPerMillion !== '';
  return {
    provider,
    model: model.trim(),
    ...(baseUrl.trim() !== '' && { baseUrl: baseUrl.trim() }),
    ...(region.trim() !== '' && { region: region.trim() }),
    ...(apiKey !== '' && { apiKey }),
    ...tokens,
    ...(hasPrices && {
      prices: {
        inputUsdPerMillion: Number(inputUsdPerMillion),
        outputUsdPerMillion: Number(outputUsdPerMillion),
        ...cachePrices,
      },
    }),
  };
}
